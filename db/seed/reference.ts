import { sql } from 'kysely'
import { asPlatform, type Db, openDb } from '#db/connect.ts'
import { encryptChannelPassword } from '#domain/channels/index.ts'
import { addWords } from '#domain/forbidden-words/index.ts'
import { grantSegments } from '#domain/ledger/index.ts'
import { platformAccount, platformTemplates } from '#domain/messages/index.ts'
import { mainlandCarriers } from '#values/phone.ts'
import { pick } from '#values/pick.ts'
import { forbiddenWords } from './forbidden-words.ts'
import { numberSegments } from './number-segments.ts'
import { reportCodes } from './report-codes.ts'

export interface ReferenceOptions {
  /** The master secret that encrypts channel passwords. */
  secret: string
  /**
   * Address of the simulated carrier; null: no channel is created for it, one of an earlier start is disabled, and
   * staff set up the real ones.
   */
  upstream: { host: string; port: number } | null
  now: Date
}

/**
 * Channels of the default installation, to the simulated carrier (carrier-sim/carrier-sim.ts has their system ids and
 * password).
 */
const simulatedChannels = [
  {
    channelId: '00000000-0000-7000-8000-000000200001',
    name: '行业通道（虚拟运营商）',
    systemId: 'hongyan-notice',
    senderNumber: '10690001',
    kinds: ['otp', 'transactional'],
  },
  {
    channelId: '00000000-0000-7000-8000-000000200002',
    name: '营销通道（虚拟运营商）',
    systemId: 'hongyan-market',
    senderNumber: '10690002',
    kinds: ['marketing'],
  },
]
const grantId = '00000000-0000-7000-8000-000000300001'
const grantYears = 100

/**
 * Seeds reference data that every database needs for sending. Idempotent: rows that staff may have changed are left as
 * they are. Takes a URL of the platform's role.
 */
export async function seedReference(url: string, options: ReferenceOptions): Promise<void> {
  const db = openDb({ url, role: 'hongyan_platform', max: 2 })
  try {
    await seedTables(db)
    await seedWords(db, options.now)
    await seedPlatformAccount(db, options.now)
    if (options.upstream) await seedChannels(db, options.secret, options.upstream)
    else await switchOffSimulated(db)
  } finally {
    await db.destroy()
  }
}

async function seedTables(db: Db): Promise<void> {
  if (await isEmpty(db, 'numberSegment'))
    await db
      .insertInto('numberSegment')
      .values(numberSegments.map(({ prefix, carrier, virtual }) => ({ prefix, carrier, isVirtual: virtual })))
      .onConflict(conflict => conflict.column('prefix').doNothing())
      .execute()
  if (await isEmpty(db, 'reportCode'))
    await db
      .insertInto('reportCode')
      .values([...reportCodes])
      .onConflict(conflict => conflict.column('code').doNothing())
      .execute()
}

/** Words that staff disabled stay disabled: an existing word of the same normal form is left as it is. */
const seedWords = (db: Db, now: Date) => asPlatform(db, tx => addWords(tx, forbiddenWords, { staffId: null, now }))

/** A table that staff maintain is filled once: what they deleted stays deleted. */
async function isEmpty(db: Db, table: 'numberSegment' | 'reportCode'): Promise<boolean> {
  return (await db.selectFrom(table).select(sql`1`.as('one')).limit(1).execute()).length === 0
}

async function seedPlatformAccount(db: Db, now: Date): Promise<void> {
  const { accountId, name, signature } = platformAccount
  await asPlatform(db, async tx => {
    await tx
      .insertInto('account')
      .values({ accountId, kind: 'platform', name, attestedAt: now, attestedName: name, whenEmpty: 'stop', createdAt: now })
      .onConflict(conflict => conflict.column('accountId').doNothing())
      .execute()
    await tx
      .insertInto('senderExtension')
      .values({ extension: signature.extension, accountId, signatureId: signature.signatureId })
      .onConflict(conflict => conflict.column('extension').doNothing())
      .execute()
    await tx
      .insertInto('signature')
      .values({
        accountId,
        ...pick(signature, 'signatureId', 'text', 'extension'),
        kind: 'company',
        purpose: 'own',
        state: 'approved',
        createdAt: now,
        reviewedAt: now,
      })
      .onConflict(conflict => conflict.columns(['accountId', 'signatureId']).doNothing())
      .execute()
    // The platform's own one-time codes are never blocked: its signature is registered before it opens.
    await tx
      .insertInto('senderRegistration')
      .values(mainlandCarriers.map(carrier => ({ accountId, signatureId: signature.signatureId, carrier, state: 'filed', changedAt: now })))
      .onConflict(conflict => conflict.columns(['accountId', 'signatureId', 'carrier']).doNothing())
      .execute()
    const templates = Object.entries(platformTemplates).map(([code, template]) => ({
      accountId,
      templateId: template.templateId,
      code,
      name: template.name,
      kind: template.kind,
      text: template.text,
      variables: JSON.stringify(template.variables),
      state: 'approved',
      createdAt: now,
      reviewedAt: now,
    }))
    await tx
      .insertInto('template')
      .values(templates)
      .onConflict(conflict =>
        conflict.columns(['accountId', 'templateId']).doUpdateSet({ text: sql`excluded.text`, variables: sql`excluded.variables` }),
      )
      .execute()
    await grantSegments(tx, accountId, {
      grantId,
      kind: 'general',
      name: '平台自用',
      segmentCount: 1_000_000_000,
      source: 'gift',
      startsAt: now,
      expiresAt: new Date(Date.UTC(now.getUTCFullYear() + grantYears, 0, 1)),
    })
  })
}

/**
 * Disables the simulated carrier's channels. A channel that staff moved to a real carrier has another system id and
 * stays.
 */
async function switchOffSimulated(db: Db): Promise<void> {
  for (const { channelId, systemId } of simulatedChannels)
    await db
      .updateTable('channel')
      .set(row => ({ enabled: false, version: row('version', '+', 1) }))
      .where('channelId', '=', channelId)
      .where('systemId', '=', systemId)
      .where('enabled', '=', true)
      .execute()
}

/**
 * Creates or updates the simulated carrier's channels: its address may change at each start, and the password is
 * encrypted again in case the secret has changed. A channel that staff moved to a real carrier, with its account there,
 * stays.
 */
async function seedChannels(db: Db, secret: string, { host, port }: { host: string; port: number }): Promise<void> {
  await db
    .insertInto('channel')
    .values(
      simulatedChannels.map(channel => ({
        ...pick(channel, 'channelId', 'name', 'systemId', 'senderNumber', 'kinds'),
        host,
        port,
        encryptedPassword: encryptChannelPassword(secret, channel.channelId, 'simulate'),
        carriers: ['mobile', 'unicom', 'telecom', 'broadnet'],
        windowSize: 200,
        ratePerSecond: 5000,
      })),
    )
    .onConflict(conflict =>
      conflict
        .column('channelId')
        .doUpdateSet({ host: sql`excluded.host`, port: sql`excluded.port`, encryptedPassword: sql`excluded.encrypted_password` })
        .where(sql<boolean>`channel.system_id = excluded.system_id`),
    )
    .execute()
}

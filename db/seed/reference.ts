import { sql } from 'kysely'
import { asPlatform, type Db, openDb } from '#db/connect.ts'
import { encryptChannelPassword } from '#domain/channels/index.ts'
import { addWords } from '#domain/forbidden-words/index.ts'
import { grantSegments } from '#domain/ledger/index.ts'
import { platformAccount, platformTemplates } from '#domain/messages/index.ts'
import { carriers } from '#values/phone.ts'
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
  if (await isEmpty(db, 'number_segment'))
    await db
      .insertInto('number_segment')
      .values(numberSegments.map(({ prefix, carrier, virtual }) => ({ prefix, carrier, is_virtual: virtual })))
      .onConflict(conflict => conflict.column('prefix').doNothing())
      .execute()
  if (await isEmpty(db, 'report_code'))
    await db
      .insertInto('report_code')
      .values([...reportCodes])
      .onConflict(conflict => conflict.column('code').doNothing())
      .execute()
}

/** Words that staff disabled stay disabled: an existing word of the same normal form is left as it is. */
const seedWords = (db: Db, now: Date) => asPlatform(db, tx => addWords(tx, forbiddenWords, { staffId: null, now }))

/** A table that staff maintain is filled once: what they deleted stays deleted. */
async function isEmpty(db: Db, table: 'number_segment' | 'report_code'): Promise<boolean> {
  return (await db.selectFrom(table).select(sql`1`.as('one')).limit(1).execute()).length === 0
}

async function seedPlatformAccount(db: Db, now: Date): Promise<void> {
  const { accountId, name, signature } = platformAccount
  await asPlatform(db, async tx => {
    await tx
      .insertInto('account')
      .values({ account_id: accountId, kind: 'platform', name, attested_at: now, attested_name: name, when_empty: 'stop', created_at: now })
      .onConflict(conflict => conflict.column('account_id').doNothing())
      .execute()
    await tx
      .insertInto('sender_extension')
      .values({ extension: signature.extension, account_id: accountId, signature_id: signature.signatureId })
      .onConflict(conflict => conflict.column('extension').doNothing())
      .execute()
    await tx
      .insertInto('signature')
      .values({
        account_id: accountId,
        signature_id: signature.signatureId,
        text: signature.text,
        kind: 'company',
        purpose: 'own',
        state: 'approved',
        extension: signature.extension,
        created_at: now,
        reviewed_at: now,
      })
      .onConflict(conflict => conflict.columns(['account_id', 'signature_id']).doNothing())
      .execute()
    // The platform's own one-time codes are never blocked: its signature is registered before it opens.
    await tx
      .insertInto('sender_registration')
      .values(
        carriers.map(carrier => ({
          account_id: accountId,
          signature_id: signature.signatureId,
          carrier,
          state: 'filed',
          changed_at: now,
        })),
      )
      .onConflict(conflict => conflict.columns(['account_id', 'signature_id', 'carrier']).doNothing())
      .execute()
    const templates = Object.entries(platformTemplates).map(([code, template]) => ({
      account_id: accountId,
      template_id: template.templateId,
      code,
      name: template.name,
      kind: template.kind,
      text: template.text,
      variables: JSON.stringify(template.variables),
      state: 'approved',
      created_at: now,
      reviewed_at: now,
    }))
    await tx
      .insertInto('template')
      .values(templates)
      .onConflict(conflict =>
        conflict.columns(['account_id', 'template_id']).doUpdateSet({ text: sql`excluded.text`, variables: sql`excluded.variables` }),
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
      .where('channel_id', '=', channelId)
      .where('system_id', '=', systemId)
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
        channel_id: channel.channelId,
        name: channel.name,
        host,
        port,
        system_id: channel.systemId,
        encrypted_password: encryptChannelPassword(secret, channel.channelId, 'simulate'),
        sender_number: channel.senderNumber,
        kinds: channel.kinds,
        carriers: ['mobile', 'unicom', 'telecom', 'broadnet'],
        window_size: 200,
        rate_per_second: 5000,
      })),
    )
    .onConflict(conflict =>
      conflict
        .column('channel_id')
        .doUpdateSet({ host: sql`excluded.host`, port: sql`excluded.port`, encrypted_password: sql`excluded.encrypted_password` })
        .where(sql<boolean>`channel.system_id = excluded.system_id`),
    )
    .execute()
}

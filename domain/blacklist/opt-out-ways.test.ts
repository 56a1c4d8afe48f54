import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { createMessageChunk } from '#domain/broadcast/make-messages.ts'
import { holdCharge, type MessageKind } from '#domain/ledger/charge.ts'
import { sendMessages } from '#domain/messages/send.ts'
import { sendSingle } from '#domain/messages/single-send.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { optOut } from './blacklist.ts'

const phone = '13800001111'
// The last noon in China, when marketing may be sent: ids contain their creation time, which must not be earlier.
const now = new Date(Date.now() - ((Date.now() - 4 * 3_600_000) % 86_400_000))
const database = prepareTestDatabase()
beforeAll(async () => {
  await createChannel(database.platformDb)
})

interface Way extends Sending {
  appId: string
  templateIds: Record<MessageKind, string>
}

/** A sender with a template of each kind and an app. */
async function prepare(): Promise<Way> {
  const sender = await createSender(database.db)
  const { account } = sender
  const [appId, templateIds] = [newId(), { otp: newId(), transactional: newId(), marketing: newId() }]
  await asAccount(database.db, account, async tx => {
    await tx
      .updateTable('creditGrant')
      .set({ startsAt: new Date(0), expiresAt: new Date('2099-01-01') })
      .where('accountId', '=', account)
      .execute()
    await tx.insertInto('app').values({ accountId: account, appId, name: '商城' }).execute()
    for (const [kind, templateId] of Object.entries(templateIds))
      await tx
        .insertInto('template')
        .values({ accountId: account, templateId, code: `SMS_${kind}`, name: kind, kind, text: '文字', variables: '[]', state: 'approved' })
        .execute()
  })
  return { ...sender, appId, templateIds }
}

/** The result of one message sent by an app, as a single message, and in a broadcast. */
const ways: Record<string, (of: Way, kind: MessageKind) => Promise<string>> = {
  'the open API': async ({ account, appId }, kind) => {
    const caller = { appId, settings: { isRepeatGuarded: false } }
    const recipients = [{ phone, signature: '鸿雁', parameters: {} }]
    const request = { caller, ingress: 'rest' as const, templateCode: `SMS_${kind}`, recipients }
    const facts = { now, carrierOf: () => 'mobile' as const }
    const outcome = firstOrThrow(await asAccount(database.db, account, tx => sendMessages(tx, account, [request], facts)))
    if (outcome instanceof Refusal) throw outcome
    const sent = firstOrThrow(outcome.phones)
    return 'refusal' in sent ? sent.refusal.code : 'sent'
  },
  'a broadcast': async ({ account, signatureId, templateIds }, kind) => {
    const [broadcastId, uploadId] = [newId(), newId()]
    await asAccount(database.db, account, async tx => {
      const texts = { signatureText: '鸿雁', templateText: '文字', variables: '[]' }
      await tx
        .insertInto('recipient')
        .values({ accountId: account, uploadId, line: 1, phone, carrier: 'mobile', segmentCount: 1 })
        .execute()
      await tx
        .insertInto('broadcast')
        .values({
          ...texts,
          accountId: account,
          broadcastId,
          name: '群发',
          kind,
          signatureId,
          templateId: templateIds[kind],
          uploadId,
          state: 'sending',
          recipientCount: 1,
          segmentCount: 1,
        })
        .execute()
      await holdCharge(tx, account, kind, new Map([[1, 1]]), { now, broadcastId })
    })
    expect(await createMessageChunk(database.platformDb, account, broadcastId, { now })).toBe('more')
    const made = await asAccount(database.db, account, tx =>
      tx
        .selectFrom('message')
        .select(['state', 'reason'])
        .where('accountId', '=', account)
        .where('broadcastId', '=', broadcastId)
        .executeTakeFirstOrThrow(),
    )
    return made.state === 'refused' ? `phone_${made.reason}` : 'sent'
  },
  'a single notice': async ({ account, signatureId, templateIds }, kind) => {
    const input = { signatureId, templateId: templateIds[kind], parameters: {}, phone, now }
    return asAccount(database.db, account, tx => sendSingle(tx, account, input)).then(
      () => 'sent',
      (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
    )
  },
}

/** Segments held or charged. */
const charged = ({ account }: Sending) =>
  asAccount(database.db, account, async tx => {
    const holds = await tx.selectFrom('chargeHold').select(['segmentCount', 'voidedCount']).where('accountId', '=', account).execute()
    return holds.reduce((sum, hold) => sum + hold.segmentCount - hold.voidedCount, 0)
  })

const cases: [way: string, kind: MessageKind][] = [
  ['the open API', 'marketing'],
  ['a broadcast', 'marketing'],
  ['the open API', 'transactional'],
  ['a single notice', 'transactional'],
  ['the open API', 'otp'],
]

test.each(cases)(
  'opt-out, sent by %s: message of the kind %s; marketing is refused and not charged, other kinds are sent',
  async (way, kind) => {
    const of = await prepare()
    await asAccount(database.db, of.account, tx => optOut(tx, of.account, { phone, signatureId: of.signatureId, source: 'reply', now }))
    const isRefused = kind === 'marketing'
    expect(await ways[way]!(of, kind)).toBe(isRefused ? 'phone_blacklisted' : 'sent')
    expect(await charged(of)).toBe(isRefused ? 0 : 1)
  },
)

test.each(cases)('platform level, sent by %s: message of the kind %s is refused and not charged', async (way, kind) => {
  const of = await prepare()
  await asPlatform(database.platformDb, tx =>
    tx
      .insertInto('platformBlacklist')
      .values({ phone, entryId: newId() })
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
  try {
    expect(await ways[way]!(of, kind)).toBe('phone_blacklisted')
    expect(await charged(of)).toBe(0)
  } finally {
    await database.platformDb.deleteFrom('platformBlacklist').execute()
  }
})

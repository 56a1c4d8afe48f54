import { sql } from 'kysely'
import { finalStates } from '#contract/messages/message-state.ts'
import { asAccount, asPlatform, openDb, type Tx } from '#db/connect.ts'
import { largeHeads } from '#db/seed/large-texts.ts'
import { type AcceptedMessage, acceptMessages, type Outcome, settleMessages } from '#domain/delivery/index.ts'
import { grantSegments, holdCharge, settleHolds } from '#domain/ledger/index.ts'
import { rollUpNext } from '#domain/message-records/index.ts'
import { createAccount } from '#test/support/account.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const batchSize = 500
const batches = 80
/** The platform's design rate of reports per second. */
const wantedPerSecond = 10_000

/**
 * Reports in batches of 500, as dispatch ingests them, for messages to everywhere: settled with and without counting
 * alternately in one run, since only ratios within one run are meaningful; then all counts are rolled up.
 */
export async function measureCounting(url: string): Promise<void> {
  const db = openDb({ url, role: 'hongyan_app', max: 2 })
  const platformDb = openDb({ url, role: 'hongyan_platform', max: 2 })
  const { account } = await createAccount(db)
  const signatureId = newId()
  const now = new Date()
  const grant = { kind: 'general', name: '通用', segmentCount: batchSize * batches, source: 'gift', startsAt: now } as const
  await asAccount(db, account, tx =>
    grantSegments(tx, account, { ...grant, grantId: newId(), expiresAt: new Date(now.getTime() + 86_400_000) }),
  )
  const heads = largeHeads()
  const ids: string[][] = []
  const accepting = await timed(async () => {
    for (let batch = 0; batch < batches; batch += 1)
      ids.push(
        await asAccount(db, account, async tx => {
          const hold = firstOrThrow(await holdCharge(tx, account, 'transactional', new Map([[1, batchSize]]), { now: new Date() }))
          const messages = Array.from({ length: batchSize }, (_, index): AcceptedMessage => {
            const { head, carrier } = itemOrThrow(heads, (batch * batchSize + index * 7) % heads.length)
            const common = {
              kind: 'transactional',
              signatureId,
              templateId: null,
              content: '【鸿雁】您好',
              segmentCount: 1,
            } as const
            return { ...common, messageId: newId(), phone: `${head}${1000 + index}`, carrier, holdId: hold.holdId }
          })
          await acceptMessages(tx, account, messages, { now: new Date() })
          return messages.map(message => message.messageId)
        }),
      )
  })
  await asAccount(db, account, tx =>
    sql`update message set state = 'submitted', submitted_at = now() where account_id = ${account}`.execute(tx),
  )
  const took: Record<'counted' | 'uncounted', number[]> = { counted: [], uncounted: [] }
  for (const [batch, own] of ids.entries()) {
    const outcomes = own.map((messageId, index): Outcome => {
      const isDelivered = index % 20 > 0
      const at = new Date(Date.now() + 500 + (index % 40) * 300)
      return { messageId, state: isDelivered ? 'delivered' : 'undelivered', reason: isDelivered ? 'DELIVRD' : `MK:000${index % 7}`, at }
    })
    const isCounted = batch % 2 === 0
    const milliseconds = await timed(() =>
      asPlatform(platformDb, async tx => {
        if (isCounted) await settleMessages(tx, account, outcomes)
        else await settleUncounted(tx, account, outcomes)
      }),
    )
    took[isCounted ? 'counted' : 'uncounted'].push(milliseconds)
  }
  const settled = (batchSize * batches) / 2
  // The median of the batches: others use the machine too.
  const perSecond = (batchMs: number[]) =>
    (batchSize * 1000) /
    itemOrThrow(
      batchMs.toSorted((a, b) => a - b),
      Math.floor(batchMs.length / 2),
    )
  const [counted, uncounted] = [perSecond(took.counted), perSecond(took.uncounted)]
  const { rows } = await sql<{ deltas: number }>`select count(*) as deltas from statistics_delta where account_id = ${account}`.execute(
    platformDb,
  )
  const folding = await timed(() => rollUpNext(platformDb))
  // Each message was counted at its acceptance, and half of them at their report.
  const folded = ((batchSize * batches + settled) * 1000) / folding
  const whole = (value: number) => Math.round(value).toLocaleString('en')
  console.log(`accepted ${whole((batchSize * batches * 1000) / accepting)} a second in batches of ${batchSize}, counted`)
  console.log(
    `reports settled a second, one connection: ${whole(counted)} counted, ${whole(uncounted)} uncounted: ratio ${(counted / uncounted).toFixed(2)}`,
  )
  console.log(
    `folded ${whole(folded)} counts a second (${whole(firstOrThrow(rows).deltas)} rows in ${whole(folding)} ms): ${(folded / wantedPerSecond).toFixed(1)} times ${whole(wantedPerSecond)}`,
  )
  await db.destroy()
  await platformDb.destroy()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Like settleMessages, but without counting. */
async function settleUncounted(tx: Tx, account: AccountId, outcomes: readonly Outcome[]): Promise<void> {
  const ids = outcomes.map(one => one.messageId).sort()
  const { rows } = await sql<{ state: string; segmentCount: number; holdId: string }>`
    update message as sent set state = outcome.end_state, reason = outcome.end_reason, finished_at = outcome.at
    from unnest(${outcomes.map(one => one.messageId)}::uuid[], ${outcomes.map(one => one.state)}::text[], ${outcomes.map(one => one.reason)}::text[],
                ${outcomes.map(one => one.at)}::timestamptz[]) as outcome (id, end_state, end_reason, at)
    where sent.account_id = ${account} and sent.message_id = outcome.id and sent.state <> all(${finalStates}::text[])
      and sent.message_id between ${ids[0]} and ${ids.at(-1)}
    returning sent.message_id, sent.broadcast_id, sent.state, sent.segment_count, sent.hold_id`.execute(tx)
  const shares = rows.map(row => ({
    holdId: row.holdId,
    deliveredSegments: row.state === 'delivered' ? row.segmentCount : 0,
    voidedSegments: row.state === 'delivered' ? 0 : row.segmentCount,
  }))
  await settleHolds(tx, account, shares)
}

import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import { countMessages, endedBeforeSubmission, type Outcome, settleMessages } from '#domain/delivery/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import { type Claimed, requeue } from './claim.ts'
import { matchParked } from './report.ts'

/** The fields of a message that writing its answer needs. */
type Answered = Pick<Claimed, 'account' | 'messageId' | 'token' | 'kind' | 'broadcastId' | 'attemptCount' | 'segmentCount' | 'wasDoubtful'>

/** The outcome of submitting all parts of one message. */
export type Answer = { message: Answered } & (
  | { kind: 'taken'; upstreamIds: string[] }
  /** The carrier accepted no part; the message may be retried at this time. */
  | { kind: 'later'; dueAt: Date }
  | { kind: 'refused'; code: string }
  /** The message is not sent (again): its validity period is over, or it is already final and stays so. */
  | { kind: 'expired' }
  /**
   * The carrier may have the message: the connection broke before the answer (`wasSent`), or the owner died with the
   * message claimed, sent or not.
   */
  | { kind: 'doubtful'; wasSent: boolean }
)

/**
 * Delay before the first message in doubt is resent: the link is back by then, otherwise they would all go together.
 */
const doubtPauseMs = 500
/**
 * Delay between messages in doubt that are resent: longer than a carrier takes to answer, unless there are so many that
 * the last would wait too long.
 */
const doubtSpacingMs = 100
const doubtSpreadMs = 20_000

/**
 * Writes submit answers, one transaction for each account: accepted messages leave the outbox and wait for delivery
 * reports, refused and expired ones become final, the rest returns to the outbox. A fenced-off owner's answers change
 * nothing, except that the carrier's ids are saved for reports. Codes and notices in doubt are resent and marked as
 * possible duplicates, a notice that was sent twice and marketing are not: they wait for a report, and their charge is
 * refunded without one (decision 0005).
 */
export async function recordAnswers(db: Db, channelId: string, answers: readonly Answer[], now: Date): Promise<void> {
  for (const [account, own] of Map.groupBy(answers, answer => answer.message.account))
    await db.transaction().execute(tx => recordOwn(tx, account, channelId, own, now))
}

async function recordOwn(tx: Tx, account: AccountId, channelId: string, answers: readonly Answer[], now: Date): Promise<void> {
  const resting = await restingBroadcasts(tx, account, answers.filter(goesBack))
  const isResting = (answer: Answer) => goesBack(answer) && resting.has(answer.message.broadcastId ?? '')
  const back = await putBack(
    tx,
    account,
    answers.filter(answer => goesBack(answer) && !isResting(answer)),
    now,
  )
  const gone = await takeOut(
    tx,
    account,
    answers.filter(answer => !goesBack(answer) || isResting(answer)),
  )
  const taken = answers.filter(answer => answer.kind === 'taken')
  await saveParts(tx, account, channelId, taken, now)
  await markSubmitted(
    tx,
    account,
    channelId,
    gone.filter(answer => !isResting(answer)),
    now,
  )
  await markDoubtful(
    tx,
    account,
    [...back, ...gone.filter(isResting)].filter(answer => answer.kind === 'doubtful'),
  )
  await holdPaused(
    tx,
    account,
    gone.filter(answer => isResting(answer) && resting.get(answer.message.broadcastId!) === 'paused'),
  )
  const outcomes = gone.flatMap((answer): Outcome[] => {
    const { messageId } = answer.message
    if (answer.kind === 'refused') return [{ messageId, state: 'rejected', reason: answer.code, at: now }]
    if (answer.kind === 'expired') return [{ messageId, state: 'expired', reason: 'VALIDITY', at: now }]
    if (isResting(answer) && resting.get(answer.message.broadcastId!) === 'canceled')
      return [{ messageId, state: 'canceled', reason: 'canceled', at: now }]
    return []
  })
  const ended = await settleMessages(tx, account, outcomes)
  const submitted = gone
    .filter(answer => isSubmitted(answer) && !isResting(answer))
    .map(({ message }) => ({ ...message, state: 'submitted' as const }))
  await countMessages(tx, account, [...submitted, ...endedBeforeSubmission(ended), ...ended])
  if (back.length > 0) await requeue(tx, account, channelId, now)
  const upstreamIds = taken.flatMap(answer => answer.upstreamIds)
  await matchParked(tx, channelId, { upstreamIds })
}

/**
 * After so many tries the next doubt ends a message. A message that makes the carrier disconnect would otherwise be
 * resent forever, along with everything in its window.
 */
const maxTries = 5
/** A notice whose link broke goes once more, so nobody gets a third copy; a dead owner may not have sent it at all. */
function isSentAgain({ kind, wasDoubtful, attemptCount }: Answered, wasSent: boolean): boolean {
  if (kind === 'marketing') return false
  return !wasDoubtful || (attemptCount < maxTries && !(kind === 'transactional' && wasSent))
}
const goesBack = (answer: Answer) => answer.kind === 'later' || (answer.kind === 'doubtful' && isSentAgain(answer.message, answer.wasSent))
const isSubmitted = (answer: Answer) => answer.kind === 'taken' || answer.kind === 'doubtful'
const idsOf = (answers: readonly Answer[]) => answers.map(answer => answer.message.messageId)
const tokensOf = (answers: readonly Answer[]) => answers.map(answer => answer.message.token)

/**
 * Returns the broadcasts that were paused, held or canceled while we had claimed messages of theirs. Takes the lock
 * that pausing takes first: pausing sees what was requeued before, and what is requeued later sees the pause.
 */
async function restingBroadcasts(tx: Tx, account: AccountId, back: readonly Answer[]): Promise<Map<string, string>> {
  const ids = [...new Set(back.map(answer => answer.message.broadcastId).filter(id => id !== null))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ broadcastId: string; state: string }>`
    select broadcast_id, state from broadcast where account_id = ${account} and broadcast_id = any(${ids}::uuid[]) order by broadcast_id for share`.execute(
    tx,
  )
  // A broadcast that is held for quiet hours is paused by the clock.
  const restingAs: Record<string, string> = { paused: 'paused', held: 'paused', canceled: 'canceled' }
  return new Map(rows.flatMap(row => (restingAs[row.state] ? [[row.broadcastId, restingAs[row.state]!] as const] : [])))
}

const codesFirst = (answers: Answer[]) => answers.toSorted((a, b) => Number(b.message.kind === 'otp') - Number(a.message.kind === 'otp'))

/**
 * Requeues messages. Those in doubt are spaced out: if one of them breaks the connection again, it takes few others
 * with it. Returns those that were still claimed with the caller's token.
 */
async function putBack(tx: Tx, account: AccountId, answers: readonly Answer[], now: Date): Promise<Answer[]> {
  if (answers.length === 0) return []
  const doubtful = codesFirst(answers.filter(answer => answer.kind === 'doubtful'))
  const spacingMs = Math.min(doubtSpacingMs, doubtSpreadMs / doubtful.length)
  const turnOf = new Map(doubtful.map((answer, turn) => [answer, turn]))
  const dueAt = answers.map(answer =>
    answer.kind === 'later' ? answer.dueAt : new Date(now.getTime() + doubtPauseMs + getOrThrow(turnOf, answer) * spacingMs),
  )
  const { rows } = await sql<{ messageId: string }>`
    update outbox set claim_token = null, due_at = again.due_at
    from unnest(${idsOf(answers)}::uuid[], ${tokensOf(answers)}::bigint[], ${dueAt}::timestamptz[]) as again (id, token, due_at)
    where outbox.account_id = ${account} and outbox.message_id = again.id and outbox.claim_token = again.token
    returning outbox.message_id`.execute(tx)
  return among(answers, rows)
}

/** Removes messages from the outbox for good. Returns those that were still claimed with the caller's token. */
async function takeOut(tx: Tx, account: AccountId, answers: readonly Answer[]): Promise<Answer[]> {
  if (answers.length === 0) return []
  const { rows } = await sql<{ messageId: string }>`
    delete from outbox using unnest(${idsOf(answers)}::uuid[], ${tokensOf(answers)}::bigint[]) as done (id, token)
    where outbox.account_id = ${account} and outbox.message_id = done.id and outbox.claim_token = done.token
    returning outbox.message_id`.execute(tx)
  return among(answers, rows)
}

function among(answers: readonly Answer[], rows: readonly { messageId: string }[]): Answer[] {
  if (rows.length === answers.length) return [...answers]
  const ids = new Set(rows.map(row => row.messageId))
  return answers.filter(answer => ids.has(answer.message.messageId))
}

async function saveParts(tx: Tx, account: AccountId, channelId: string, taken: readonly (Answer & { kind: 'taken' })[], now: Date) {
  if (taken.length === 0) return
  const parts = taken.flatMap(({ message, upstreamIds }) =>
    upstreamIds.map((id, index) => ({ id, messageId: message.messageId, part: index + 1, of: upstreamIds.length })),
  )
  await sql`
    insert into submitted_part (channel_id, upstream_id, account_id, message_id, part, part_count, submitted_at)
    select ${channelId}, id, ${account}, message_id, part, part_count, ${now}
    from unnest(${parts.map(part => part.id)}::text[], ${parts.map(part => part.messageId)}::uuid[], ${parts.map(part => part.part)}::smallint[],
                ${parts.map(part => part.of)}::smallint[]) as part (id, message_id, part, part_count)
    on conflict (channel_id, upstream_id) do nothing`.execute(tx)
}

async function markSubmitted(tx: Tx, account: AccountId, channelId: string, gone: readonly Answer[], now: Date) {
  const submitted = gone.filter(isSubmitted)
  if (submitted.length === 0) return
  const ids = idsOf(submitted).sort()
  await sql`
    update message as sent set state = 'submitted', channel_id = ${channelId}, upstream_id = answer.upstream_id, attempt_count = answer.attempts,
      submitted_at = ${now}, reason = case when answer.upstream_id is null then 'IN_DOUBT' end
    from unnest(${idsOf(submitted)}::uuid[], ${submitted.map(answer => (answer.kind === 'taken' ? firstOrThrow(answer.upstreamIds) : null))}::text[],
                ${submitted.map(answer => answer.message.attemptCount)}::smallint[]) as answer (id, upstream_id, attempts)
    where sent.account_id = ${account} and sent.message_id = answer.id and sent.state in ('queued', 'sending')
      and sent.message_id between ${ids[0]} and ${ids.at(-1)}`.execute(tx)
}

async function markDoubtful(tx: Tx, account: AccountId, doubtful: readonly Answer[]) {
  if (doubtful.length === 0) return
  await sql`update message set maybe_twice = true where account_id = ${account} and message_id = any(${idsOf(doubtful)}::uuid[])`.execute(
    tx,
  )
}

/** Holds messages of paused broadcasts, as pausing does with unclaimed ones. */
async function holdPaused(tx: Tx, account: AccountId, paused: readonly Answer[]) {
  if (paused.length === 0) return
  await sql`
    update message set state = 'held', reason = 'paused'
    where account_id = ${account} and message_id = any(${idsOf(paused)}::uuid[]) and state = 'queued'`.execute(tx)
}

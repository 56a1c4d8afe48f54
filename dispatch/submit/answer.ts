import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import { inPipeline } from '#db/pipeline.ts'
import { type Done, perAccount } from '#dispatch/per-account.ts'
import { type DoubledPart, keepDoubled } from '#dispatch/report/doubled-part.ts'
import { matchParked, matchParkedDoubled } from '#dispatch/report/report.ts'
import { countMessages, endedBeforeSubmission, type Outcome, putBack, removedFrom, settleMessages } from '#domain/delivery/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import type { Claimed } from './claim.ts'

/** The fields of a message that writing its answer needs. */
type Answered = Pick<
  Claimed,
  'account' | 'outboxId' | 'messageId' | 'token' | 'kind' | 'broadcastId' | 'attemptCount' | 'segmentCount' | 'wasDoubtful' | 'expiresAt'
>

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
  /** A part of a message in doubt that the carrier has: told after the doubt, and no outcome of the message. */
  | { kind: 'part'; upstreamId: string; part: number; partCount: number }
)
type TakenPart = Extract<Answer, { kind: 'part' }>

/** The carrier's ids that an answer names. */
export function upstreamIdsOf(answer: Answer): string[] {
  if (answer.kind === 'part') return [answer.upstreamId]
  return answer.kind === 'taken' ? answer.upstreamIds : []
}

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
 * refunded without one (decision 0005). Returns the answers that could not be written.
 */
export function recordAnswers(db: Db, channelId: string, answers: readonly Answer[], now: Date): Promise<Done<Answer, void>> {
  return perAccount(
    answers,
    answer => answer.message.account,
    async (account, own) => {
      const whole = own.filter(answer => answer.kind !== 'part')
      if (whole.length > 0)
        await inPipeline(db, null, async tx => ({ result: await recordOwn(tx, account, channelId, whole, now), writes: [] }))
      const parts = own.filter(answer => answer.kind === 'part')
      if (parts.length > 0) await db.transaction().execute(tx => recordParts(tx, account, channelId, parts, now))
    },
  )
}

/** Saves the carrier's ids of parts whose messages are in doubt: their reports end the message. */
async function recordParts(tx: Tx, account: AccountId, channelId: string, parts: readonly TakenPart[], now: Date): Promise<void> {
  const given = parts.map(({ message, upstreamId, part, partCount }) => ({ upstreamId, messageId: message.messageId, part, partCount }))
  await saveParts(tx, account, channelId, given, now)
  await matchParked(tx, channelId, { upstreamIds: parts.flatMap(upstreamIdsOf) })
}

async function recordOwn(tx: Tx, account: AccountId, channelId: string, answers: readonly Answer[], now: Date): Promise<void> {
  const resting = await restingBroadcasts(tx, account, answers.filter(goesBack))
  const restingOf = (answer: Answer) => (goesBack(answer) ? resting.get(answer.message.broadcastId ?? '') : undefined)
  const isResting = (answer: Answer) => restingOf(answer) !== undefined
  const isRequeued = (answer: Answer) => goesBack(answer) && !isResting(answer)
  const upstreamIds = answers.flatMap(upstreamIdsOf)
  const dueAt = dueAgain(answers.filter(isRequeued), now)
  const [ours] = await Promise.all([
    storeAnswers(tx, account, channelId, answers, now),
    saveParts(tx, account, channelId, answers.flatMap(partsOf), now),
    matchParked(tx, channelId, { upstreamIds }),
  ])
  const [back, gone] = [ours.filter(isRequeued), ours.filter(answer => !isRequeued(answer))]
  await putBack(
    tx,
    account,
    back.map(answer => ({ ...answer.message, channelId, dueAt: getOrThrow(dueAt, answer) })),
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
    gone.filter(answer => restingOf(answer) === 'paused'),
  )
  const outcomes = gone.flatMap((answer): Outcome[] => {
    const { messageId } = answer.message
    if (answer.kind === 'refused') return [{ messageId, state: 'rejected', reason: answer.code, at: now }]
    if (answer.kind === 'expired') return [{ messageId, state: 'expired', reason: 'VALIDITY', at: now }]
    if (restingOf(answer) === 'canceled') return [{ messageId, state: 'canceled', reason: 'canceled', at: now }]
    return []
  })
  const ended = await settleMessages(tx, account, outcomes)
  const submitted = gone
    .filter(answer => isSubmitted(answer) && !isResting(answer))
    .map(({ message }) => ({ ...message, state: 'submitted' as const }))
  await countMessages(tx, account, [...submitted, ...endedBeforeSubmission(ended), ...ended])
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
  return new Map(
    rows.flatMap(({ broadcastId, state }) => {
      const resting = restingAs[state]
      return resting ? [[broadcastId, resting] as const] : []
    }),
  )
}

const codesFirst = (answers: Answer[]) => answers.toSorted((a, b) => Number(b.message.kind === 'otp') - Number(a.message.kind === 'otp'))

/**
 * When messages that go back are due. Those in doubt are spaced out: if one of them breaks the connection again, it
 * takes few others with it.
 */
function dueAgain(back: readonly Answer[], now: Date): Map<Answer, Date> {
  const doubtful = codesFirst(back.filter(answer => answer.kind === 'doubtful'))
  const spacingMs = Math.min(doubtSpacingMs, doubtSpreadMs / doubtful.length)
  const turnOf = new Map(doubtful.map((answer, turn) => [answer, turn]))
  return new Map(
    back.map(answer => [
      answer,
      answer.kind === 'later' ? answer.dueAt : new Date(now.getTime() + doubtPauseMs + getOrThrow(turnOf, answer) * spacingMs),
    ]),
  )
}

/**
 * Writes answers in one statement, which a cluster runs on the account's node: removes the messages from their rows of
 * the outbox and marks those that the carrier has as submitted. Returns the answers whose messages were still claimed
 * with the caller's token.
 */
async function storeAnswers(tx: Tx, account: AccountId, channelId: string, answers: readonly Answer[], now: Date): Promise<Answer[]> {
  const list = <T>(of: (message: Answered, answer: Answer) => T) => answers.map(answer => of(answer.message, answer))
  const ids = list(message => message.messageId).sort()
  const given = sql`
    select * from unnest(${list(one => one.outboxId)}::uuid[], ${list(one => one.messageId)}::uuid[], ${list(one => one.token)}::bigint[],
      ${list((_, answer) => isSubmitted(answer) && !goesBack(answer))}::boolean[],
      ${list((_, answer) => (answer.kind === 'taken' ? firstOrThrow(answer.upstreamIds) : null))}::text[],
      ${list(one => one.attemptCount)}::smallint[])
      as given (outbox_id, message_id, token, is_submitted, upstream_id, attempt_count)`
  const { rows } = await sql<{ outboxId: string; messageId: string }>`
    with ${removedFrom(account, given, sql`(outbox_id, coalesce(claim_token, 0)) in (select outbox_id, token from given)`)},
    ours as (select given.* from given join removed using (outbox_id, message_id) where is_submitted),
    submitted as (
      update message as sent set state = 'submitted', channel_id = ${channelId}, upstream_id = answer.upstream_id, attempt_count = answer.attempts,
        submitted_at = ${now}, reason = case when answer.upstream_id is null then 'IN_DOUBT' end
      from unnest(array(select message_id from ours), array(select upstream_id from ours), array(select attempt_count from ours))
        as answer (id, upstream_id, attempts)
      where sent.account_id = ${account} and sent.message_id = answer.id and sent.state in ('queued', 'sending')
        and sent.message_id = any(${ids}::uuid[]) and sent.message_id between ${ids[0]} and ${ids.at(-1)})
    select outbox_id, message_id from removed`.execute(tx)
  if (rows.length === answers.length) return [...answers]
  const removed = new Set(rows.map(row => `${row.outboxId} ${row.messageId}`))
  return answers.filter(({ message }) => removed.has(`${message.outboxId} ${message.messageId}`))
}

const partsOf = (answer: Answer): DoubledPart[] =>
  answer.kind === 'taken'
    ? answer.upstreamIds.map((upstreamId, index) => ({
        upstreamId,
        messageId: answer.message.messageId,
        part: index + 1,
        partCount: answer.upstreamIds.length,
      }))
    : []

/** Saves the carrier's ids of parts for reports, whoever's the messages are by now. */
async function saveParts(tx: Tx, account: AccountId, channelId: string, parts: readonly DoubledPart[], now: Date): Promise<void> {
  if (parts.length === 0) return
  const { rows: doubled } = await sql<DoubledPart>`
    with named as (
      select * from unnest(${parts.map(part => part.upstreamId)}::text[], ${parts.map(part => part.messageId)}::uuid[],
        ${parts.map(part => part.part)}::smallint[], ${parts.map(part => part.partCount)}::smallint[]) as named (upstream_id, message_id, part, part_count)),
    saved as (
      insert into submitted_part (channel_id, upstream_id, account_id, message_id, part, part_count, submitted_at)
      select ${channelId}, upstream_id, ${account}, message_id, part, part_count, ${now} from named
      where not exists (select from doubled_part as known where known.channel_id = ${channelId} and known.upstream_id = named.upstream_id)
      on conflict (channel_id, upstream_id) do nothing returning upstream_id, message_id, part)
    select * from named where (upstream_id, message_id, part) not in (select * from saved)`.execute(tx)
  if (doubled.length > 0) await ingestDoubled(tx, account, channelId, doubled, now)
}

async function ingestDoubled(tx: Tx, account: AccountId, channelId: string, doubled: readonly DoubledPart[], now: Date): Promise<void> {
  await keepDoubled(tx, account, channelId, doubled, now)
  await matchParkedDoubled(
    tx,
    channelId,
    doubled.map(part => part.upstreamId),
  )
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

import { sql } from 'kysely'
import type { EsmeProtocol } from '#contract/apps/app-labels.ts'
import { accountRow } from '#db/account-row.ts'
import type { Db, Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** A stored submit, kept for its delivery report. */
export interface EsmeSubmit {
  submitId: string
  appId: string
  protocol: EsmeProtocol
  /** CMPP: the Msg_Id of the answer, unsigned decimal digits. SMPP's message_id is made of `submitId`. */
  wireId: string | null
  source: string
  /** SMPP: type of number (TON) in the high byte, numbering plan (NPI) in the low. */
  sourceKind: number
  destination: string
  destinationKind: number
  /** registered_delivery. 0: no report, 1: in any case, 2: on failure. */
  receipt: 0 | 1 | 2
  submittedAt: Date
}

/** A part of a concatenated message. `number` counts from one. */
export interface EsmePart extends EsmeSubmit {
  place: { reference: number; total: number; number: number }
  dataCoding: number
  body: Buffer
}

/** A part as it is stored, and the text that it completes. */
export interface StoredPart extends Pick<EsmeSubmit, 'submitId' | 'wireId'> {
  whole: ConcatenatedMessage | null
}

/** The parts of a complete message, in order. */
interface ConcatenatedMessage {
  submitIds: string[]
  body: Buffer
  /** The coding of the first part. */
  dataCoding: number
}

const list = <Row, Value>(rows: readonly Row[], of: (row: Row) => Value) => rows.map(of)

/** A submit of one text with its message, or with why there is none. */
export interface SubmitOutcome {
  submit: EsmeSubmit
  messageId: string | null
  /** The refusal of a submit that was answered as accepted: its report says so. */
  reason: string | null
}

/** Stores submits, in the transaction that creates their messages. */
export async function saveSubmits(tx: Tx, account: AccountId, submits: readonly SubmitOutcome[]): Promise<void> {
  if (submits.length === 0) return
  const ofSubmits = <Value>(of: (submit: EsmeSubmit) => Value) => list(submits, one => of(one.submit))
  await sql`
    insert into esme_submit (account_id, submit_id, app_id, protocol, wire_id, message_id, source, source_kind, destination, destination_kind, receipt,
      submitted_at, reason, ended_as, ended_at, due_at)
    select owner.account_id, given.*, case when reason is not null then 'rejected' end, case when reason is not null then submitted_at end,
      case when reason is not null and receipt > 0 then submitted_at end
    from ${accountRow(account)}
    cross join unnest(${ofSubmits(one => one.submitId)}::uuid[], ${ofSubmits(one => one.appId)}::uuid[], ${ofSubmits(one => one.protocol)}::text[],
      ${ofSubmits(one => one.wireId)}::text[], ${list(submits, one => one.messageId)}::uuid[], ${ofSubmits(one => one.source)}::text[],
      ${ofSubmits(one => one.sourceKind)}::integer[], ${ofSubmits(one => one.destination)}::text[],
      ${ofSubmits(one => one.destinationKind)}::integer[], ${ofSubmits(one => one.receipt)}::smallint[],
      ${ofSubmits(one => one.submittedAt)}::timestamptz[], ${list(submits, one => one.reason)}::text[]) as given (submit_id, app_id, protocol,
      wire_id, message_id, source, source_kind, destination, destination_kind, receipt, submitted_at, reason)`.execute(tx)
}

/**
 * Stores parts of concatenated messages. Returns for each, in order, the ids to answer with and, if it completes a
 * message, the whole text. A repeated part gets the ids of the first try, also after completion (its answer was lost).
 * Locks the row of the app's login: parts of one account are stored one transaction after another.
 */
export async function saveParts(tx: Tx, account: AccountId, parts: readonly EsmePart[]): Promise<StoredPart[]> {
  await sql`select from esme_account where account_id = ${account} and app_id = any(${list(parts, one => one.appId)}::uuid[])
    order by protocol, login_name for no key update`.execute(tx)
  const kept: StoredPart[] = []
  for (const part of parts) {
    const { place } = part
    const known = await lastPartAgain(tx, account, part)
    if (known) {
      kept.push({ ...known, whole: null })
      continue
    }
    const { rows } = await sql<Pick<StoredPart, 'submitId' | 'wireId'>>`
      insert into esme_submit (account_id, submit_id, app_id, protocol, wire_id, source, source_kind, destination, destination_kind, receipt,
        submitted_at, reference, part_count, part, data_coding, body)
      values (${account}, ${part.submitId}, ${part.appId}, ${part.protocol}, ${part.wireId}, ${part.source}, ${part.sourceKind}, ${part.destination},
        ${part.destinationKind}, ${part.receipt}, ${part.submittedAt}, ${place.reference}, ${place.total}, ${place.number}, ${part.dataCoding}, ${part.body})
      on conflict (account_id, app_id, protocol, source, destination, reference, part_count, part) where message_id is null and ended_at is null
      do update set body = excluded.body, data_coding = excluded.data_coding, receipt = excluded.receipt
      returning submit_id, wire_id`.execute(tx)
    kept.push({ ...firstOrThrow(rows), whole: await wholeText(tx, account, part) })
  }
  return kept
}

/**
 * The ids of the part that recently completed the same message, if this is a repetition of it; requires that no other
 * part was repeated before it.
 */
async function lastPartAgain(
  tx: Tx,
  account: AccountId,
  { appId, protocol, source, destination, place, ...part }: EsmePart,
): Promise<Pick<StoredPart, 'submitId' | 'wireId'> | null> {
  const since = new Date(part.submittedAt.getTime() - limits.esmePartMinutes * 60_000)
  const { rows } = await sql<Pick<StoredPart, 'submitId' | 'wireId'>>`
    select submit_id, wire_id from esme_submit
    where account_id = ${account} and app_id = ${appId} and protocol = ${protocol} and source = ${source} and destination = ${destination} and reference = ${place.reference}
      and part_count = ${place.total} and part = ${place.number} and data_coding = ${part.dataCoding} and body = ${part.body}
      and message_id is not null and submitted_at > ${since}
      and not exists (select from esme_submit as other where other.account_id = ${account} and other.app_id = ${appId} and other.protocol = ${protocol} and other.source = ${source}
        and other.destination = ${destination} and other.reference = ${place.reference} and other.part_count = ${place.total}
        and other.message_id is null and other.ended_at is null)
    limit 1`.execute(tx)
  return rows[0] ?? null
}

async function wholeText(
  tx: Tx,
  account: AccountId,
  { appId, protocol, source, destination, place }: EsmePart,
): Promise<ConcatenatedMessage | null> {
  const { rows } = await sql<{ submitId: string; dataCoding: number; body: Buffer }>`
    select submit_id, data_coding, body from esme_submit
    where account_id = ${account} and app_id = ${appId} and protocol = ${protocol} and source = ${source} and destination = ${destination} and reference = ${place.reference}
      and part_count = ${place.total} and message_id is null and ended_at is null
    order by part`.execute(tx)
  if (rows.length < place.total) return null
  return {
    submitIds: rows.map(row => row.submitId),
    body: Buffer.concat(rows.map(row => row.body)),
    dataCoding: firstOrThrow(rows).dataCoding,
  }
}

/**
 * Links the parts to their message, in the transaction that creates it; `lastId`: the part that completed it. Throws if
 * another transaction did so first: the message must not be created twice.
 */
export async function linkParts(
  tx: Tx,
  account: AccountId,
  submitIds: readonly string[],
  { messageId, lastId }: { messageId: string; lastId: string },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update esme_submit set message_id = ${messageId}, body = case when submit_id = ${lastId} then body end
    where account_id = ${account} and submit_id = any(${[...submitIds]}::uuid[]) and message_id is null and ended_at is null`.execute(tx)
  if (Number(numAffectedRows ?? 0) !== submitIds.length) throw new Error('the parts of a text were used twice')
}

/**
 * When the last part of a message is refused, no message is created: the accepted parts get a failure receipt. The last
 * part is deleted if its response says so already.
 */
export async function refuseParts(
  tx: Tx,
  account: AccountId,
  { submitIds, lastId, reason, now }: { submitIds: readonly string[]; lastId: string | null; reason: string; now: Date },
): Promise<void> {
  await sql`delete from esme_submit where account_id = ${account} and submit_id = ${lastId} and message_id is null`.execute(tx)
  await sql`
    update esme_submit set ended_as = 'rejected', reason = ${reason}, ended_at = ${now}, body = null, due_at = case when receipt > 0 then ${now}::timestamptz end
    where account_id = ${account} and submit_id = any(${[...submitIds]}::uuid[]) and message_id is null and ended_at is null`.execute(tx)
}

/** The first of 128 consecutive numbers from 0 to 65,535, of which none comes again before all others. */
export async function reserveCmppNumbers(db: Db): Promise<number> {
  const { rows } = await sql<{ first: number }>`select nextval('cmpp_message_id') as first`.execute(db)
  return firstOrThrow(rows).first
}

/** Expires parts of messages that stayed incomplete; returns the number. Purges those reported long ago. */
export async function expireParts(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - limits.esmePartMinutes * 60_000)
  const { numAffectedRows } = await sql`
    -- across accounts: parts that wait too long
    update esme_submit set ended_as = 'expired', reason = 'PARTMISS', ended_at = ${now}, body = null, due_at = case when receipt > 0 then ${now}::timestamptz end
    where message_id is null and ended_at is null and submitted_at < ${before}`.execute(db)
  await sql`
    -- across accounts: retention of submissions
    delete from esme_submit where submitted_at < ${new Date(now.getTime() - limits.esmeSubmitHours * 3_600_000)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

interface SubmitRow {
  submitId: string
  appId: string
  protocol: EsmeProtocol
  wireId: string | null
  messageId: string | null
  source: string
  sourceKind: number
  destination: string
  destinationKind: number
  receipt: EsmeSubmit['receipt']
  submittedAt: Date
  endedAs: string | null
  reason: string | null
  endedAt: Date | null
}

export interface KnownSubmit extends EsmeSubmit {
  messageId: string | null
  /** The final state of a part without a message. */
  end: { state: string; reason: string; at: Date } | null
}

const submitOf = (row: SubmitRow): KnownSubmit => ({
  submitId: row.submitId,
  appId: row.appId,
  protocol: row.protocol,
  wireId: row.wireId,
  messageId: row.messageId,
  source: row.source,
  sourceKind: row.sourceKind,
  destination: row.destination,
  destinationKind: row.destinationKind,
  receipt: row.receipt,
  submittedAt: row.submittedAt,
  end: row.endedAt ? { state: row.endedAs ?? 'rejected', reason: row.reason ?? '', at: row.endedAt } : null,
})

const columns = [
  'submitId',
  'appId',
  'protocol',
  'wireId',
  'messageId',
  'source',
  'sourceKind',
  'destination',
  'destinationKind',
  'receipt',
  'submittedAt',
  'endedAs',
  'reason',
  'endedAt',
] as const

/** The state of messages' submissions, all parts of each, in order. */
export async function submitsOf(executor: Executor, account: AccountId, messageIds: readonly string[]): Promise<KnownSubmit[]> {
  if (messageIds.length === 0) return []
  const rows = await executor
    .selectFrom('esmeSubmit')
    .select(columns)
    .where('accountId', '=', account)
    .where('messageId', 'in', [...messageIds])
    .orderBy('part')
    .execute()
  return rows.map(submitOf)
}

export async function findSubmit(executor: Executor, account: AccountId, appId: string, submitId: string): Promise<KnownSubmit | null> {
  const row = await executor
    .selectFrom('esmeSubmit')
    .select(columns)
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('submitId', '=', submitId)
    .executeTakeFirst()
  return row ? submitOf(row) : null
}

/** Claims submissions without a message whose receipts are due; they are claimed again after the lease. */
export async function claimEndedSubmits(
  tx: Tx,
  account: AccountId,
  appId: string,
  { protocol, limit, now }: { protocol: EsmeProtocol; limit: number; now: Date },
): Promise<KnownSubmit[]> {
  const { rows } = await sql<SubmitRow>`
    update esme_submit set due_at = ${new Date(now.getTime() + limits.pullLeaseSeconds * 1_000)}
    from (select submit_id as id from esme_submit where account_id = ${account} and app_id = ${appId} and protocol = ${protocol} and due_at <= ${now}
      order by due_at limit ${limit} for update skip locked) as ready
    where account_id = ${account} and submit_id = ready.id
    returning submit_id, app_id, protocol, wire_id, message_id, source, source_kind, destination, destination_kind, receipt, submitted_at, ended_as, reason, ended_at`.execute(
    tx,
  )
  return rows.map(submitOf)
}

/** Marks receipts as sent, or schedules a retry at `again`. */
export async function markReceiptsSent(db: Tx, account: AccountId, submitIds: readonly string[], again: Date | null): Promise<void> {
  if (submitIds.length === 0) return
  await sql`update esme_submit set due_at = ${again} where account_id = ${account} and submit_id = any(${[...submitIds]}::uuid[]) and due_at is not null`.execute(
    db,
  )
}

/** The apps with deliveries waiting for a protocol. */
export async function appsWithDeliveries(
  db: Db,
  protocol: EsmeProtocol,
  apps: readonly { account: AccountId; appId: string }[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (apps.length === 0) return new Set()
  const { rows } = await sql<{ appId: string }>`
    -- across accounts: the apps bound to one process
    select bound.app_id from app as bound where bound.account_id = any(${list(apps, one => one.account)}::uuid[])
      and bound.app_id = any(${list(apps, one => one.appId)}::uuid[]) and (exists (select from push_event as event where event.account_id = bound.account_id and event.sink = ${protocol} and event.queue_id = bound.app_id
        and event.state = 'waiting' and event.due_at <= ${now})
      or exists (select from esme_submit as submit where submit.account_id = bound.account_id and submit.app_id = bound.app_id and submit.protocol = ${protocol}
        and submit.due_at <= ${now}))`.execute(db)
  return new Set(rows.map(row => row.appId))
}

import { type RawBuilder, sql } from 'kysely'
import type { MessageState } from '#contract/messages/message-state.ts'
import { sandboxResultOf } from '#contract/messages/sandbox.ts'
import { accountRow } from '#db/account-row.ts'
import type { Db, Executor, Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { type AccountId, idFloor, idTime } from '#values/id.ts'

/** A checked message of a test app. */
export interface SandboxMessage {
  messageId: string
  appId: string
  kind: MessageKind
  signatureId: string | null
  templateId: string | null
  phone: string
  carrier: string
  /** As a phone would show it, signature included. */
  content: string
  segmentCount: number
  customId?: string | null | undefined
  /** How it came in. */
  ingress?: string | null
  /** Its request. */
  batchId?: string | null
}

/**
 * Accepts messages of a test app, in the caller's transaction: nothing is sent, held or counted, and `settleSandbox`
 * ends each as its number determines (contract/messages/sandbox.ts). `sendAt`: when they would be sent, unless now.
 */
export async function acceptSandbox(
  tx: Tx,
  account: AccountId,
  messages: readonly SandboxMessage[],
  now: Date,
  sendAt: Date = now,
): Promise<void> {
  if (messages.length > 0) await acceptedSandbox(account, messages, now, sendAt).execute(tx)
}

/** The statement that accepts them; needs at least one. */
export function acceptedSandbox(
  account: AccountId,
  messages: readonly SandboxMessage[],
  now: Date,
  sendAt: Date = now,
): RawBuilder<unknown> {
  const list = <K extends keyof SandboxMessage>(key: K) => messages.map(message => message[key] ?? null)
  const dueAts = messages.map(({ phone }) => {
    const { end, delayMs } = sandboxResultOf(phone)
    return end && new Date(sendAt.getTime() + delayMs)
  })
  return sql`
    insert into sandbox_message (account_id, message_id, app_id, kind, signature_id, template_id, phone, carrier, content, segment_count, custom_id, ingress,
      batch_id, due_at, submitted_at)
    select owner.account_id, given.*, ${sendAt}
    from ${accountRow(account)}
    cross join unnest(${list('messageId')}::uuid[], ${list('appId')}::uuid[], ${list('kind')}::text[], ${list('signatureId')}::uuid[], ${list('templateId')}::uuid[],
      ${list('phone')}::text[], ${list('carrier')}::text[], ${list('content')}::text[], ${list('segmentCount')}::smallint[], ${list('customId')}::text[],
      ${list('ingress')}::text[], ${list('batchId')}::uuid[], ${dueAts}::timestamptz[]) as given`
}

/** A message of a test app that has ended. */
export interface EndedSandboxMessage {
  account: AccountId
  messageId: string
  appId: string
  ingress: string | null
  phone: string
  /** Text of its signature. */
  signature: string | null
  segmentCount: number
  customId: string | null
  state: MessageState
  code: string
  submittedAt: Date
  finishedAt: Date
  /** The phone's reply. */
  reply: string | null
}

const batchSize = 500

/**
 * Ends due messages of test apps, each account's in a transaction of its own, to which `onEnded` adds the events. Takes
 * the platform's database. Returns how many it ended. Concurrent runs share the work.
 */
export async function settleSandbox(
  db: Db,
  now: Date,
  onEnded: (tx: Tx, account: AccountId, ended: readonly EndedSandboxMessage[]) => Promise<void>,
): Promise<number> {
  let endedCount = 0
  for (;;) {
    const { rows: due } = await sql<{ accountId: AccountId }>`
      select distinct account_id from (select account_id from sandbox_message -- across accounts: whatever is due
      where due_at <= ${now} order by due_at limit ${batchSize}) as due`.execute(db)
    if (due.length === 0) return endedCount
    for (const { accountId: account } of due)
      endedCount += await db.transaction().execute(async tx => {
        const ended = await endDue(tx, account, now)
        if (ended.length > 0) await onEnded(tx, account, ended)
        return ended.length
      })
  }
}

async function endDue(tx: Tx, account: AccountId, now: Date): Promise<EndedSandboxMessage[]> {
  const rows = await tx
    .selectFrom('sandboxMessage')
    .select(['messageId', 'appId', 'ingress', 'phone', 'content', 'segmentCount', 'customId', 'submittedAt', 'dueAt'])
    .where('accountId', '=', account)
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  const ended = rows.flatMap(row => {
    const { end, reply = null } = sandboxResultOf(row.phone)
    if (!end || !row.dueAt) return []
    const { messageId, appId, ingress, phone, segmentCount, customId } = row
    const times = { submittedAt: row.submittedAt, finishedAt: row.dueAt }
    return [
      { account, messageId, appId, ingress, phone, signature: signatureOf(row.content), segmentCount, customId, ...end, ...times, reply },
    ]
  })
  await sql`update sandbox_message as one set state = ended.state, reason = ended.code, finished_at = one.due_at, due_at = null
    from unnest(${ended.map(row => row.messageId)}::uuid[], ${ended.map(row => row.state)}::text[], ${ended.map(row => row.code)}::text[])
      as ended (id, state, code)
    where one.account_id = ${account} and one.message_id = ended.id`.execute(tx)
  return ended
}

/** A text starts with its signature. */
const signatureOf = (content: string) => /^【([^】]*)】/.exec(content)?.[1] ?? null

/**
 * Cancels those of these messages that are not yet due, and returns them; `cancelSandboxMessages` enqueues their
 * events.
 */
export async function cancelSandbox(
  tx: Tx,
  account: AccountId,
  messageIds: readonly string[],
  now: Date,
): Promise<Pick<EndedSandboxMessage, 'messageId' | 'appId' | 'ingress'>[]> {
  return tx
    .updateTable('sandboxMessage')
    .set({ state: 'canceled', reason: 'canceled', finishedAt: now, dueAt: null })
    .where('accountId', '=', account)
    .where('messageId', 'in', [...messageIds])
    .where('state', '=', 'submitted')
    .where('submittedAt', '>', now)
    .returning(['messageId', 'appId', 'ingress'])
    .execute()
}

export interface SandboxFilter {
  appId: string
  messageIds?: readonly string[] | undefined
  phone?: string | undefined
  customId?: string | undefined
  state?: MessageState | undefined
  from?: Date | undefined
  until?: Date | undefined
  /** Those older than this one. */
  before?: string | undefined
  limit: number
}

/** Messages of a test app, newest first; one that is not yet due is `queued`. */
export async function listSandbox(executor: Executor, account: AccountId, filter: SandboxFilter, now: Date) {
  const { rows } = await sql<{
    messageId: string
    batchId: string | null
    phone: string
    state: MessageState
    code: string | null
    segmentCount: number
    customId: string | null
    content: string
    kind: MessageKind
    submittedAt: Date | null
    finishedAt: Date | null
  }>`
    select * from (
      select message_id as "messageId", batch_id, phone, case when state = 'submitted' and submitted_at > ${now} then 'queued' else state end as state, reason as code,
        segment_count, custom_id, content, kind,
        case when submitted_at <= ${now} and state <> 'canceled' then submitted_at end as "submittedAt", finished_at
      from sandbox_message where account_id = ${account} and app_id = ${filter.appId}
        and (${filter.messageIds ?? null}::uuid[] is null or message_id = any(${filter.messageIds ?? null}::uuid[]))
        and (${filter.phone ?? null}::text is null or phone = ${filter.phone ?? null})
        and (${filter.customId ?? null}::text is null or custom_id = ${filter.customId ?? null})
        and (${filter.before ?? null}::uuid is null or message_id < ${filter.before ?? null})
        and message_id >= ${idFloorOr(filter.from, '00000000-0000-0000-0000-000000000000')}
        and message_id < ${idFloorOr(filter.until, 'ffffffff-ffff-ffff-ffff-ffffffffffff')}
    ) as shown
    where ${filter.state ?? null}::text is null or state = ${filter.state ?? null}
    order by "messageId" desc limit ${filter.limit}`.execute(executor)
  return rows.map(row => ({ ...row, acceptedAt: idTime(row.messageId) }))
}

const idFloorOr = (at: Date | undefined, otherwise: string) => (at ? idFloor(at) : otherwise)

/** Purges messages of test apps that were accepted before a moment. Takes the platform's database. */
export async function purgeSandbox(db: Db, before: Date): Promise<void> {
  await sql`delete from sandbox_message -- across accounts: old trials
    where message_id < ${idFloor(before)}`.execute(db)
}

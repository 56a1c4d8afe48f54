import { sql } from 'kysely'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'

/** A person's visit through a link; only visits by a recipient's own code count here. */
export interface ClickNote {
  messageId: string | null
  linkId: string
  atMs: number
}

interface Click {
  messageId: string
  linkId: string
  firstAt: Date
  lastAt: Date
  count: number
}

/**
 * Adds persons' visits to the messages that carried the link: first and last visit, visit count, and clicks of the
 * broadcast. Runs in the transaction that writes the visits, so that both always agree, in the role of the platform or
 * of the account.
 */
export async function recordClicks(tx: Tx, account: AccountId, notes: readonly ClickNote[]): Promise<void> {
  const clicks = clicksOf(notes)
  if (clicks.length === 0) return
  const { rows } = await sql<{ broadcastId: string | null; messageId: string; linkId: string; isFirst: boolean }>`
    insert into message_click (account_id, message_id, link_id, broadcast_id, first_at, last_at, click_count)
    select owner.account_id, click.message_id, click.link_id, message.broadcast_id, click.first_at, click.last_at, click.click_count
    from ${accountRow(account)}
    cross join unnest(${clicks.map(click => click.messageId)}::uuid[], ${clicks.map(click => click.linkId)}::uuid[],
      ${clicks.map(click => click.firstAt)}::timestamptz[], ${clicks.map(click => click.lastAt)}::timestamptz[],
      ${clicks.map(click => click.count)}::int[]) as click (message_id, link_id, first_at, last_at, click_count)
    left join message on message.account_id = ${account}::uuid and message.message_id = click.message_id
    on conflict (account_id, message_id, link_id) do update set click_count = message_click.click_count + excluded.click_count,
      first_at = least(message_click.first_at, excluded.first_at), last_at = greatest(message_click.last_at, excluded.last_at)
    returning broadcast_id, message_id, link_id, xmax = 0 as "isFirst"`.execute(tx)
  const counts = new Map(clicks.map(click => [keyOf(click), click.count]))
  const byBroadcast = Map.groupBy(
    rows.flatMap(({ broadcastId, ...row }) => (broadcastId === null ? [] : [{ ...row, broadcastId }])),
    row => row.broadcastId,
  )
  // Always in the same order: concurrent writers can't deadlock.
  const totals = [...byBroadcast].sort(([a], [b]) => (a < b ? -1 : 1))
  if (totals.length === 0) return
  await sql`
    insert into broadcast_click (account_id, broadcast_id, message_count, click_count)
    select owner.account_id, one.*
    from ${accountRow(account)}
    cross join unnest(${totals.map(([broadcastId]) => broadcastId)}::uuid[],
      ${totals.map(([, found]) => found.filter(row => row.isFirst).length)}::bigint[],
      ${totals.map(([, found]) => found.reduce((sum, row) => sum + getOrThrow(counts, keyOf(row)), 0))}::bigint[]) as one
    on conflict (account_id, broadcast_id) do update
    set message_count = broadcast_click.message_count + excluded.message_count, click_count = broadcast_click.click_count + excluded.click_count`.execute(
    tx,
  )
}

const keyOf = ({ messageId, linkId }: { messageId: string; linkId: string }) => `${messageId} ${linkId}`

/** Each message and link once, in the same order for all writers. */
function clicksOf(notes: readonly ClickNote[]): Click[] {
  const clicks = new Map<string, Click>()
  for (const { messageId, linkId, atMs } of notes) {
    if (messageId === null) continue
    const at = new Date(atMs)
    const key = keyOf({ messageId, linkId })
    const known = clicks.get(key)
    if (!known) clicks.set(key, { messageId, linkId, firstAt: at, lastAt: at, count: 1 })
    else {
      if (at < known.firstAt) known.firstAt = at
      if (at > known.lastAt) known.lastAt = at
      known.count += 1
    }
  }
  return [...clicks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, click]) => click)
}

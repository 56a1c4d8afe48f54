import { type RawBuilder, sql } from 'kysely'
import {
  type ArchivedMessage,
  type PersonalDataCounts,
  type PersonalDataKind,
  personalDataKinds,
} from '#contract/personal-data/admin-personal-data.ts'
import type { Executor } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { csvText } from '#values/csv.ts'
import { type AccountId, idTime } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Number and text of a message whose recipient had them erased. */
export const erasedText = '已删除'

interface Source {
  table: string
  /** A UUIDv7 that says when the row was made, or a time. */
  at: RawBuilder<unknown>
  /** What it says of the person. */
  text: RawBuilder<unknown>
}

type StoredKind = Exclude<PersonalDataKind, 'archived'>

const sources: Record<StoredKind, Source> = {
  message: { table: 'message', at: sql`found.message_id`, text: sql`found.content` },
  inbound: { table: 'inbound', at: sql`found.received_at`, text: sql`found.text` },
  contact: {
    table: 'contact',
    at: sql`found.created_at`,
    text: sql`concat_ws(' ', found.name, (select string_agg(value, ' ') from jsonb_each_text(found.fields)), found.remark)`,
  },
  leftOut: { table: 'left_out_recipient', at: sql`found.upload_id`, text: sql`found.reason` },
  testNumber: { table: 'test_number', at: sql`found.created_at`, text: sql`found.remark` },
  blacklist: { table: 'blacklist', at: sql`found.created_at`, text: sql`found.reason` },
  optOut: { table: 'opt_out_record', at: sql`found.at`, text: sql`concat_ws(' ', found.act, found.words, found.address)` },
  member: { table: 'member', at: sql`found.created_at`, text: sql`concat_ws(' ', found.name, found.login, found.email)` },
  alertContact: { table: 'alert_contact', at: sql`found.created_at`, text: sql`concat_ws(' ', found.name, found.email)` },
}

/**
 * The rows of one kind about a number, of all accounts: messages by their index, whose first column is the number,
 * others by a lookup for each account.
 */
export const rowsAbout = (kind: StoredKind, phone: string): RawBuilder<unknown> => {
  const table = sql.table(sources[kind].table)
  return kind === 'message'
    ? sql`(select * from ${table} where phone = ${phone})` // across accounts: one person's data
    : sql`(select one.* from account as owner cross join lateral (
        select * from ${table} as mine where mine.account_id = owner.account_id and mine.phone = ${phone} offset 0) as one)`
}

/** How many rows of each kind are about a number, without the archive; kinds without any are left out. */
export async function countPersonalData(executor: Executor, phone: string): Promise<PersonalDataCounts> {
  const counts: PersonalDataCounts = {}
  for (const kind of keysOf(sources)) {
    const { rows } = await sql<{ count: number }>`
      -- across accounts: one person's data
      select count(*) as count from ${rowsAbout(kind, phone)} as found`.execute(executor)
    const { count } = firstOrThrow(rows)
    if (count > 0) counts[kind] = count
  }
  return counts
}

/** The copy that a person gets: a line for each row about their number, as CSV, with what the archive has. */
export async function copyOf(executor: Executor, phone: string, archived: readonly ArchivedMessage[]): Promise<string> {
  const lines = [['数据', '客户', '时间', '内容']]
  // A month that is attached for a while is in both.
  const messageIds = new Set<Date | string>()
  for (const kind of keysOf(sources)) {
    const { at, text } = sources[kind]
    const { rows } = await sql<{ accountName: string; at: Date | string; text: string | null }>`
      -- across accounts: one person's data
      select ${shownAccountName} as account_name, ${at} as at, ${text} as text
      from ${rowsAbout(kind, phone)} as found join account on account.account_id = found.account_id order by at`.execute(executor)
    for (const row of rows) {
      if (kind === 'message') messageIds.add(row.at)
      const time = typeof row.at === 'string' ? idTime(row.at) : row.at
      lines.push([personalDataKinds[kind].name, row.accountName, formatChinaTime(time), row.text ?? ''])
    }
  }
  const { rows: accounts } = await sql<{ accountId: AccountId; name: string }>`
    -- across accounts: one person's data
    select account_id, ${shownAccountName} as name from account where account_id = any(${archived.map(one => one.accountId)}::uuid[])`.execute(
    executor,
  )
  const names = new Map(accounts.map(({ accountId, name }) => [accountId, name]))
  for (const { accountId, messageId, content } of archived)
    if (!messageIds.has(messageId))
      lines.push([personalDataKinds.archived.name, names.get(accountId) ?? '', formatChinaTime(idTime(messageId)), content])
  return `\ufeff${lines.map(line => `${line.map(csvText).join(',')}\r\n`).join('')}`
}

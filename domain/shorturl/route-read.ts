import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { LinkState, Route, RouteRule } from './route.ts'

/** A code and what it leads to. */
export interface FoundCode {
  domain: string
  code: string
  messageId: string | null
  route: Route
}

interface CodeRow {
  domain: string
  code: string
  message_id: string | null
  account_id: string
  link_id: string
  state: string
  target: string
  starts_at: Date | null
  ends_at: Date | null
  ended_target: string | null
  passes_query: boolean
  rules: RouteRule[]
}

const columns = sql`short_code.domain, short_code.code, short_code.message_id, link.account_id, link.link_id, link.state, link.target, link.starts_at,
  link.ends_at, link.ended_target, link.passes_query, link.rules`

const foundOf = (row: CodeRow): FoundCode => ({
  domain: row.domain,
  code: row.code,
  messageId: row.message_id,
  route: {
    accountId: row.account_id,
    linkId: row.link_id,
    state: row.state as LinkState,
    target: row.target,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    endedTarget: row.ended_target,
    passesQuery: row.passes_query,
    rules: row.rules,
  },
})

/** The link of a code, whatever its state; null when there is none. In the platform's role. */
export async function findCode(executor: Executor, domain: string, code: string): Promise<FoundCode | null> {
  const { rows } = await sql<CodeRow>`
    -- across accounts: a code's account is what is looked for.
    select ${columns} from short_code join link on link.account_id = short_code.account_id and link.link_id = short_code.link_id
    where short_code.domain = ${domain} and short_code.code = ${code}`.execute(executor)
  return rows[0] ? foundOf(rows[0]) : null
}

/** Codes of active links that came to be after a moment, newest first. In the platform's role. */
export async function newestCodes(executor: Executor, since: Date, most: number): Promise<FoundCode[]> {
  const { rows } = await sql<CodeRow>`
    -- across accounts: the redirector serves all of them.
    select ${columns} from short_code join link on link.account_id = short_code.account_id and link.link_id = short_code.link_id
    where short_code.created_at >= ${since} and link.state = 'active' order by short_code.created_at desc limit ${most}`.execute(executor)
  return rows.map(foundOf)
}

/** Changes of links after one that is known; `seen` are those beyond it that need not come again. In the platform's role. */
export async function readChanges(
  executor: Executor,
  after: number,
  seen: readonly number[],
): Promise<{ changeId: number; linkId: string }[]> {
  const { rows } = await sql<{ changeId: number; linkId: string }>`
    select change_id as "changeId", link_id as "linkId" from link_change
    where change_id > ${after} and change_id <> all(${seen}::bigint[]) order by change_id`.execute(executor)
  return rows
}

/** The newest change that there is, 0 without any. In the platform's role. */
export async function lastChange(executor: Executor): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(change_id), 0)::bigint as last from link_change`.execute(executor)
  return rows[0]!.last
}

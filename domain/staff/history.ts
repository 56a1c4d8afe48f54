import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'

export interface HistoryFilter {
  /** As the audit log names it. */
  object?: string | undefined
  account?: AccountId | undefined
  /** An audit log id: the page starts after it. */
  cursor?: string | undefined
  pageSize: number
}

/** Acts of some kinds, newest first, without refused attempts. */
export async function listHistory(executor: Executor, actions: readonly string[], filter: HistoryFilter) {
  const wanted = [
    sql`act.action = any(${[...actions]}::text[])`,
    sql`act.result = 'ok'`,
    ...(filter.object ? [sql`act.object = ${filter.object}`] : []),
    ...(filter.account ? [sql`act.account_id = ${filter.account}`] : []),
    ...(filter.cursor ? [sql`act.audit_id < ${filter.cursor}`] : []),
  ]
  const { rows } = await sql<{
    auditId: string
    action: string
    staffName: string
    accountName: string | null
    object: string | null
    detail: Record<string, unknown>
    at: Date
  }>`
    -- across accounts: the staff's own log, with the names of the customers that it concerns
    select act.audit_id, act.action, coalesce(staff.name, '') as "staffName", ${shownAccountName} as "accountName", act.object,
      coalesce(act.detail, '{}') as detail, act.at
    from staff_audit_log as act
    left join staff on staff.staff_id = act.staff_id
    left join account on account.account_id = act.account_id
    where ${sql.join(wanted, sql` and `)} order by act.audit_id desc limit ${filter.pageSize + 1}`.execute(executor)
  return pageOf(rows, filter.pageSize, row => row.auditId)
}

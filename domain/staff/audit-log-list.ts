import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'

export interface AuditLogFilter {
  action?: string | undefined
  staffId?: string | undefined
  account?: AccountId | undefined
  /** An audit log id: the page starts after it. */
  cursor?: string | undefined
  pageSize: number
}

/** Audit log of staff, including refused attempts, newest first. */
export async function listStaffAuditLog(executor: Executor, filter: AuditLogFilter) {
  const wanted = [
    sql`true`,
    ...(filter.action ? [sql`act.action = ${filter.action}`] : []),
    ...(filter.staffId ? [sql`act.staff_id = ${filter.staffId}`] : []),
    ...(filter.account ? [sql`act.account_id = ${filter.account}`] : []),
    ...(filter.cursor ? [sql`act.audit_id < ${filter.cursor}`] : []),
  ]
  const { rows } = await sql<{
    auditId: string
    action: string
    staffName: string
    accountId: AccountId | null
    accountName: string | null
    object: string | null
    result: string
    address: string
    place: string | null
    change: { before?: Record<string, unknown> | null; after?: Record<string, unknown> | null } | null
    detail: Record<string, unknown>
    at: Date
  }>`
    -- across accounts: the staff's own log, with the names of the customers that it concerns
    select act.audit_id, act.action, coalesce(staff.name, '') as "staffName", act.account_id,
      ${shownAccountName} as "accountName", act.object, act.result, coalesce(act.address, '') as address, act.place, act.change, coalesce(act.detail, '{}') as detail, act.at
    from staff_audit_log as act
    left join staff on staff.staff_id = act.staff_id
    left join account on account.account_id = act.account_id
    where ${sql.join(wanted, sql` and `)} order by act.audit_id desc limit ${filter.pageSize + 1}`.execute(executor)
  const page = pageOf(rows, filter.pageSize, row => row.auditId)
  return {
    ...page,
    rows: page.rows.map(({ change, ...row }) => ({ ...row, change: { before: change?.before ?? null, after: change?.after ?? null } })),
  }
}

/** All staff, for the log's filter. */
export const listStaff = (executor: Executor) => executor.selectFrom('staff').select(['staffId', 'name']).orderBy('name').execute()

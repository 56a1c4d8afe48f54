import { sql } from 'kysely'
import type { AuditLogFilter } from '#contract/identity/audit-log.ts'
import { type AuditLogKind, moduleOf, partsOfModule } from '#contract/identity/audit-log-labels.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { agentName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'
import { actionName, actionsNamed, resultText } from './audit-log-name.ts'

interface Row {
  auditId: string
  at: Date
  kind: AuditLogKind
  actor: string | null
  action: string
  object: string | null
  result: string
  reason: string | null
  address: string | null
  place: string | null
}

const shown = (row: Row) => ({
  ...pick(row, 'auditId', 'at', 'kind', 'actor', 'object', 'place'),
  module: moduleOf(row.action),
  action: actionName(row.action),
  isDone: row.result === 'ok',
  reason: row.result === 'ok' ? null : (row.reason ?? resultText(row.result)),
  address: row.address ?? '',
})

const escaped = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function wanted(account: AccountId, filter: AuditLogFilter) {
  const parts = filter.module ? partsOfModule(filter.module) : null
  const part = sql`split_part(action, '/', 1)`
  return sql.join(
    [
      sql`account_id = ${account}`,
      sql`kind = ${filter.kind}`,
      sql`at >= ${filter.from}`,
      sql`at < ${filter.until}`,
      ...(filter.memberId ? [sql`member_id = ${filter.memberId}`] : []),
      ...(parts ? [parts.isIn ? sql`${part} = any(${parts.parts})` : sql`not ${part} = any(${parts.parts})`] : []),
      ...(filter.result ? [filter.result === 'ok' ? sql`result = 'ok'` : sql`result <> 'ok'`] : []),
      ...(filter.address ? [sql`address like ${`${filter.address.replace(/[\\%_]/g, '\\$&')}%`}`] : []),
      ...(filter.keyword
        ? [
            sql`(object ilike ${escaped(filter.keyword)} or actor ilike ${escaped(filter.keyword)} or request_id = ${filter.keyword}
              or action = any(${actionsNamed(filter.keyword)}))`,
          ]
        : []),
    ],
    sql` and `,
  )
}

/** Audit log lines of an account, the newest first. */
export async function listAuditLog(
  executor: Executor,
  account: AccountId,
  filter: AuditLogFilter,
  { cursor, pageSize }: { cursor?: string | undefined; pageSize: number },
) {
  const after = cursor ? sql`and audit_id < ${cursor}` : sql``
  const { rows } = await sql<Row>`
    select audit_id, at, kind, actor, action, object, result, reason, address, place from audit_log
    where ${wanted(account, filter)} ${after} order by audit_id desc limit ${pageSize + 1}`.execute(executor)
  const page = pageOf(rows, pageSize, row => row.auditId)
  return { ...page, rows: page.rows.map(shown) }
}

/** The number of matching lines, counted up to `most`. */
export async function countAuditLog(executor: Executor, account: AccountId, filter: AuditLogFilter, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from audit_log where ${wanted(account, filter)} limit ${most}) as line`.execute(executor)
  return firstOrThrow(rows).count
}

/** One line with all details. Refuses `not_found`. */
export async function readAuditLogEntry(executor: Executor, account: AccountId, auditId: string) {
  const row = await executor
    .selectFrom('auditLog')
    .leftJoin('auditChainEntry', join =>
      join.onRef('auditChainEntry.accountId', '=', 'auditLog.accountId').onRef('auditChainEntry.auditId', '=', 'auditLog.auditId'),
    )
    .selectAll('auditLog')
    .select(['auditChainEntry.position', 'auditChainEntry.hash'])
    .where('auditLog.accountId', '=', account)
    .where('auditLog.auditId', '=', auditId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return {
    ...shown(row),
    agent: row.agent ?? '',
    device: row.agent ? agentName(row.agent) : null,
    ...pick(row, 'requestId', 'detail', 'position'),
    before: row.change?.before ?? null,
    after: row.change?.after ?? null,
    hash: row.hash ? row.hash.toString('hex') : null,
  }
}

/** Present and former members, for the log's filter. */
export const peopleOf = (executor: Executor, account: AccountId) =>
  executor.selectFrom('member').select(['memberId', 'name']).where('accountId', '=', account).orderBy('name').execute()

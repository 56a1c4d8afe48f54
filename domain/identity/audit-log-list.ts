import { sql } from 'kysely'
import type { AuditLogFilter } from '#contract/identity/audit-log.ts'
import { type AuditLogKind, actionOfCall, moduleOf, partsOfModule } from '#contract/identity/audit-log-labels.ts'
import { refuse } from '#contract/refusals.ts'
import { undoCalls } from '#contract/undo/undo.ts'
import type { Executor } from '#db/connect.ts'
import { agentName } from '#domain/platform/index.ts'
import { type AccountId, decodeId, idFloor } from '#values/id.ts'
import { limits } from '#values/limits.ts'
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
  /** As the line's details have it. */
  undoId: string | null
}

const shown = (row: Row) => ({
  ...pick(row, 'auditId', 'at', 'kind', 'actor', 'object', 'place'),
  module: moduleOf(row.action),
  action: actionName(row.action),
  isDone: row.result === 'ok',
  reason: row.result === 'ok' ? null : (row.reason ?? resultText(row.result)),
  address: row.address ?? '',
  undoId: row.undoId === null || row.action === undoAction ? null : decodeId('undo', row.undoId),
})

/** The line of undoing names the act in the same place as the act's own line. */
const undoAction = actionOfCall(undoCalls.undo)
const undoIdIn = sql<string | null>`audit_log.detail ->> 'undoId'`

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
    select audit_id, at, kind, actor, action, object, result, reason, address, place, ${undoIdIn} as undo_id from audit_log
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
    .select(['auditChainEntry.position', 'auditChainEntry.hash', undoIdIn.as('undoId')])
    .where('auditLog.accountId', '=', account)
    .where('auditLog.auditId', '=', auditId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return {
    ...shown(row),
    device: row.agent ? agentName(row.agent) : null,
    ...pick(row, 'requestId', 'detail', 'position'),
    before: row.change?.before ?? null,
    after: row.change?.after ?? null,
    hash: row.hash ? row.hash.toString('hex') : null,
    linked: await linkedLines(executor, account, row),
  }
}

const hourMs = 3_600_000

/** Lines of the same act and of undoing it, which is possible for some hours, the oldest first. */
async function linkedLines(executor: Executor, account: AccountId, { auditId, at, undoId }: Pick<Row, 'auditId' | 'at' | 'undoId'>) {
  if (undoId === null) return []
  const within = (limits.undoHours + 1) * hourMs
  const { rows } = await sql<{ auditId: string; at: Date; actor: string | null; action: string }>`
    select audit_id, at, actor, action from audit_log
    where account_id = ${account} and audit_id > ${idFloor(new Date(at.getTime() - within))} and audit_id < ${idFloor(new Date(at.getTime() + within))}
      and audit_id <> ${auditId} and result = 'ok' and ${undoIdIn} = ${undoId} order by audit_id limit 10`.execute(executor)
  return rows.map(row => ({ ...row, action: actionName(row.action) }))
}

/** Present and former members, for the log's filter. */
export const peopleOf = (executor: Executor, account: AccountId) =>
  executor.selectFrom('member').select(['memberId', 'name']).where('accountId', '=', account).orderBy('name').execute()

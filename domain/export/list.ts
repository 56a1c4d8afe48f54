import { type ExportName, type ExportState, exportStates } from '#contract/export/export.ts'
import type { Role } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf, tableOf } from '#values/keys.ts'
import { pageOf } from '#values/page.ts'
import { sourcesFor } from './permission.ts'

interface ListInput {
  state?: ExportState | undefined
  source?: ExportName | undefined
  cursor?: string | undefined
  pageSize: number
}

/** Exports of the lists that the role may see, newest first, and their number by state. */
export async function listExports(executor: Executor, account: AccountId, input: ListInput, role: Role) {
  let query = shown(executor, account, role)
    .orderBy('export_id', 'desc')
    .limit(input.pageSize + 1)
  if (input.state) query = query.where('export_job.state', '=', input.state)
  if (input.source) query = query.where('source', '=', input.source)
  if (input.cursor) query = query.where('export_id', '<', input.cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), input.pageSize, row => row.export_id)
  return { rows: rows.map(present), nextCursor, counts: await countByState(executor, account, role) }
}

/** One export. Refuses `not_found`, also if the role may not see the list. */
export async function readExport(executor: Executor, account: AccountId, exportId: string, role: Role) {
  const row = await shown(executor, account, role).where('export_id', '=', exportId).executeTakeFirst()
  return row ? present(row) : refuse('not_found')
}

const shown = (executor: Executor, account: AccountId, role: Role) =>
  executor
    .selectFrom('export_job')
    .innerJoin('member', join =>
      join.onRef('member.account_id', '=', 'export_job.account_id').onRef('member.member_id', '=', 'export_job.member_id'),
    )
    .selectAll('export_job')
    .select('member.name as member_name')
    .where('export_job.account_id', '=', account)
    .where('deleted_at', 'is', null)
    .where('source', 'in', sourcesFor(role))

async function countByState(executor: Executor, account: AccountId, role: Role): Promise<Record<ExportState, number>> {
  const rows = await executor
    .selectFrom('export_job')
    .select(row => ['state', row.fn.countAll<number>().as('found')])
    .where('account_id', '=', account)
    .where('deleted_at', 'is', null)
    .where('source', 'in', sourcesFor(role))
    .groupBy('state')
    .execute()
  const found = new Map(rows.map(row => [row.state, row.found]))
  const states = keysOf(exportStates)
  return tableOf(states, state => found.get(state) ?? 0)
}

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

const present = (row: Row) => ({
  exportId: row.export_id,
  source: row.source,
  facts: row.facts,
  format: row.format,
  columnCount: row.columns.length,
  isFull: row.is_full,
  state: row.state,
  failure: row.failure,
  rowCount: row.row_count,
  totalCount: row.total_count,
  byteCount: row.byte_count,
  fileCount: row.files.length,
  sha256s: row.files.flatMap(({ sha256 }) => sha256 ?? []),
  memberName: row.member_name,
  requestedAt: row.requested_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  expiresAt: row.expires_at,
  downloadCount: row.download_count,
})

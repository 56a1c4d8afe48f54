import { type ExportName, type ExportState, exportStates } from '#contract/export/export.ts'
import type { Role } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf, tableOf } from '#values/keys.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'
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
    .orderBy('exportId', 'desc')
    .limit(input.pageSize + 1)
  if (input.state) query = query.where('exportJob.state', '=', input.state)
  if (input.source) query = query.where('source', '=', input.source)
  if (input.cursor) query = query.where('exportId', '<', input.cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), input.pageSize, row => row.exportId)
  return { rows: rows.map(present), nextCursor, counts: await countByState(executor, account, role) }
}

/** One export. Refuses `not_found`, also if the role may not see the list. */
export async function readExport(executor: Executor, account: AccountId, exportId: string, role: Role) {
  const row = await shown(executor, account, role).where('exportId', '=', exportId).executeTakeFirst()
  return row ? present(row) : refuse('not_found')
}

const shown = (executor: Executor, account: AccountId, role: Role) =>
  executor
    .selectFrom('exportJob')
    .innerJoin('member', join =>
      join.onRef('member.accountId', '=', 'exportJob.accountId').onRef('member.memberId', '=', 'exportJob.memberId'),
    )
    .selectAll('exportJob')
    .select('member.name as memberName')
    .where('exportJob.accountId', '=', account)
    .where('deletedAt', 'is', null)
    .where('source', 'in', sourcesFor(role))

async function countByState(executor: Executor, account: AccountId, role: Role): Promise<Record<ExportState, number>> {
  const rows = await executor
    .selectFrom('exportJob')
    .select(row => ['state', row.fn.countAll<number>().as('found')])
    .where('accountId', '=', account)
    .where('deletedAt', 'is', null)
    .where('source', 'in', sourcesFor(role))
    .groupBy('state')
    .execute()
  const found = new Map(rows.map(row => [row.state, row.found]))
  const states = keysOf(exportStates)
  return tableOf(states, state => found.get(state) ?? 0)
}

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

const present = (row: Row) => ({
  ...pick(
    row,
    'exportId',
    'source',
    'facts',
    'format',
    'isFull',
    'state',
    'failure',
    'rowCount',
    'totalCount',
    'byteCount',
    'memberName',
    'requestedAt',
    'startedAt',
    'finishedAt',
    'expiresAt',
    'downloadCount',
  ),
  columnCount: row.columns.length,
  fileCount: row.files.length,
  sha256s: row.files.flatMap(({ sha256 }) => sha256 ?? []),
})

import { type ExportAct, type ExportState, exportCan, exportStates } from '#contract/export/export.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import type { Requester } from './act.ts'
import { change, enqueueWriting, lockRow, type Row, resetProgress } from './job.ts'
import { requireExportPermission } from './permission.ts'
import { hasRoom } from './request.ts'

type Controller = Pick<Requester, 'role' | 'now'>

/** Cancels an export; its files are deleted. Refuses `not_found`, `state_forbids`. */
export async function cancelExport(
  tx: Tx,
  account: AccountId,
  exportId: string,
  { role, now }: Controller,
): Promise<{ state: ExportState }> {
  await lockFor(tx, account, exportId, 'cancel', role)
  await change(tx, { account, exportId }, { state: 'canceled', writingId: null, finishedAt: now })
  await enqueueWriting(tx, account, exportId)
  return { state: 'canceled' }
}

/**
 * Retries a failed export from its checkpoint. Refuses `not_found`, `state_forbids`, `export_too_many`, `storage_full`.
 */
export async function retryExport(
  tx: Tx,
  account: AccountId,
  files: Files,
  exportId: string,
  { role }: Controller,
): Promise<{ state: ExportState }> {
  const row = await lockFor(tx, account, exportId, 'retry', role)
  await hasRoom(tx, account, files)
  await change(tx, { account, exportId }, { state: 'queued', failure: null, brokenCount: 0, finishedAt: null, expiresAt: null })
  if (row.files.length === 0) await change(tx, { account, exportId }, resetProgress())
  await enqueueWriting(tx, account, exportId)
  return { state: 'queued' }
}

/**
 * Deletes a finished export from the list; its files are deleted, then its row. Refuses `not_found`, `state_forbids`.
 */
export async function deleteExport(tx: Tx, account: AccountId, exportId: string, { role, now }: Controller): Promise<void> {
  await lockFor(tx, account, exportId, 'delete', role)
  await change(tx, { account, exportId }, { deletedAt: now })
  await enqueueWriting(tx, account, exportId)
}

/** An export's row, locked, if its state allows the act and the role may see the list. */
export async function lockFor(tx: Tx, account: AccountId, exportId: string, act: ExportAct, role: Requester['role']): Promise<Row> {
  const row = await lockRow(tx, account, exportId)
  if (!row || row.deletedAt) refuse('not_found')
  requireExportPermission(role, row.source, false)
  const state = row.state
  const { action, states } = exportCan[act]
  if (!states.some(one => one === state)) refuse('state_forbids', { state: exportStates[state], action })
  return row
}

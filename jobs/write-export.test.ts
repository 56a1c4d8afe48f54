import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startExporting } from '#test/support/export.ts'
import { writeExportTask } from './write-export.ts'

let exporting: Awaited<ReturnType<typeof startExporting>>
beforeAll(async () => {
  exporting = await startExporting()
})
afterAll(() => exporting.close())

const now = () => new Date('2026-11-21T02:00:01Z')

test('a failing export is retried by the queue, and marked as failed for staff after the fifth time', async () => {
  const of = await exporting.prepare([{}])
  const exportId = await exporting.request(of)
  // Simulates a column that disappeared with an update.
  await exporting.database.platformDb
    .updateTable('exportJob')
    .set({ columns: ['gone'] })
    .where('accountId', '=', of.account)
    .execute()
  const run = () =>
    writeExportTask(exporting.files, null)(
      { accountId: of.account, exportId },
      { db: exporting.database.platformDb, now, logger: pino({ level: 'silent' }) },
    )
  for (let attempt = 1; attempt < 5; attempt += 1) {
    await expect(run()).rejects.toThrow('has no column gone')
    expect((await exporting.stateOf(of.account, exportId)).state).toBe('queued')
  }
  await expect(run()).rejects.toThrow('has no column gone')
  expect(await exporting.stateOf(of.account, exportId)).toMatchObject({ state: 'failed', failure: 'broken' })
  await run()
})

test('a deleted export is removed with its file and its row', async () => {
  const of = await exporting.prepare([{}])
  const exportId = await exporting.request(of)
  await exporting.write(of.account, exportId)
  await exporting.database.platformDb.updateTable('exportJob').set({ deletedAt: now() }).where('accountId', '=', of.account).execute()
  expect(await exporting.filesIn(of.account)).toHaveLength(1)
  await writeExportTask(exporting.files, null)(
    { accountId: of.account, exportId },
    { db: exporting.database.platformDb, now, logger: pino({ level: 'silent' }) },
  )
  expect(await exporting.filesIn(of.account)).toEqual([])
  const left = await exporting.database.platformDb.selectFrom('exportJob').select('exportId').where('accountId', '=', of.account).execute()
  expect(left).toEqual([])
})

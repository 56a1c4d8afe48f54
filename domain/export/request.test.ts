import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportNames } from '#contract/export/export.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { exportSecret, startExporting } from '#test/support/export.ts'
import { encodeId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { confirmExport, requestExportCode } from './confirm.ts'
import { cancelExport, deleteExport, retryExport } from './control.ts'
import { issueTicket, openDownload } from './download.ts'
import { listExports } from './list.ts'
import { offerExport } from './request.ts'
import { exportSourceOf } from './sources.ts'

let exporting: Awaited<ReturnType<typeof startExporting>>
beforeAll(async () => {
  exporting = await startExporting()
})
afterAll(() => exporting.close())

type Prepared = Awaited<ReturnType<typeof exporting.prepare>>
const inAccount = <T>(of: Prepared, work: Parameters<typeof asAccount<T>>[2]) => asAccount(exporting.database.db, of.account, work)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  )
const asks = (of: Prepared) => exporting.requesterOf(of)

/** Requests a confirmation code and enters it. */
async function confirm(of: Prepared, now = asks(of).now): Promise<boolean> {
  const asked = { memberId: of.memberId, phone: of.phone, source: 'message', now } as const
  const { code } = await inAccount(of, tx => requestExportCode(tx, of.account, exportSecret, { ...asked, address: '127.0.0.1' }))
  return inAccount(of, tx => confirmExport(tx, of.account, exportSecret, { ...asked, code }))
}

test('every export name has a source with unique column keys', () => {
  for (const name of keysOf(exportNames)) {
    const { columns } = exportSourceOf(name)
    expect(new Set(columns.map(column => column.key)).size).toBe(columns.length)
  }
})

test('offer: describes the filter up to now', async () => {
  const of = await exporting.prepare([{}])
  const offer = await inAccount(of, tx =>
    offerExport(tx, of.account, { source: 'message', filter: { state: 'failed', from: '2026-11-01T00:00:00+08:00' } }, asks(of)),
  )
  expect(offer.facts).toEqual([
    ['提交时间', '2026-11-01 至 2026-11-21 10:00'],
    ['状态', '全部失败'],
  ])
  expect(offer.columns.map(column => column.key)).toContain('phone')
})

test.each([
  ['a filter that is none', { filter: { state: 'gone' } }, 'input_invalid'],
  ['columns that are none', { columns: ['gone'] }, 'input_invalid'],
  ['nothing to export', { filter: { code: 'MK:9999' } }, 'export_empty'],
  ['whole numbers without a code', { isFull: true }, 'export_code_required'],
])('%s: refused', async (_, facts, code) => {
  const of = await exporting.prepare([{}])
  expect(await codeOf(exporting.request(of, facts))).toBe(code)
})

test('full disk: refused before anything is written', async () => {
  const of = await exporting.prepare([{}])
  expect(await codeOf(exporting.request(of, {}, asks(of), Number.MAX_SAFE_INTEGER))).toBe('storage_full')
})

test('permission: exporting needs access to the list, unmasked numbers need more', async () => {
  const of = await exporting.prepare([{ phone: '13800138000' }])
  expect(await codeOf(exporting.request(of, { isFull: true }, exporting.requesterOf(of, 'viewer')))).toBe('not_allowed')
  expect(await codeOf(exporting.request(of, {}, exporting.requesterOf(of, 'viewer')))).toBe('done')
})

test('confirmation code: allows one export of unmasked numbers of this list, for a limited time', async () => {
  const of = await exporting.prepare([{ phone: '13800138000' }])
  expect(await confirm(of)).toBe(true)
  const exportId = await exporting.request(of, { isFull: true, columns: ['phone'] })
  expect(await codeOf(exporting.request(of, { isFull: true }))).toBe('export_code_required')
  await exporting.write(of.account, exportId)
  expect((await exporting.download(of, exportId)).bytes.toString()).toBe('\ufeff手机号\r\n13800138000\t\r\n')
  expect(await codeOf(exporting.download(of, exportId, exporting.requesterOf(of, 'viewer')))).toBe('not_allowed')
  const later = new Date(asks(of).now.getTime() + 61_000)
  expect(await confirm(of, later)).toBe(true)
  const tooLate = new Date(later.getTime() + limits.exportConfirmedMinutes * 60_000)
  expect(await codeOf(exporting.request(of, { isFull: true }, exporting.requesterOf(of, 'owner', tooLate)))).toBe('export_code_required')
})

test('wrong code: confirms nothing', async () => {
  const of = await exporting.prepare([{}])
  const asked = { memberId: of.memberId, phone: of.phone, source: 'message', now: asks(of).now } as const
  const { code } = await inAccount(of, tx => requestExportCode(tx, of.account, exportSecret, { ...asked, address: '127.0.0.1' }))
  const wrong = code === '000000' ? '000001' : '000000'
  expect(await inAccount(of, tx => confirmExport(tx, of.account, exportSecret, { ...asked, code: wrong }))).toBe(false)
  expect(await inAccount(of, tx => confirmExport(tx, of.account, exportSecret, { ...asked, source: 'inbound', code }))).toBe(false)
  expect(await codeOf(exporting.request(of, { isFull: true }))).toBe('export_code_required')
})

test('ten concurrent requests: accepted up to the limit of unfinished exports; canceling one admits the next', async () => {
  const of = await exporting.prepare([{}])
  const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(exporting.request(of))))
  expect(codes.filter(code => code === 'done')).toHaveLength(limits.exportsAtOnce)
  expect(codes.filter(code => code === 'export_too_many')).toHaveLength(10 - limits.exportsAtOnce)
  const { rows } = await inAccount(of, tx => listExports(tx, of.account, { pageSize: 20 }, 'owner'))
  await inAccount(of, tx => cancelExport(tx, of.account, firstOrThrow(rows).exportId, asks(of)))
  expect(await codeOf(exporting.request(of))).toBe('done')
})

test('state table: the acts allowed depend on the state of the export', async () => {
  const of = await exporting.prepare([{}])
  const exportId = await exporting.request(of)
  const act = {
    cancel: () => codeOf(inAccount(of, tx => cancelExport(tx, of.account, exportId, asks(of)))),
    retry: () => codeOf(inAccount(of, tx => retryExport(tx, of.account, exporting.files, exportId, asks(of)))),
    ticket: () => codeOf(inAccount(of, tx => issueTicket(tx, of.account, exportSecret, exportId, asks(of)))),
    delete: () => codeOf(inAccount(of, tx => deleteExport(tx, of.account, exportId, asks(of)))),
  }
  for (const one of ['retry', 'ticket', 'delete'] as const) expect(await act[one](), `${one} of a queued one`).toBe('state_forbids')
  await exporting.write(of.account, exportId)
  for (const one of ['cancel', 'retry'] as const) expect(await act[one](), `${one} of a finished one`).toBe('state_forbids')
  expect(await act.ticket()).toBe('done')
  expect(await act.delete()).toBe('done')
  expect(await act.ticket()).toBe('not_found')
  const { rows, counts } = await inAccount(of, tx => listExports(tx, of.account, { pageSize: 20 }, 'owner'))
  expect(rows).toEqual([])
  expect(counts.done).toBe(0)
})

test('download ticket: valid for its member, for a minute, and unchanged', async () => {
  const of = await exporting.prepare([{}])
  const exportId = await exporting.request(of)
  await exporting.write(of.account, exportId)
  const ticket = await inAccount(of, tx => issueTicket(tx, of.account, exportSecret, exportId, asks(of)))
  const fetched = (given: string, requester = asks(of)) =>
    codeOf(
      inAccount(of, async tx => {
        const { bytes } = await openDownload(tx, of.account, { files: exporting.files, secret: exportSecret, ticket: given }, requester)
        bytes.destroy()
      }),
    )
  expect(await fetched(ticket)).toBe('done')
  expect(await fetched(ticket, { ...asks(of), memberId: of.account })).toBe('export_link_invalid')
  const minuteLater = new Date(asks(of).now.getTime() + limits.exportTicketSeconds * 1000 + 1)
  expect(await fetched(ticket, { ...asks(of), now: minuteLater })).toBe('export_link_invalid')
  const parts = ticket.split('.')
  expect(await fetched([parts[0], parts[1], String(Number(parts[2]) + 60_000), parts[3]].join('.'))).toBe('export_link_invalid')
  expect(await fetched('')).toBe('export_link_invalid')
  const lines = await inAccount(of, tx =>
    tx.selectFrom('auditLog').select(['action', 'object']).where('accountId', '=', of.account).orderBy('auditId').execute(),
  )
  expect(lines).toEqual([{ action: 'export.download', object: encodeId('export', exportId) }])
})

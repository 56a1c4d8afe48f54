import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#db/connect.ts'
import { amount, buy, codeOf, now, startInvoicing } from '#test/support/invoicing.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { confirmReversal, expireReversal, requestReversal, reverseInvoice, startReversal, withdrawReversal } from './reversal.ts'
import { failInvoice, issueInvoice, startIssuing } from './step.ts'

let invoicing: Awaited<ReturnType<typeof startInvoicing>>
beforeAll(async () => {
  invoicing = await startInvoicing()
})
afterAll(() => invoicing.database.close())

const by = { now }

test('confirmation of a credit note: each transition happens once', async () => {
  const customer = await invoicing.createCustomer()
  const { account } = customer
  await invoicing.inAccount(customer, tx => buy(tx, account, 'sms', 1_000_000, new Date('2026-02-01')))
  const id = firstOrThrow(await invoicing.ask(customer, amount(1_000_000), 1_000_000))
  const wished = { reason: '01' as const, note: '税号写错', replace: null }
  const step = (work: (tx: Tx) => Promise<unknown>) => codeOf(invoicing.inAccount(customer, work))
  expect(await step(tx => requestReversal(tx, account, id, wished, by))).toBe('state_forbids')
  await invoicing.inAccount(customer, async tx => {
    await startIssuing(tx, account, id, by)
    await failInvoice(tx, account, id, '税局系统维护', by)
    await startIssuing(tx, account, id, by)
    await issueInvoice(tx, account, id, { invoiceNumber: '26332000000000000004', issuedAt: now, fileIds: [] }, by)
    await requestReversal(tx, account, id, wished, by)
    await withdrawReversal(tx, account, id, by)
    await requestReversal(tx, account, id, wished, by)
    await startReversal(tx, account, id, { confirmNumber: 'H33260000001', confirmState: '02' }, by)
  })
  expect(await step(tx => withdrawReversal(tx, account, id, by))).toBe('reversal_elsewhere')
  expect(await step(tx => reverseInvoice(tx, account, id, { creditNoteNumber: '26332000000000000005', fileIds: [] }, by))).toBe(
    'reversal_elsewhere',
  )
  await invoicing.inAccount(customer, async tx => {
    await expireReversal(tx, account, id, '07', by)
    await requestReversal(tx, account, id, wished, by)
    await startReversal(tx, account, id, { confirmNumber: 'H33260000002', confirmState: '02' }, by)
    await confirmReversal(tx, account, id, by)
  })
  expect(await step(tx => reverseInvoice(tx, account, id, { creditNoteNumber: '26332000000000000004', fileIds: [] }, by))).toBe(
    'invoice_number_taken',
  )
  await invoicing.inAccount(customer, tx => reverseInvoice(tx, account, id, { creditNoteNumber: '26332000000000000006', fileIds: [] }, by))
  expect(await invoicing.rates(customer)).toEqual({ 900: [1_000_000, 0, 0] })
  expect(await invoicing.problemsOf(customer)).toEqual([])
})

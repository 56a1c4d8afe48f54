import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount, buy, codeOf, input, now, refund, startInvoicing, use } from '#test/support/invoicing.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { type InvoiceInput, requestInvoices } from './request.ts'
import { requestReversal, reverseInvoice } from './reversal.ts'
import { invoiceableMonths, invoiceableOrders, sourcesOf } from './source.ts'
import { issueInvoice, rejectInvoice, startIssuing, withdrawInvoice } from './step.ts'

let invoicing: Awaited<ReturnType<typeof startInvoicing>>
beforeAll(async () => {
  invoicing = await startInvoicing()
})
afterAll(() => invoicing.database.close())

const by = { now }

test('amount over two rates: becomes two invoices, held until issued', async () => {
  const customer = await invoicing.createCustomer()
  const { account } = customer
  await invoicing.inAccount(customer, async tx => {
    await buy(tx, account, 'sms', 4_700_000, new Date('2026-02-01'))
    await buy(tx, account, 'link', 1_060_000, new Date('2026-03-01'))
  })
  const ids = await invoicing.ask(customer, amount(5_760_000), 5_760_000, 2)
  expect(await invoicing.rates(customer)).toEqual({ 900: [0, 4_700_000, 0], 600: [0, 1_060_000, 0] })
  const rows = await invoicing.inAccount(customer, tx =>
    tx
      .selectFrom('invoiceRequest')
      .select(['rateBp', 'grossHao', 'netHao', 'taxHao', 'state'])
      .where('accountId', '=', account)
      .orderBy('requestId')
      .execute(),
  )
  expect(rows).toEqual([
    { rateBp: 900, grossHao: 4_700_000, netHao: 4_311_900, taxHao: 388_100, state: 'reviewing' },
    { rateBp: 600, grossHao: 1_060_000, netHao: 1_000_000, taxHao: 60_000, state: 'reviewing' },
  ])
  await invoicing.inAccount(customer, async tx => {
    await startIssuing(tx, account, firstOrThrow(ids), by)
    await issueInvoice(tx, account, firstOrThrow(ids), { invoiceNumber: '26332000000000000001', issuedAt: now, fileIds: [] }, by)
    await rejectInvoice(tx, account, itemOrThrow(ids, 1), '抬头有误', by)
  })
  expect(await invoicing.rates(customer)).toEqual({ 900: [0, 0, 4_700_000], 600: [1_060_000, 0, 0] })
  expect(await invoicing.problemsOf(customer)).toEqual([])
})

test('parts of a fen at one rate: don’t block a closed month', async () => {
  const customer = await invoicing.createCustomer()
  const { account } = customer
  const april = new Date('2026-04-10')
  await invoicing.inAccount(customer, tx => use(tx, account, 70_596, april))
  await invoicing.ask(customer, amount(70_500), 70_500)
  const sources = () =>
    invoicing.inAccount(customer, async tx => {
      const found = await sourcesOf(tx, account)
      return { orders: invoiceableOrders(found).length, months: await invoiceableMonths(tx, account, found) }
    })
  expect(await sources()).toEqual({ orders: 0, months: [] })
  await invoicing.inAccount(customer, async tx => {
    await buy(tx, account, 'link', 7_100_000, april)
    const sums = { rechargeHao: 0, withdrawHao: 0, refundHao: 0, adjustHao: 0, openingHao: 7_170_596, closingHao: 0, lineCount: 2 }
    await tx
      .insertInto('bill')
      .values({
        ...{ ...sums, accountId: account, month: '2026-04', billNumber: 'B202604-TEST', orderHao: 7_100_000, usageHao: 70_596 },
        ...{ hash: '0'.repeat(64), closedAt: now },
      })
      .execute()
  })
  expect(await sources()).toMatchObject({ orders: 1, months: [{ month: '2026-04', isClosed: true, leftHao: 7_100_000 }] })
  await invoicing.ask(customer, { basis: 'bills', months: ['2026-04'] }, 7_100_000)
  expect(await invoicing.rates(customer)).toEqual({ 900: [96, 70_500, 0], 600: [0, 7_100_000, 0] })
  expect(await codeOf(invoicing.ask(customer, { basis: 'bills', months: ['2026-04'] }, 0))).toBe('invoice_nothing')
})

test('refund of an invoiced order: makes the amount negative, reduces the next request, and is repaired by a credit note', async () => {
  const customer = await invoicing.createCustomer()
  const { account } = customer
  const orderId = await invoicing.inAccount(customer, tx => buy(tx, account, 'sms', 1_000_000, new Date('2026-02-01')))
  const first = firstOrThrow(await invoicing.ask(customer, { basis: 'orders', orderIds: [orderId] }, 1_000_000))
  await invoicing.inAccount(customer, async tx => {
    await startIssuing(tx, account, first, by)
    await issueInvoice(tx, account, first, { invoiceNumber: '26332000000000000002', issuedAt: now, fileIds: [] }, by)
    await refund(tx, account, orderId, 'sms', 300_000)
  })
  expect(await invoicing.rates(customer)).toEqual({ 900: [-300_000, 0, 1_000_000] })
  expect(await codeOf(invoicing.ask(customer, amount(100), 100))).toBe('invoice_exceeds')
  await invoicing.inAccount(customer, tx => use(tx, account, 500_050, now))
  const second = firstOrThrow(await invoicing.ask(customer, amount(200_000), 200_000))
  const items = await invoicing.inAccount(customer, tx =>
    tx
      .selectFrom('invoiceItem')
      .select('amountHao')
      .where('accountId', '=', account)
      .where('requestId', '=', second)
      .orderBy('amountHao')
      .execute(),
  )
  expect(items.map(item => item.amountHao)).toEqual([-300_000, 500_000])
  expect(await invoicing.rates(customer)).toEqual({ 900: [50, 200_000, 1_000_000] })
  await invoicing.inAccount(customer, async tx => {
    await withdrawInvoice(tx, account, second, by)
    await requestReversal(
      tx,
      account,
      first,
      { reason: '02', note: '部分退款', replace: { titleId: customer.titleId, kind: 'ordinary' } },
      by,
    )
    await reverseInvoice(tx, account, first, { creditNoteNumber: '26332000000000000003', fileIds: [] }, by)
  })
  // The rest of the order is requested again automatically.
  expect(await invoicing.rates(customer)).toEqual({ 900: [500_050, 700_000, 0] })
  expect(await invoicing.problemsOf(customer)).toEqual([])
})

test('refused without a hold: missing, open, unverified or changed input', async () => {
  const customer = await invoicing.createCustomer()
  const { account } = customer
  const orderId = await invoicing.inAccount(customer, tx => buy(tx, account, 'sms', 1_000_000, new Date('2026-02-01')))
  const send = (over: Partial<InvoiceInput>) =>
    codeOf(invoicing.inAccount(customer, tx => requestInvoices(tx, account, { ...input(customer, amount(1_000_000), 1_000_000), ...over })))
  expect(await send({ choice: { basis: 'amount', amountHao: 1_000_100 } })).toBe('invoice_exceeds')
  expect(await send({ choice: { basis: 'orders', orderIds: [newId()] } })).toBe('invoice_taken')
  expect(await send({ choice: { basis: 'bills', months: ['2026-02'] } })).toBe('invoice_bill_open')
  expect(await send({ expected: { totalHao: 999_900, invoiceCount: 1 } })).toBe('invoice_changed')
  expect(await send({ emailIds: [] })).toBe('invoice_email_missing')
  expect(await send({ emailIds: [newId()] })).toBe('invoice_email_missing')
  expect(await send({ kind: 'special' })).toBe('title_not_approved')
  expect(await send({ titleId: newId() })).toBe('not_found')
  expect(await invoicing.rates(customer)).toEqual({ 900: [1_000_000, 0, 0] })
  await invoicing.ask(customer, { basis: 'orders', orderIds: [orderId] }, 1_000_000)
  expect(await send({ choice: { basis: 'orders', orderIds: [orderId] } })).toBe('invoice_taken')
})

test('concurrency: fifty requests for an amount that suffices for ten, exactly ten succeed, with refunds in between', async () => {
  const customer = await invoicing.createCustomer()
  const { account } = customer
  const orderId = await invoicing.inAccount(customer, async tx => {
    await use(tx, account, 900_000, new Date('2026-02-01'))
    return buy(tx, account, 'sms', 1_100_000, new Date('2026-02-01'))
  })
  const outcomes = await Promise.all([
    ...Array.from({ length: 50 }, () => codeOf(invoicing.ask(customer, amount(200_000), 200_000))),
    ...Array.from({ length: 5 }, () => codeOf(invoicing.inAccount(customer, tx => refund(tx, account, orderId, 'sms', 100)))),
  ])
  const stood = outcomes.slice(0, 50).filter(outcome => outcome === 'done').length
  expect([9, 10]).toContain(stood)
  expect(outcomes.filter(outcome => outcome === 'invoice_exceeds')).toHaveLength(50 - stood)
  expect((await invoicing.rates(customer))[900]).toEqual([2_000_000 - 500 - stood * 200_000, stood * 200_000, 0])
  expect(await invoicing.problemsOf(customer)).toEqual([])
})

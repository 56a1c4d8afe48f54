import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { staffFileRoute } from '#contract/account/private-file.ts'
import { billCalls } from '#contract/billing/bill.ts'
import { consumptionCalls } from '#contract/billing/consumption.ts'
import { financeOverviewCalls } from '#contract/billing/finance-overview.ts'
import { transactionCalls } from '#contract/billing/transaction.ts'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { signatureCalls } from '#contract/content/signature.ts'
import { templateCalls } from '#contract/content/template.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { adminInvoiceCalls } from '#contract/invoicing/admin-invoice.ts'
import { adminInvoiceSettingCalls } from '#contract/invoicing/admin-invoice-setting.ts'
import { invoiceCalls } from '#contract/invoicing/invoice.ts'
import { invoiceEmailCalls } from '#contract/invoicing/invoice-delivery.ts'
import { invoiceTitleCalls } from '#contract/invoicing/invoice-title.ts'
import { linkCalls, plainLink } from '#contract/links/link.ts'
import { adminCouponCalls } from '#contract/orders/admin-coupon.ts'
import { adminRefundCalls } from '#contract/orders/admin-order.ts'
import { couponCalls } from '#contract/orders/coupon.ts'
import { financeCalls } from '#contract/orders/finance.ts'
import { orderCalls } from '#contract/orders/order.ts'
import { adminBankCalls } from '#contract/payments/admin-bank.ts'
import { bankCalls } from '#contract/payments/bank.ts'
import { rechargeCalls } from '#contract/payments/recharge.ts'
import { uploadCalls } from '#contract/recipients/upload.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { asAccount, openDb } from '#db/connect.ts'
import { closeBills, closesAt } from '#domain/billing/close-bill.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { type Caller, signedIn } from '#test/support/caller.ts'
import { type Platform, startPlatform } from '#test/support/platform.ts'
import { monthStart } from '#values/china-month.ts'
import { chinaDay, chinaMonth } from '#values/china-time.ts'
import { decodeId } from '#values/id.ts'
import { parseYuanOrThrow } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/**
 * A month of a shop's business by the calls of its pages: money comes in by every payment method, is spent in every
 * way, refunded and invoiced.
 */
let platform: Platform
let shop: Caller
let finance: Caller
let checker: Caller
const until = <T>(read: () => Promise<T>, isDone: (value: T) => boolean) =>
  expect.poll(read, { interval: 300, timeout: 60_000 }).toSatisfy(isDone)
const hao = (yuan: string) => parseYuanOrThrow(yuan)
const now = new Date()
const month = chinaMonth(now)
const thisMonth = { from: monthStart(month).toISOString(), until: new Date(now.getTime() + 86_400_000).toISOString() }
const invoiceNumber = '26442000000123456789'
const creditNoteNumber = '26442000000123456790'
const issuedOn = chinaDay(now)
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

beforeAll(async () => {
  platform = await startPlatform()
  const { console: address, admin, demo } = platform.addresses
  shop = await signedIn(address, signInCalls.byPassword, demo.customer)
  const asStaff = (login: string) => signedIn(admin, adminSignInCalls.byPassword, { login, password: demo.admin.password })
  finance = await asStaff('finance')
  checker = await asStaff('admin')
})
afterAll(() => platform?.stop())

const pay = (paymentMethod: 'alipay' | 'wechat', tradeNumber: string) =>
  fetch(`${platform.addresses.payment}/api/pay`, { method: 'POST', body: JSON.stringify({ paymentMethod, tradeNumber }) })
async function payRecharge(rechargeId: string) {
  const one = await shop.call(rechargeCalls.one, { rechargeId })
  // Alipay knows a trade once its page has been opened.
  if (one.nextAction?.kind === 'page') await fetch(one.nextAction.url)
  expect((await pay(one.paymentMethod as 'alipay', one.tradeNumber)).status).toBe(200)
  await until(
    () => shop.call(rechargeCalls.one, { rechargeId }),
    ({ state }) => state === 'paid',
  )
}
/** A second member of staff approves the waiting request. */
async function approve(kind: 'adjust' | 'bonus' | 'refund' | 'bank-credit') {
  const { rows } = await checker.call(adminApprovalCalls.list, { kind, state: 'waiting' })
  for (const { approvalId, payloadHash } of rows)
    await checker.call(adminApprovalCalls.decide, { approvalId, payloadHash, decision: 'approved', answer: '' })
}
const bridge = async () => (await shop.call(financeOverviewCalls.read, {})).month
type Bridge = Awaited<ReturnType<typeof bridge>>
/** The changes that an act makes to the month's sums. */
async function changes(act: () => Promise<unknown>): Promise<Partial<Bridge>> {
  const before = await bridge()
  await act()
  const after = await bridge()
  const moved = Object.entries(after).filter(([name, value]) => typeof value === 'number' && value !== before[name as keyof Bridge])
  return Object.fromEntries(moved.map(([name, value]) => [name, Number(value) - Number(before[name as keyof Bridge])]))
}

test('1. money comes in by Alipay, WeChat Pay, bank transfer and a correction', async () => {
  for (const [paymentMethod, amount] of [
    ['alipay', '3000'],
    ['wechat', '88.88'],
  ] as const)
    expect(await changes(async () => payRecharge((await shop.call(rechargeCalls.create, { paymentMethod, amount })).rechargeId))).toEqual({
      rechargeHao: hao(amount),
      closingHao: hao(amount),
    })

  const { transferCode, attestedName } = await shop.call(bankCalls.account, {})
  assert.exists(attestedName)
  const received = { amount: '60000', payerName: attestedName, payerAccount: '6222000011112222', memo: transferCode }
  expect(
    await changes(async () => {
      const row = { ...received, bankSerial: 'CMB2026MONTH1', cameAt: new Date(now.getTime() - 60_000).toISOString() }
      await finance.call(adminBankCalls.note, { rows: [row], reason: '银行流水' })
      const { rows } = await finance.call(adminBankCalls.receipts, { text: 'CMB2026MONTH1' })
      const { proposals } = await finance.call(adminBankCalls.receipt, { receiptId: firstOrThrow(rows).receiptId })
      const credited = {
        receiptId: firstOrThrow(rows).receiptId,
        accountId: firstOrThrow(proposals).accountId,
        claimId: null,
        reason: '附言与户名相符',
      }
      expect((await finance.call(adminBankCalls.credit, credited)).state).not.toBe('credited')
      await approve('bank-credit')
    }),
  ).toEqual({ rechargeHao: hao('60000'), closingHao: hao('60000') })

  const { rows } = await finance.call(adminCustomerCalls.list, { search: platform.addresses.demo.customer.login })
  expect(
    await changes(async () => {
      await finance.call(adminCustomerCalls.adjust, {
        accountId: firstOrThrow(rows).accountId,
        direction: 'in',
        amount: '10',
        reason: '活动补偿',
      })
      await approve('adjust')
    }),
  ).toEqual({ adjustHao: hao('10'), closingHao: hao('10') })
})

let bySelf = ''
let byGateway = ''
test('2. packages are bought from the balance and at a gateway; one is refunded', async () => {
  const bought = await changes(async () => {
    bySelf = (await shop.call(financeCalls.purchase, { packageId: '3001', quantity: 1 })).orderId
  })
  expect(bought).toEqual({ orderHao: hao('240'), closingHao: -hao('240') })
  expect(
    await changes(async () => {
      const order = { packageId: '4001', quantity: 2, expectedHao: hao('200'), paymentMethod: 'wechat' as const }
      const { orderId, rechargeId } = await shop.call(orderCalls.create, order)
      assert.exists(rechargeId)
      await payRecharge(rechargeId)
      byGateway = orderId
      expect((await shop.call(orderCalls.one, { orderId })).state).toBe('paid')
    }),
  ).toEqual({ rechargeHao: hao('200'), orderHao: hao('200') })
  const code = { couponCode: 'TENTH', packageId: '2099', quantity: 1, customCount: 2_000 }
  const tenth = {
    code: 'TENTH',
    name: '套餐九折',
    kind: 'percent' as const,
    off: '10',
    minimum: '1',
    totalLimit: 1,
    accountLimit: 1,
    packageIds: [],
  }
  const dates = { startsAt: thisMonth.from, endsAt: thisMonth.until }
  await finance.call(adminCouponCalls.create, { ...tenth, ...dates, reason: '月度活动' })
  expect(await shop.call(couponCalls.check, { ...code })).toMatchObject({ couponHao: hao('10'), amountHao: hao('90') })
  expect(
    await changes(async () => {
      const { orderId, rechargeId } = await shop.call(orderCalls.create, { ...code, expectedHao: hao('90'), paymentMethod: 'alipay' })
      assert.exists(rechargeId)
      await payRecharge(rechargeId)
      const paid = { state: 'paid', name: '推广短信 自定义 2,000条', listHao: hao('100'), discountHao: hao('10'), amountHao: hao('90') }
      expect(await shop.call(orderCalls.one, { orderId })).toMatchObject({ ...paid, coupon: { code: 'TENTH', couponHao: hao('10') } })
    }),
  ).toEqual({ rechargeHao: hao('90'), orderHao: hao('90') })
  expect(
    await changes(async () => {
      const { refundId, amountHao } = await shop.call(orderCalls.requestRefund, {
        orderId: bySelf,
        expectedHao: hao('240'),
        reason: '买多了',
      })
      expect(amountHao).toBe(hao('240'))
      const { rows } = await finance.call(adminRefundCalls.list, { state: 'waiting' })
      const asked = firstOrThrow(rows.filter(row => row.refundId === refundId))
      await finance.call(adminRefundCalls.decide, { accountId: asked.accountId, refundId, decision: 'done', answer: '' })
    }),
  ).toEqual({ refundHao: hao('240'), closingHao: hao('240') })
})

test('3. bonus credit pays for a part of a package', async () => {
  const { rows } = await finance.call(adminCustomerCalls.list, { search: platform.addresses.demo.customer.login })
  const { accountId } = firstOrThrow(rows)
  await finance.call(adminCustomerCalls.giveBonus, { accountId, amount: '50', validityDays: 30, name: '月末赠送', reason: '活动' })
  await approve('bonus')
  expect(await changes(() => shop.call(financeCalls.purchase, { packageId: '3001', quantity: 1 }))).toEqual({
    orderHao: hao('190'),
    closingHao: -hao('190'),
  })
})

test('4. a broadcast is charged for what is delivered, links consume units', async () => {
  const failing = '13815556003'
  await fetch(`${platform.addresses.handset}/api/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rules: [{ match: 'exact', value: failing, behaviour: { state: 'UNDELIV', errorCode: 'MK:0001' } }] }),
  })
  const { rows: signatures } = await shop.call(signatureCalls.list, { state: 'approved' })
  const { rows: templates } = await shop.call(templateCalls.list, { state: 'approved', kind: 'transactional' })
  const template = firstOrThrow(templates)
  const phones = Array.from({ length: 8 }, (_, index) => `1381555600${index}`)
  const { uploadId } = await shop.call(uploadCalls.paste, { text: phones.join('\n') })
  await shop.call(uploadCalls.map, {
    uploadId,
    signatureId: firstOrThrow(signatures).signatureId,
    templateId: template.templateId,
    phoneColumn: 0,
    hasHeader: false,
    variables: Object.fromEntries(template.variables.map(({ name }) => [name, { value: '100' }])),
  })
  await until(
    () => shop.call(uploadCalls.one, { uploadId }),
    ({ state }) => state === 'ready',
  )
  const { segmentCount, amountHao, unregistered } = await shop.call(broadcastCalls.preview, { uploadId })
  const unregisteredCount = unregistered.reduce((sum, one) => sum + one.recipientCount, 0)
  const { broadcastId } = await shop.call(broadcastCalls.send, {
    uploadId,
    name: '月末通知',
    expected: { segmentCount, amountHao, unregisteredCount },
  })
  await until(
    () => shop.call(broadcastCalls.one, { broadcastId }),
    ({ counts }) => counts.delivered === 7 && counts.failed === 1,
  )
  const { rows } = await shop.call(consumptionCalls.list, { from: issuedOn, to: issuedOn, byTask: '1' })
  const line = firstOrThrow(rows.filter(row => row.broadcast?.broadcastId === broadcastId))
  expect({ quantity: line.quantity, returned: line.returnedCount }).toEqual({
    quantity: (segmentCount / 8) * 7,
    returned: segmentCount / 8,
  })
  for (const path of ['a', 'b'])
    await shop.call(linkCalls.create, {
      ...{ ...plainLink, tags: [], rules: [] },
      target: `https://www.example.com/${path}`,
      domain: '',
      ownCode: null,
      password: null,
    })
})

test('5. the paid order is invoiced, issued, and reversed by a credit note', async () => {
  const before = await shop.call(invoiceCalls.figures, {})
  const seller = { name: '鸿雁通信有限公司', taxNumber: '91440300MA5EXWHW6F', issuer: '周会计', limit: '1000000', offersPrint: false }
  await finance.call(adminInvoiceSettingCalls.setSeller, seller)
  const emails = await shop.call(invoiceEmailCalls.list, {})
  const { emailId } = firstOrThrow(emails.rows.filter(row => row.verifiedAt !== null))
  const title = { name: '云栈集市科技有限公司', taxNumber: '91440300MA5EXWHW6F', address: '', phone: '', bankName: '', bankAccount: '' }
  const { titleId } = await shop.call(invoiceTitleCalls.create, { kind: 'company', ...title, wantsSpecial: false })
  const choice = { basis: 'orders' as const, orderIds: [byGateway] }
  const { invoices, totalHao } = await shop.call(invoiceCalls.preview, { choice })
  expect(invoices).toMatchObject([{ rateBp: 600, grossHao: hao('200'), netHao: hao('188.68'), taxHao: hao('11.32') }])
  const asked = {
    choice,
    titleId,
    kind: 'ordinary' as const,
    medium: 'electronic' as const,
    emailIds: [emailId],
    addressId: null,
    remark: '',
  }
  const { requestIds } = await shop.call(invoiceCalls.create, { ...asked, expected: { totalHao, invoiceCount: 1 } })
  const requestId = firstOrThrow(requestIds)
  expect(await shop.call(invoiceCalls.figures, {})).toMatchObject({
    invoiceableHao: before.invoiceableHao - totalHao,
    heldHao: before.heldHao + totalHao,
  })

  const { rows } = await finance.call(adminInvoiceCalls.queue, {})
  const { accountId } = firstOrThrow(rows.filter(row => row.requestId === requestId))
  const fileFor = async (name: string) =>
    (await finance.sendFile<{ fileId: string }>(staffFileRoute, { purpose: 'invoice', accountId }, name, pdf)).fileId
  await finance.call(adminInvoiceCalls.take, { accountId, requestId })
  const made = { invoiceNumber, issuedOn, fileIds: [await fileFor('发票.pdf')] }
  await finance.call(adminInvoiceCalls.issue, { accountId, requestId, ...made })
  expect(await shop.call(invoiceCalls.one, { requestId })).toMatchObject({
    state: 'issued',
    invoiceNumber,
    files: [{ fileName: '发票.pdf' }],
  })
  expect(await shop.call(invoiceCalls.figures, {})).toMatchObject({ heldHao: before.heldHao, issuedHao: before.issuedHao + totalHao })

  await shop.call(invoiceCalls.requestReversal, { requestId, reason: '01', note: '抬头有误', replace: null })
  await finance.call(adminInvoiceCalls.startReversal, {
    accountId,
    requestId,
    confirmNumber: '44030026110000000001',
    confirmState: '02',
  })
  await finance.call(adminInvoiceCalls.confirmReversal, { accountId, requestId })
  await finance.call(adminInvoiceCalls.reverse, { accountId, requestId, creditNoteNumber, fileIds: [await fileFor('红票.pdf')] })
  expect(await shop.call(invoiceCalls.one, { requestId })).toMatchObject({ state: 'reversed' })
  const { rates: _, ...sums } = await shop.call(invoiceCalls.figures, {})
  const { rates: __, ...sumsBefore } = before
  expect(sums).toEqual(sumsBefore)
})

/** Every figure of the six records, as the pages show them. */
async function figures(caller: Caller, of: string) {
  const overview = await caller.call(financeOverviewCalls.read, {})
  const { months } = await caller.call(billCalls.months, {})
  const bill = await caller.call(billCalls.overview, { month: of })
  const lines = await caller.call(billCalls.totals, { month: of })
  const entries = await caller.call(transactionCalls.totals, thisMonth)
  const consumed = await caller.call(consumptionCalls.totals, { from: `${of}-01`, to: issuedOn })
  const orders = await caller.call(orderCalls.list, thisMonth)
  const invoices = await caller.call(invoiceCalls.figures, {})
  return { overview, months, bill, lines, entries, consumed, orders, invoices }
}

test('6. overview, consumption, orders, statement, bill and invoices agree to the hao, also after the month is closed', async () => {
  const open = await figures(shop, month)
  const { overview, bill, months, lines, entries, consumed, orders, invoices } = open
  const { orderHao, usageHao, refundHao, rechargeHao, adjustHao, withdrawHao, openingHao, closingHao } = overview.month
  expect(openingHao + rechargeHao + refundHao + adjustHao - withdrawHao - orderHao - usageHao).toBe(closingHao)
  expect(closingHao).toBe(overview.availableHao + overview.heldHao)
  expect(bill).toMatchObject(overview.month)
  expect(months[0]).toMatchObject(overview.month)
  expect(lines.month).toMatchObject(overview.month)
  for (const equation of lines.equations) expect(equation.rightHao, equation.name).toBe(equation.leftHao)
  expect(entries).toMatchObject({ openingHao, closingHao })
  expect(entries.inHao - entries.outHao).toBe(closingHao - openingHao)
  expect(bill.totals).toMatchObject({ orderHao, usageHao, refundHao: 0, adjustHao: 0 })
  expect(bill.refunds).toMatchObject({ refundHao })
  expect(consumed.cashHao).toBe(orderHao + usageHao)
  expect(lines.totals).toMatchObject({ orderHao, usageHao, refundHao, adjustHao, cashHao: bill.totals.cashHao + bill.refunds.cashHao })
  // Only the cash part of an order's cost counts for the month.
  expect(orders.totals).toMatchObject({ paidHao: orderHao + orders.totals.bonusHao, refundedHao: refundHao })
  expect(orders.totals.bonusHao).toBeGreaterThan(0)
  const consumedEver = months.reduce((sum, one) => sum + one.orderHao + one.usageHao - one.refundHao, 0)
  expect(overview.invoiceable.reduce((sum, rate) => sum + rate.availableHao + rate.heldHao + rate.issuedHao, 0)).toBe(consumedEver)
  expect(invoices.heldHao + invoices.issuedHao).toBe(overview.invoiceable.reduce((sum, rate) => sum + rate.heldHao + rate.issuedHao, 0))

  // The third day of the next month, by the test's clock.
  const later = new Date(closesAt(month).getTime() + 60_000)
  const db = openDb({ url: platform.databaseUrl, role: 'hongyan_platform', max: 2 })
  const appDb = openDb({ url: platform.databaseUrl, role: 'hongyan_app', max: 2 })
  const app = await createCustomerApp({ db: appDb, secret: 'a secret of at least thirty-two characters', now: () => later })
  try {
    const { rows } = await finance.call(adminCustomerCalls.list, { search: platform.addresses.demo.customer.login })
    const account = decodeId('account', firstOrThrow(rows).accountId)
    assert.exists(account)
    expect(await db.transaction().execute(tx => closeBills(tx, account, later))).toContain(month)
    expect(await asAccount(appDb, account, tx => verifyLedger(tx, account))).toEqual([])
    const base = await app.listen({ host: '127.0.0.1', port: 0 })
    const shopLater = await signedIn(base, signInCalls.byPassword, platform.addresses.demo.customer)
    const closed = await shopLater.call(billCalls.overview, { month })
    expect(closed).toMatchObject({ state: 'closed', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(closed).toMatchObject(overview.month)
    expect(closed.totals).toEqual(bill.totals)
    const { invoices: byBill, totalHao } = await shopLater.call(invoiceCalls.preview, { choice: { basis: 'bills', months: [month] } })
    expect(byBill.reduce((sum, one) => sum + one.netHao + one.taxHao, 0)).toBe(totalHao)
    expect(Math.abs(orderHao + usageHao - refundHao - totalHao)).toBeLessThan(200)
  } finally {
    await app.close()
    await Promise.all([db.destroy(), appDb.destroy()])
  }
})

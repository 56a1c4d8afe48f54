import { type InvoiceChoice, invoiceCalls } from '#contract/invoicing/invoice.ts'
import {
  invoiceableMonths,
  invoiceableOrders,
  invoiceFigures,
  listInvoices,
  mailInvoice,
  type PreviewedInvoice,
  previewInvoices,
  readInvoice,
  readSeller,
  requestInvoices,
  requestReversal,
  sourcesOf,
  titleForInvoice,
  withdrawInvoice,
  withdrawReversal,
} from '#domain/invoicing/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { handle } from '#http/server/serve.ts'
import { parseYuanOrThrow } from '#values/money.ts'
import { maskPhone } from '#values/phone.ts'
import { wholeFen } from '#values/tax.ts'

const yuan = (text: string | undefined) => (text === undefined ? undefined : parseYuanOrThrow(text))
const chosen = (choice: InvoiceChoice) =>
  choice.basis === 'amount' ? { basis: choice.basis, amountHao: parseYuanOrThrow(choice.amount) } : choice

export const invoiceHandlers = ({ files }: { files: Files }) => [
  handle(invoiceCalls.figures, async ({ tx, account }) => {
    const rates = await invoiceFigures(tx, account)
    const sum = (of: (rate: (typeof rates)[number]) => number) => rates.reduce((total, rate) => total + of(rate), 0)
    return {
      rates,
      invoiceableHao: sum(({ availableHao }) => Math.max(0, wholeFen(availableHao))),
      heldHao: sum(({ heldHao }) => heldHao),
      issuedHao: sum(({ issuedHao }) => issuedHao),
      owedHao: sum(({ availableHao }) => Math.max(0, -availableHao)),
    }
  }),
  handle(invoiceCalls.sources, async ({ tx, account }) => {
    const sources = await sourcesOf(tx, account)
    const seller = await readSeller(tx)
    return { orders: invoiceableOrders(sources), months: await invoiceableMonths(tx, account, sources), seller }
  }),
  handle(invoiceCalls.preview, async ({ tx, account }, { choice }) => {
    const invoices = await previewInvoices(tx, account, chosen(choice))
    return {
      invoices: invoices.map(previewed),
      totalHao: invoices.reduce((total, { grossHao }) => total + grossHao, 0),
      seller: (await readSeller(tx))!,
    }
  }),
  handle(invoiceCalls.create, async ({ tx, account, member, now, note }, { choice, ...input }) => {
    const requestIds = await requestInvoices(tx, account, { ...input, choice: chosen(choice), memberId: member.memberId, now: now() })
    note({ object: `${requestIds.length}张发票`, after: { basis: choice.basis, kind: input.kind, totalHao: input.expected.totalHao } })
    return { requestIds }
  }),
  handle(invoiceCalls.list, ({ tx, account }, { least, most, ...filter }) =>
    listInvoices(tx, account, { ...filter, leastHao: yuan(least), maxHao: yuan(most) }),
  ),
  handle(invoiceCalls.one, async ({ tx, account }, { requestId }) => {
    const found = await readInvoice(tx, account, requestId)
    return { ...found, address: found.address && { ...found.address, phone: maskPhone(found.address.phone) } }
  }),
  handle(invoiceCalls.withdraw, async ({ tx, account, member, now, note }, { requestId }) => {
    note({ object: requestId, before: { state: 'reviewing' }, after: { state: 'withdrawn' } })
    await withdrawInvoice(tx, account, requestId, { memberId: member.memberId, now: now() })
    return { state: 'withdrawn' as const }
  }),
  handle(invoiceCalls.resend, async ({ tx, account, member, now, note }, { requestId }) => {
    note({ object: requestId })
    return { emails: await mailInvoice(tx, files, account, requestId, { memberId: member.memberId, now: now() }) }
  }),
  handle(invoiceCalls.requestReversal, async ({ tx, account, member, now, note }, { requestId, ...input }) => {
    note({ object: requestId, before: { state: 'issued' }, after: { state: 'reversing', reason: input.reason } })
    // Checked before the credit note (红字发票), which can't be undone.
    if (input.replace) await titleForInvoice(tx, account, { titleId: input.replace.titleId, isSpecial: input.replace.kind === 'special' })
    await requestReversal(tx, account, requestId, input, { memberId: member.memberId, now: now() })
    return { state: 'reversing' as const }
  }),
  handle(invoiceCalls.withdrawReversal, async ({ tx, account, member, now, note }, { requestId }) => {
    note({ object: requestId, before: { state: 'reversing' }, after: { state: 'issued' } })
    await withdrawReversal(tx, account, requestId, { memberId: member.memberId, now: now() })
    return { state: 'issued' as const }
  }),
]

const previewed = ({ items, ...invoice }: PreviewedInvoice) => ({
  ...invoice,
  items: items.map(({ source: { product, month, orderId, orderNumber, name }, amountHao }) => ({
    ...{ product, month, orderId, orderNumber, name, amountHao },
  })),
})

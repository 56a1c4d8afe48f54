import { type InvoiceChoice, invoiceCalls } from '#contract/invoice.ts'
import type { Files } from '#domain/files.ts'
import { readInvoice } from '#domain/invoice/detail.ts'
import { invoiceFigures } from '#domain/invoice/figures.ts'
import { listInvoices } from '#domain/invoice/list.ts'
import { type PreviewedInvoice, previewInvoices, requestInvoices } from '#domain/invoice/request.ts'
import { askReversal, withdrawReversal } from '#domain/invoice/reversal.ts'
import { readSeller } from '#domain/invoice/seller.ts'
import { mailInvoice } from '#domain/invoice/send.ts'
import { invoiceableMonths, invoiceableOrders, sourcesOf } from '#domain/invoice/source.ts'
import { withdrawInvoice } from '#domain/invoice/step.ts'
import { titleForInvoice } from '#domain/invoice/title.ts'
import { parseYuan } from '#values/money.ts'
import { maskPhone } from '#values/phone.ts'
import { wholeFen } from '#values/tax.ts'
import { handle } from './serve.ts'

const yuan = (text: string | undefined) => (text === undefined ? undefined : parseYuan(text)!)
const chosen = (choice: InvoiceChoice) =>
  choice.basis === 'amount' ? { basis: choice.basis, amountHao: parseYuan(choice.amount)! } : choice

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
  handle(invoiceCalls.create, async ({ tx, account, member, now, note }, { choice, ...wish }) => {
    const requestIds = await requestInvoices(tx, account, { ...wish, choice: chosen(choice), memberId: member.memberId, now: now() })
    note({ object: `${requestIds.length}张发票`, after: { basis: choice.basis, kind: wish.kind, totalHao: wish.expected.totalHao } })
    return { requestIds }
  }),
  handle(invoiceCalls.list, ({ tx, account }, { least, most, ...filter }) =>
    listInvoices(tx, account, { ...filter, leastHao: yuan(least), mostHao: yuan(most) }),
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
  handle(invoiceCalls.askReversal, async ({ tx, account, member, now, note }, { requestId, ...wish }) => {
    note({ object: requestId, before: { state: 'issued' }, after: { state: 'reversing', reason: wish.reason } })
    // Better told now than after the red letter, when nothing can be taken back.
    if (wish.replace) await titleForInvoice(tx, account, { titleId: wish.replace.titleId, isSpecial: wish.replace.kind === 'special' })
    await askReversal(tx, account, requestId, wish, { memberId: member.memberId, now: now() })
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

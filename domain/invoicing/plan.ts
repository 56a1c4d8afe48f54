import type { Product } from '#domain/ledger/index.ts'
import { haoPerFen } from '#values/money.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { splitTax, type TaxSplit, wholeFen } from '#values/tax.ts'
import type { Source } from './source.ts'

/** What the customer chose to have invoiced. */
export type Choice =
  | { basis: 'orders'; orderIds: readonly string[] }
  | { basis: 'bills'; months: readonly string[] }
  /** 毫 in whole fen, taken oldest first. */
  | { basis: 'amount'; amountHao: number }
  /** The sources of an invoice that is reissued. */
  | { basis: 'ledgerAccounts'; ledgerAccountIds: readonly string[] }

interface PlannedItem {
  source: Source
  amountHao: number
}

interface PlannedLine extends TaxSplit {
  product: Product
}

/** One invoice: one tax rate, within the limit per invoice. */
export interface PlannedInvoice extends TaxSplit {
  rateBp: number
  lines: PlannedLine[]
  items: PlannedItem[]
}

export interface Plan {
  invoices: PlannedInvoice[]
  totalHao: number
  /** Chosen rates with more refunds than chosen sources: the missing 毫 by rate. */
  short: { rateBp: number; missingHao: number }[]
}

const sum = (items: readonly { amountHao: number }[]) => items.reduce((total, { amountHao }) => total + amountHao, 0)

/**
 * Invoice planning: makes invoices from the chosen sources. At each rate, refunds of invoiced amounts come first and
 * can't be left out, then the oldest sources. An invoice is in whole fen; the remainder stays for later. A pure
 * function.
 */
export function planInvoices(sources: readonly Source[], choice: Choice, limitHao: number): Plan {
  const chosen = sources.filter(source => source.leftHao > 0 && isChosen(source, choice))
  const rates = [...new Set(chosen.map(({ rateBp }) => rateBp))]
  const totals =
    choice.basis === 'amount' ? spread(sources, chosen, choice.amountHao) : new Map(rates.map(rate => [rate, maxOf(sources, chosen, rate)]))
  const invoices = rates.flatMap(rateBp => {
    const totalHao = totals.get(rateBp) ?? 0
    return totalHao > 0 ? split(rateBp, fill(negativesOf(sources, rateBp), chosen, rateBp, totalHao), limitHao) : []
  })
  // Parts of a fen stay for later: only refunds can make a chosen rate short.
  const short = rates.flatMap(rateBp => {
    const most = maxOf(sources, chosen, rateBp)
    return choice.basis !== 'amount' && most < 0 ? [{ rateBp, missingHao: haoPerFen - most }] : []
  })
  return { invoices, totalHao: invoices.reduce((total, { grossHao }) => total + grossHao, 0), short }
}

function isChosen({ ledgerAccountId, orderId, month }: Source, choice: Choice): boolean {
  if (choice.basis === 'ledgerAccounts') return choice.ledgerAccountIds.includes(ledgerAccountId)
  if (choice.basis === 'orders') return orderId !== null && choice.orderIds.includes(orderId)
  return choice.basis === 'amount' || choice.months.includes(month)
}

const negativesOf = (sources: readonly Source[], rateBp: number): PlannedItem[] =>
  sources.filter(source => source.rateBp === rateBp && source.leftHao < 0).map(source => ({ source, amountHao: source.leftHao }))

/** The whole fen invoiceable at a rate, negative if refunds exceed the sources. */
function maxOf(sources: readonly Source[], chosen: readonly Source[], rateBp: number): number {
  const positive = chosen.reduce((total, source) => (source.rateBp === rateBp ? total + source.leftHao : total), 0)
  return wholeFen(positive + sum(negativesOf(sources, rateBp)))
}

/**
 * Distributes an amount over the rates, oldest source first: each adds the whole fen by which its rate's total grows.
 */
function spread(sources: readonly Source[], oldestFirst: readonly Source[], amountHao: number): Map<number, number> {
  const grown = new Map<number, number>()
  const totals = new Map<number, number>()
  let left = amountHao
  for (const { rateBp, leftHao } of oldestFirst) {
    const before = grown.get(rateBp) ?? sum(negativesOf(sources, rateBp))
    const after = before + leftHao
    const share = Math.min(left, Math.max(0, wholeFen(after)) - Math.max(0, wholeFen(before)))
    grown.set(rateBp, after)
    totals.set(rateBp, (totals.get(rateBp) ?? 0) + share)
    left -= share
  }
  return totals
}

/** The items that make up the sum: all refunds, then the oldest sources until it is reached. */
function fill(negatives: readonly PlannedItem[], chosen: readonly Source[], rateBp: number, totalHao: number): PlannedItem[] {
  const items = [...negatives]
  let left = totalHao - sum(negatives)
  for (const source of chosen) {
    if (source.rateBp !== rateBp || left === 0) continue
    const amountHao = Math.min(source.leftHao, left)
    items.push({ source, amountHao })
    left -= amountHao
  }
  return items
}

/** Splits the items of a rate into invoices within the limit. */
function split(rateBp: number, items: readonly PlannedItem[], limitHao: number): PlannedInvoice[] {
  const parts: PlannedItem[][] = [[]]
  let room = limitHao
  for (const { source, amountHao } of items) {
    let rest = amountHao
    while (rest !== 0) {
      if (room === 0) {
        parts.push([])
        room = limitHao
      }
      const share = Math.min(rest, room)
      lastOrThrow(parts).push({ source, amountHao: share })
      rest -= share
      room -= share
    }
  }
  return parts.map(part => invoiceOf(rateBp, part))
}

function invoiceOf(rateBp: number, items: PlannedItem[]): PlannedInvoice {
  const lines = linesOf(items).map(({ product, grossHao }) => ({ product, ...splitTax(grossHao, rateBp) }))
  const total = (field: keyof TaxSplit) => lines.reduce((all, line) => all + line[field], 0)
  return { rateBp, items, lines, grossHao: total('grossHao'), netHao: total('netHao'), taxHao: total('taxHao') }
}

/** A line for each product with a positive sum; parts of a fen and refunds of the other product go to the largest. */
function linesOf(items: readonly PlannedItem[]): { product: Product; grossHao: number }[] {
  const products = [...new Set(items.map(({ source }) => source.product))]
  const sums = products
    .map(product => ({ product, grossHao: wholeFen(sum(items.filter(({ source }) => source.product === product))) }))
    .sort((a, b) => b.grossHao - a.grossHao)
  const rest = sums.slice(1).filter(({ grossHao }) => grossHao > 0)
  const restHao = rest.reduce((total, { grossHao }) => total + grossHao, 0)
  return [{ product: firstOrThrow(sums).product, grossHao: sum(items) - restHao }, ...rest]
}

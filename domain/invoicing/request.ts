import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { InvoiceBasis, InvoiceKindName, InvoiceMedium } from '#contract/invoicing/invoice-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { bookTransfers, type Product } from '#domain/ledger/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { rateText } from '#values/tax.ts'
import { requireInvoicing } from './pause.ts'
import { type Choice, type Plan, type PlannedInvoice, planInvoices } from './plan.ts'
import { readSeller } from './seller.ts'
import { type Source, sourcesOf } from './source.ts'
import { recordStep } from './step.ts'
import { titleForInvoice } from './title.ts'

export interface InvoiceInput {
  choice: Exclude<Choice, { basis: 'ledgerAccounts' }>
  kind: InvoiceKindName
  medium: InvoiceMedium
  titleId: string
  /** Verified mailboxes of the account; at least one for electronic invoices. */
  emailIds: readonly string[]
  /** The destination of a paper invoice. */
  addressId: string | null
  /** Printed on the invoice. */
  remark: string
  /** What the customer was shown: total in 毫 and number of invoices. */
  expected: { totalHao: number; invoiceCount: number }
  memberId: string | null
  now: Date
}

/** The invoices of a choice, with the printed item name of each line. */
export type PreviewedInvoice = Omit<PlannedInvoice, 'lines'> & { lines: (PlannedInvoice['lines'][number] & ItemName)[] }
interface ItemName {
  itemName: string
  categoryCode: string | null
}

/**
 * Previews the invoices of a choice. Refuses `invoice_seller_missing`, `invoice_nothing`, `invoice_short`,
 * `invoice_exceeds`, `invoice_taken`, `invoice_bill_open`, `invoice_too_many_parts`.
 */
export async function previewInvoices(executor: Executor, account: AccountId, choice: Choice): Promise<PreviewedInvoice[]> {
  const seller = (await readSeller(executor)) ?? refuse('invoice_seller_missing')
  if (choice.basis === 'bills') await requireClosed(executor, account, choice.months)
  const sources = await sourcesOf(executor, account)
  const plan = requirePlan(sources, choice, planInvoices(sources, choice, seller.limitHao))
  const names = await itemNames(executor)
  return plan.invoices.map(invoice => ({
    ...invoice,
    lines: invoice.lines.map(line => ({ ...line, ...names(line.product, invoice.rateBp) })),
  }))
}

/** A month can be chosen only after its bill is closed. */
async function requireClosed(executor: Executor, account: AccountId, months: readonly string[]): Promise<void> {
  const closed = await executor.selectFrom('bill').select('month').where('accountId', '=', account).execute()
  const open = months.find(month => !closed.some(bill => bill.month === month))
  if (open) refuse('invoice_bill_open', { month: open })
}

function requirePlan(sources: readonly Source[], choice: Choice, plan: Plan): Plan {
  const [short] = plan.short
  if (short) refuse('invoice_short', { rate: rateText(short.rateBp), missing: formatYuan(short.missingHao) })
  if (choice.basis === 'amount' && plan.totalHao < choice.amountHao) refuse('invoice_exceeds', { available: formatYuan(plan.totalHao) })
  const isThere = (orderId: string) => sources.some(source => source.orderId === orderId && source.leftHao > 0)
  if (choice.basis === 'orders' && !choice.orderIds.every(isThere)) refuse('invoice_taken')
  if (plan.invoices.length === 0) refuse('invoice_nothing')
  if (plan.invoices.length > limits.invoiceParts) refuse('invoice_too_many_parts', { limit: limits.invoiceParts })
  return plan
}

/** The printed item name of a product at a rate, from the newest tax rule with that rate. */
async function itemNames(executor: Executor): Promise<(product: Product, rateBp: number) => ItemName> {
  const rules = await executor
    .selectFrom('taxRule')
    .select(['product', 'rateBp', 'categoryName', 'itemName', 'categoryCode'])
    .orderBy('startsAt', 'desc')
    .execute()
  return (product, rateBp) => {
    const rule = firstOrThrow(rules.filter(one => one.product === product && one.rateBp === rateBp))
    return { itemName: `*${rule.categoryName}*${rule.itemName}`, categoryCode: rule.categoryCode }
  }
}

/**
 * Requests invoices and holds their amounts until they are issued or returned, so that nothing is invoiced twice.
 * Requests of an account are serialized. Refuses like `previewInvoices`, `invoice_changed` if it differs from what was
 * shown, `title_not_approved`, `title_not_attested`, `invoice_email_missing`, `invoice_paper_closed`,
 * `invoicing_paused`, and `not_found` for an unknown title or address. Returns the ids in preview order.
 */
export async function requestInvoices(tx: Tx, account: AccountId, input: InvoiceInput): Promise<string[]> {
  await requireInvoicing(tx)
  await lockInvoicing(tx, account)
  const title = await titleForInvoice(tx, account, { titleId: input.titleId, isSpecial: input.kind === 'special' })
  const emails = await requireDelivery(tx, account, input)
  const invoices = await previewInvoices(tx, account, input.choice)
  const totalHao = invoices.reduce((total, { grossHao }) => total + grossHao, 0)
  if (totalHao !== input.expected.totalHao || invoices.length !== input.expected.invoiceCount) refuse('invoice_changed')
  return insertInvoices(tx, account, invoices, {
    ...input,
    basis: input.choice.basis,
    titleVersionId: title.versionId,
    emails,
    replacesId: null,
  })
}

/**
 * Everyone who requests invoices takes this lock first: payments and refunds change the invoiceable amount under the
 * same rows.
 */
export const lockInvoicing = (tx: Tx, account: AccountId) =>
  sql`select from ledger_account where account_id = ${account} and asset = 'invoice' and purpose in ('available', 'held')
    order by ledger_account_id for no key update`.execute(tx)

async function requireDelivery(tx: Tx, account: AccountId, { medium, kind, emailIds, addressId }: InvoiceInput): Promise<string[]> {
  if (medium === 'paper') {
    const found = await tx
      .selectFrom('invoiceAddress')
      .select('addressId')
      .where('accountId', '=', account)
      .where('addressId', '=', addressId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!found) refuse('not_found')
    if (kind !== 'special' || !(await readSeller(tx))?.offersPrint) refuse('invoice_paper_closed')
  }
  const rows = await tx
    .selectFrom('invoiceEmail')
    .select(['emailId', 'address'])
    .where('accountId', '=', account)
    .where('emailId', 'in', emailIds.length > 0 ? [...emailIds] : [null])
    .where('verifiedAt', 'is not', null)
    .where('deletedAt', 'is', null)
    .execute()
  if (rows.length < new Set(emailIds).size || (medium === 'electronic' && rows.length === 0)) refuse('invoice_email_missing')
  return rows.map(row => row.address)
}

interface NewInvoices extends Pick<InvoiceInput, 'kind' | 'medium' | 'remark' | 'addressId' | 'memberId' | 'now'> {
  basis: InvoiceBasis
  titleVersionId: string
  emails: readonly string[]
  replacesId: string | null
}

/** Writes planned invoices as requests and holds their amounts. */
export async function insertInvoices(
  tx: Tx,
  account: AccountId,
  invoices: readonly PreviewedInvoice[],
  input: NewInvoices,
): Promise<string[]> {
  const batchId = newId()
  const made = invoices.map(invoice => ({ ...invoice, requestId: newId() }))
  const common = { accountId: account }
  await tx
    .insertInto('invoiceRequest')
    .values(
      made.map(({ requestId, rateBp, grossHao, netHao, taxHao }) => ({
        ...{ ...common, requestId, batchId, requestNumber: newNumber(input.now), basis: input.basis, kind: input.kind },
        ...{ medium: input.medium, rateBp, grossHao, netHao, taxHao, remark: input.remark },
        ...{ titleVersionId: input.titleVersionId, emails: [...input.emails], replacesId: input.replacesId, state: 'reviewing' },
        ...{
          addressId: input.medium === 'paper' ? input.addressId : null,
          memberId: input.memberId,
          askedAt: input.now,
          changedAt: input.now,
        },
      })),
    )
    .execute()
  await tx
    .insertInto('invoiceItem')
    .values(
      made.flatMap(({ requestId, items }) =>
        items.map(({ source, amountHao }) => ({ ...common, requestId, ledgerAccountId: source.ledgerAccountId, amountHao })),
      ),
    )
    .execute()
  await tx
    .insertInto('invoiceLine')
    .values(
      made.flatMap(({ requestId, lines }) =>
        lines.map((line, place) => ({
          ...{ ...common, requestId, line: place + 1, product: line.product, itemName: line.itemName },
          ...{ categoryCode: line.categoryCode, grossHao: line.grossHao, netHao: line.netHao, taxHao: line.taxHao },
        })),
      ),
    )
    .execute()
  await bookTransfers(
    tx,
    account,
    made.map(({ requestId, rateBp, grossHao }) => ({
      ...{ transferId: newId(), kind: 'request' as const, amount: grossHao, referenceId: requestId, at: input.now },
      from: { purpose: 'available', grantId: null, rateBp },
      to: { purpose: 'held', grantId: null, rateBp },
    })),
  )
  const by = { now: input.now, ...(input.memberId ? { memberId: input.memberId } : {}) }
  for (const { requestId } of made) await recordStep(tx, account, requestId, { step: 'asked', by })
  return made.map(({ requestId }) => requestId)
}

const newNumber = (now: Date) => `F${chinaDay(now).replaceAll('-', '')}${String(randomInt(10 ** 12)).padStart(12, '0')}`

import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { invoiceFigures } from '#domain/invoicing/figures.ts'
import type { Choice } from '#domain/invoicing/plan.ts'
import { type InvoiceInput, requestInvoices } from '#domain/invoicing/request.ts'
import { setSeller } from '#domain/invoicing/seller.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { bookTransfers, type Transfer } from '#domain/ledger/transfer.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { type AccountId, newId } from '#values/id.ts'
import { createAccount } from './account.ts'
import { createTestDatabase } from './database.ts'

/** Time of all requests. */
export const now = new Date('2026-06-15T02:00:00Z')
const seller = {
  ...{
    name: '鸿雁云通信有限公司',
    taxNumber: '91330106MA2CFLDG4R',
    address: '',
    phone: '',
    bankName: '',
    bankAccount: '',
    issuer: '王会计',
  },
  ...{ limitHao: 10_000_000_000, offersPrint: false },
}

const balance = { purpose: 'available', grantId: null } as const
const spent = { purpose: 'spent', grantId: null } as const

export interface Customer {
  account: AccountId
  titleId: string
  emailId: string
}

/** A database whose platform issues invoices, for a test file, with helpers for its tests. */
export async function startInvoicing() {
  const database = await createTestDatabase()
  const { db } = database
  await database.platformDb.transaction().execute(tx => setSeller(tx, seller, { staffId: null, now }))

  /** An attested company with a title for both kinds of invoices, a mailbox and money. */
  async function createCustomer(): Promise<Customer> {
    const { account } = await createAccount(db)
    const [titleId, emailId] = [newId(), newId()]
    await asAccount(db, account, async tx => {
      const made = { accountId: account, createdAt: now }
      await tx
        .insertInto('invoiceTitle')
        .values({ ...made, titleId, versionId: titleId })
        .execute()
      const version = {
        kind: 'company',
        name: '江南茶业有限公司',
        taxNumber: '91330106MA2CFLDG4R',
        specialState: 'none',
        versionNumber: 1,
      }
      await tx
        .insertInto('invoiceTitleVersion')
        .values({ ...made, ...version, titleId, versionId: titleId })
        .execute()
      await tx
        .insertInto('invoiceEmail')
        .values({ ...made, emailId, address: 'finance@example.com', verifiedAt: now })
        .execute()
      await recharge(tx, account, { transferId: newId(), amountHao: 1_000_000_000, at: new Date('2025-01-01') })
    })
    return { account, titleId, emailId }
  }

  const inAccount = <T>({ account }: Customer, work: (tx: Tx) => Promise<T>) => asAccount(db, account, work)
  const ask = (customer: Customer, choice: Choice, totalHao: number, invoiceCount = 1) =>
    inAccount(customer, tx => requestInvoices(tx, customer.account, input(customer, choice, totalHao, invoiceCount)))
  const problemsOf = (customer: Customer) => inAccount(customer, tx => verifyLedger(tx, customer.account))
  /** Available, held and issued amounts of each rate, in 毫. */
  const rates = async (customer: Customer) => {
    const figures = await inAccount(customer, tx => invoiceFigures(tx, customer.account))
    return Object.fromEntries(figures.map(one => [one.rateBp, [one.availableHao, one.heldHao, one.issuedHao]]))
  }
  return { database, createCustomer, inAccount, ask, problemsOf, rates }
}

/** Pays for an order that exists only as a number here. */
export async function buy(tx: Tx, account: AccountId, product: 'sms' | 'link', amountHao: number, at: Date): Promise<string> {
  const orderId = newId()
  const packageId = product === 'sms' ? 1001 : 4001
  await tx
    .insertInto('packageOrder')
    .values({
      ...{ accountId: account, orderId, orderNumber: `D${orderId}`, packageId, packageVersion: 1, quantity: 1 },
      ...{ amountHao, listHao: amountHao, name: '套餐', kind: product === 'sms' ? 'industry' : 'link', segmentCount: 10 },
      ...{ validityDays: 30, state: 'paid', createdAt: at, paidAt: at, expiresAt: at },
      refundTiers: JSON.stringify([{ from: 0, priceHao: amountHao, perCount: 10, name: '套餐' }]),
    })
    .execute()
  const purchase: Transfer = {
    transferId: newId(),
    from: balance,
    to: spent,
    amount: amountHao,
    kind: 'purchase',
    product,
    referenceId: orderId,
    at,
  }
  await bookTransfers(tx, account, [purchase])
  return orderId
}

export const refund = (tx: Tx, account: AccountId, orderId: string, product: 'sms' | 'link', amount: number) =>
  bookTransfers(tx, account, [
    { transferId: newId(), from: spent, to: balance, amount, kind: 'refund', product, referenceId: orderId, at: now },
  ])

export const use = (tx: Tx, account: AccountId, amount: number, at: Date) =>
  bookTransfers(tx, account, [
    { transferId: newId(), from: balance, to: { purpose: 'held', grantId: null }, amount, kind: 'hold', at },
    { transferId: newId(), from: { purpose: 'held', grantId: null }, to: spent, amount, kind: 'post', product: 'sms', at },
  ])

/** A request for an ordinary invoice by mail. */
export const input = ({ titleId, emailId }: Customer, choice: Choice, totalHao: number, invoiceCount = 1): InvoiceInput => ({
  ...{ choice: choice as InvoiceInput['choice'], kind: 'ordinary', medium: 'electronic', titleId, emailIds: [emailId], addressId: null },
  ...{ remark: '', expected: { totalHao, invoiceCount }, memberId: null, now },
})

export const amount = (hao: number): Choice => ({ basis: 'amount', amountHao: hao })

/** The code of the refusal, or `done`. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    error => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

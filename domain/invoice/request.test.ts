import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { bookTransfers, type Transfer } from '#domain/ledger/transfer.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { invoiceFigures } from './figures.ts'
import type { Choice } from './plan.ts'
import { type InvoiceWish, previewInvoices, requestInvoices } from './request.ts'
import { askReversal, confirmReversal, lapseReversal, reverseInvoice, startReversal, withdrawReversal } from './reversal.ts'
import { setSeller } from './seller.ts'
import { sourcesOf } from './source.ts'
import { failInvoice, issueInvoice, rejectInvoice, takeInvoice, withdrawInvoice } from './step.ts'

const now = new Date('2026-06-15T02:00:00Z')
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
  ...{ limitHao: 10_000_000_000, offersPaper: false },
}

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  await database.platformDb.transaction().execute(tx => setSeller(tx, seller, { staffId: null, now }))
})
afterAll(() => database.close())

const balance = { purpose: 'available', grantId: null } as const
const spent = { purpose: 'spent', grantId: null } as const

interface Customer {
  account: AccountId
  titleId: string
  emailId: string
}

/** An attested company with a title for both kinds of invoices, a mailbox and money. */
async function createCustomer(): Promise<Customer> {
  const { account } = await createAccount(db)
  const [titleId, emailId] = [newId(), newId()]
  await asAccount(db, account, async tx => {
    const made = { account_id: account, created_at: now }
    await tx
      .insertInto('invoice_title')
      .values({ ...made, title_id: titleId, version_id: titleId })
      .execute()
    const version = {
      kind: 'company',
      name: '江南茶业有限公司',
      tax_number: '91330106MA2CFLDG4R',
      special_state: 'none',
      version_number: 1,
    }
    await tx
      .insertInto('invoice_title_version')
      .values({ ...made, ...version, title_id: titleId, version_id: titleId })
      .execute()
    await tx
      .insertInto('invoice_email')
      .values({ ...made, email_id: emailId, address: 'finance@example.com', verified_at: now })
      .execute()
    await recharge(tx, account, { transferId: newId(), amountHao: 1_000_000_000, at: new Date('2025-01-01') })
  })
  return { account, titleId, emailId }
}

/** Pays for an order that is only known by its number here. */
async function buy(tx: Tx, account: AccountId, product: 'sms' | 'link', amountHao: number, at: Date): Promise<string> {
  const orderId = newId()
  const packageId = product === 'sms' ? 1001 : 4001
  await tx
    .insertInto('package_order')
    .values({
      ...{ account_id: account, order_id: orderId, order_number: `D${orderId}`, package_id: packageId, package_version: 1, quantity: 1 },
      ...{ amount_hao: amountHao, list_hao: amountHao, name: '套餐', kind: product === 'sms' ? 'industry' : 'link', segment_count: 10 },
      ...{ validity_days: 30, state: 'paid', created_at: at, paid_at: at, expires_at: at },
      refund_tiers: JSON.stringify([{ from: 0, priceHao: amountHao, perCount: 10 }]),
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
const refund = (tx: Tx, account: AccountId, orderId: string, product: 'sms' | 'link', amount: number) =>
  bookTransfers(tx, account, [
    { transferId: newId(), from: spent, to: balance, amount, kind: 'refund', product, referenceId: orderId, at: now },
  ])
const use = (tx: Tx, account: AccountId, amount: number, at: Date) =>
  bookTransfers(tx, account, [
    { transferId: newId(), from: balance, to: { purpose: 'held', grantId: null }, amount, kind: 'hold', at },
    { transferId: newId(), from: { purpose: 'held', grantId: null }, to: spent, amount, kind: 'post', product: 'sms', at },
  ])

const wish = ({ titleId, emailId }: Customer, choice: Choice, totalHao: number, invoiceCount = 1): InvoiceWish => ({
  ...{ choice: choice as InvoiceWish['choice'], kind: 'ordinary', medium: 'electronic', titleId, emailIds: [emailId], addressId: null },
  ...{ remark: '', expected: { totalHao, invoiceCount }, memberId: null, now },
})
const amount = (hao: number): Choice => ({ basis: 'amount', amountHao: hao })
const ask = (customer: Customer, choice: Choice, totalHao: number, invoiceCount = 1) =>
  asAccount(db, customer.account, tx => requestInvoices(tx, customer.account, wish(customer, choice, totalHao, invoiceCount)))
const inAccount = <T>({ account }: Customer, work: (tx: Tx) => Promise<T>) => asAccount(db, account, work)
const problemsOf = (customer: Customer) => inAccount(customer, tx => verifyLedger(tx, customer.account))
const rates = async (customer: Customer) =>
  Object.fromEntries(
    (await inAccount(customer, tx => invoiceFigures(tx, customer.account))).map(one => [
      one.rateBp,
      [one.availableHao, one.heldHao, one.issuedHao],
    ]),
  )
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    error => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
const by = { now }

test('an amount over two rates becomes two invoices, held until they are made out', async () => {
  const customer = await createCustomer()
  const { account } = customer
  await inAccount(customer, async tx => {
    await buy(tx, account, 'sms', 4_700_000, new Date('2026-02-01'))
    await buy(tx, account, 'link', 1_060_000, new Date('2026-03-01'))
  })
  const ids = await ask(customer, amount(5_760_000), 5_760_000, 2)
  expect(await rates(customer)).toEqual({ 900: [0, 4_700_000, 0], 600: [0, 1_060_000, 0] })
  const rows = await inAccount(customer, tx =>
    tx
      .selectFrom('invoice_request')
      .select(['rate_bp', 'gross_hao', 'net_hao', 'tax_hao', 'state'])
      .where('account_id', '=', account)
      .orderBy('request_id')
      .execute(),
  )
  expect(rows).toEqual([
    { rate_bp: 900, gross_hao: 4_700_000, net_hao: 4_311_900, tax_hao: 388_100, state: 'reviewing' },
    { rate_bp: 600, gross_hao: 1_060_000, net_hao: 1_000_000, tax_hao: 60_000, state: 'reviewing' },
  ])
  await inAccount(customer, async tx => {
    await takeInvoice(tx, account, ids[0]!, by)
    await issueInvoice(tx, account, ids[0]!, { invoiceNumber: '26332000000000000001', issuedAt: now, fileIds: [] }, by)
    await rejectInvoice(tx, account, ids[1]!, '抬头有误', by)
  })
  expect(await rates(customer)).toEqual({ 900: [0, 0, 4_700_000], 600: [1_060_000, 0, 0] })
  expect(await problemsOf(customer)).toEqual([])
})

test('a refund of what is invoiced leaves less than nothing, which the next request takes off, and a red letter heals', async () => {
  const customer = await createCustomer()
  const { account } = customer
  const orderId = await inAccount(customer, tx => buy(tx, account, 'sms', 1_000_000, new Date('2026-02-01')))
  const [first] = await ask(customer, { basis: 'orders', orderIds: [orderId] }, 1_000_000)
  await inAccount(customer, async tx => {
    await takeInvoice(tx, account, first!, by)
    await issueInvoice(tx, account, first!, { invoiceNumber: '26332000000000000002', issuedAt: now, fileIds: [] }, by)
    await refund(tx, account, orderId, 'sms', 300_000)
  })
  expect(await rates(customer)).toEqual({ 900: [-300_000, 0, 1_000_000] })
  expect(await codeOf(ask(customer, amount(100), 100))).toBe('invoice_exceeds')
  await inAccount(customer, tx => use(tx, account, 500_050, now))
  const [second] = await ask(customer, amount(200_000), 200_000)
  const items = await inAccount(customer, tx =>
    tx
      .selectFrom('invoice_item')
      .select('amount_hao')
      .where('account_id', '=', account)
      .where('request_id', '=', second!)
      .orderBy('amount_hao')
      .execute(),
  )
  expect(items.map(item => item.amount_hao)).toEqual([-300_000, 500_000])
  expect(await rates(customer)).toEqual({ 900: [50, 200_000, 1_000_000] })
  await inAccount(customer, async tx => {
    await withdrawInvoice(tx, account, second!, by)
    await askReversal(tx, account, first!, { reason: '02', note: '部分退款', replace: { titleId: customer.titleId, kind: 'ordinary' } }, by)
    await reverseInvoice(tx, account, first!, { redNumber: '26332000000000000003', fileIds: [] }, by)
  })
  // What is left of the order is asked for anew by itself.
  expect(await rates(customer)).toEqual({ 900: [500_050, 700_000, 0] })
  expect(await problemsOf(customer)).toEqual([])
})

test('what is not there, not closed, not verified or not as it was shown is refused, and nothing is held', async () => {
  const customer = await createCustomer()
  const { account } = customer
  const orderId = await inAccount(customer, tx => buy(tx, account, 'sms', 1_000_000, new Date('2026-02-01')))
  const send = (over: Partial<InvoiceWish>) =>
    codeOf(inAccount(customer, tx => requestInvoices(tx, account, { ...wish(customer, amount(1_000_000), 1_000_000), ...over })))
  expect(await send({ choice: { basis: 'amount', amountHao: 1_000_100 } })).toBe('invoice_exceeds')
  expect(await send({ choice: { basis: 'orders', orderIds: [newId()] } })).toBe('invoice_taken')
  expect(await send({ choice: { basis: 'bills', months: ['2026-02'] } })).toBe('invoice_bill_open')
  expect(await send({ expected: { totalHao: 999_900, invoiceCount: 1 } })).toBe('invoice_changed')
  expect(await send({ emailIds: [] })).toBe('invoice_email_missing')
  expect(await send({ emailIds: [newId()] })).toBe('invoice_email_missing')
  expect(await send({ kind: 'special' })).toBe('title_not_approved')
  expect(await send({ titleId: newId() })).toBe('not_found')
  expect(await rates(customer)).toEqual({ 900: [1_000_000, 0, 0] })
  await ask(customer, { basis: 'orders', orderIds: [orderId] }, 1_000_000)
  expect(await send({ choice: { basis: 'orders', orderIds: [orderId] } })).toBe('invoice_taken')
})

test('fifty requests at once for what is there ten times: exactly ten stand, however refunds come between', async () => {
  const customer = await createCustomer()
  const { account } = customer
  const orderId = await inAccount(customer, async tx => {
    await use(tx, account, 900_000, new Date('2026-02-01'))
    return buy(tx, account, 'sms', 1_100_000, new Date('2026-02-01'))
  })
  const outcomes = await Promise.all([
    ...Array.from({ length: 50 }, () => codeOf(ask(customer, amount(200_000), 200_000))),
    ...Array.from({ length: 5 }, () => codeOf(inAccount(customer, tx => refund(tx, account, orderId, 'sms', 100)))),
  ])
  const stood = outcomes.slice(0, 50).filter(outcome => outcome === 'done').length
  expect([9, 10]).toContain(stood)
  expect(outcomes.filter(outcome => outcome === 'invoice_exceeds')).toHaveLength(50 - stood)
  expect((await rates(customer))[900]).toEqual([2_000_000 - 500 - stood * 200_000, stood * 200_000, 0])
  expect(await problemsOf(customer)).toEqual([])
})

test('the confirmation of a red letter goes its ways, each once', async () => {
  const customer = await createCustomer()
  const { account } = customer
  await inAccount(customer, tx => buy(tx, account, 'sms', 1_000_000, new Date('2026-02-01')))
  const [id] = (await ask(customer, amount(1_000_000), 1_000_000)) as [string]
  const wished = { reason: '01' as const, note: '税号写错', replace: null }
  const step = (work: (tx: Tx) => Promise<unknown>) => codeOf(inAccount(customer, work))
  expect(await step(tx => askReversal(tx, account, id, wished, by))).toBe('state_forbids')
  await inAccount(customer, async tx => {
    await takeInvoice(tx, account, id, by)
    await failInvoice(tx, account, id, '税局系统维护', by)
    await takeInvoice(tx, account, id, by)
    await issueInvoice(tx, account, id, { invoiceNumber: '26332000000000000004', issuedAt: now, fileIds: [] }, by)
    await askReversal(tx, account, id, wished, by)
    await withdrawReversal(tx, account, id, by)
    await askReversal(tx, account, id, wished, by)
    await startReversal(tx, account, id, { confirmNumber: 'H33260000001', confirmState: '02' }, by)
  })
  expect(await step(tx => withdrawReversal(tx, account, id, by))).toBe('reversal_elsewhere')
  expect(await step(tx => reverseInvoice(tx, account, id, { redNumber: '26332000000000000005', fileIds: [] }, by))).toBe(
    'reversal_elsewhere',
  )
  await inAccount(customer, async tx => {
    await lapseReversal(tx, account, id, '07', by)
    await askReversal(tx, account, id, wished, by)
    await startReversal(tx, account, id, { confirmNumber: 'H33260000002', confirmState: '02' }, by)
    await confirmReversal(tx, account, id, by)
  })
  expect(await step(tx => reverseInvoice(tx, account, id, { redNumber: '26332000000000000004', fileIds: [] }, by))).toBe(
    'invoice_number_taken',
  )
  await inAccount(customer, tx => reverseInvoice(tx, account, id, { redNumber: '26332000000000000006', fileIds: [] }, by))
  expect(await rates(customer)).toEqual({ 900: [1_000_000, 0, 0] })
  expect(await problemsOf(customer)).toEqual([])
})

type Command =
  | { do: 'buy'; product: 'sms' | 'link'; fen: number; month: number }
  | { do: 'use'; hao: number; month: number }
  | { do: 'refund'; pick: number; fen: number }
  | { do: 'ask'; fen: number }
  | { do: 'step'; pick: number; way: 'withdraw' | 'reject' | 'issue' | 'reverse' }

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constant('buy' as const),
    product: fc.constantFrom('sms' as const, 'link' as const),
    fen: fc.nat(50_000),
    month: fc.nat(17),
  }),
  fc.record({ do: fc.constant('use' as const), hao: fc.integer({ min: 1, max: 900_000 }), month: fc.nat(17) }),
  fc.record({ do: fc.constant('refund' as const), pick: fc.nat(), fen: fc.integer({ min: 1, max: 40_000 }) }),
  fc.record({ do: fc.constant('ask' as const), fen: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ do: fc.constant('step' as const), pick: fc.nat(), way: fc.constantFrom('withdraw', 'reject', 'issue', 'reverse') }),
)

test('any sequence of purchases, use, refunds, requests and steps: consumed = available + held + issued of every rate, and nothing is taken twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 22 }), async commands => {
      const customer = await createCustomer()
      const model = new Model(customer)
      for (const one of commands) await model.run(one)
      await model.check()
    }),
    { numRuns: 40 },
  )
})

/** What the ledger has to say at the end, kept by hand. */
class Model {
  readonly customer: Customer
  readonly orders: { orderId: string; product: 'sms' | 'link'; leftHao: number; rateBp: number }[] = []
  readonly consumed = new Map<number, number>()
  readonly invoices = new Map<string, { hao: number; rateBp: number; state: 'held' | 'issued' | 'gone' }>()

  constructor(customer: Customer) {
    this.customer = customer
  }

  consume(rateBp: number, hao: number) {
    this.consumed.set(rateBp, (this.consumed.get(rateBp) ?? 0) + hao)
  }

  async run(one: Command) {
    const { account } = this.customer
    const at = 'month' in one ? new Date(Date.UTC(2025, one.month, 10)) : now
    const rateBp = at.getUTCFullYear() >= 2026 ? 900 : 600
    if (one.do === 'buy' && one.fen > 0) {
      const orderId = await inAccount(this.customer, tx => buy(tx, account, one.product, one.fen * 100, at))
      // The statement's times never go back: what is booked now is of the day of the last entry.
      const rate = await this.rateOf(orderId)
      this.orders.push({ orderId, product: one.product, leftHao: one.fen * 100, rateBp: rate })
      this.consume(rate, one.fen * 100)
    } else if (one.do === 'use') {
      const last = await this.lastAt()
      await inAccount(this.customer, tx => use(tx, account, one.hao, at))
      this.consume(at > last ? rateBp : last.getUTCFullYear() >= 2026 ? 900 : 600, one.hao)
    } else if (one.do === 'refund') await this.refund(one)
    else if (one.do === 'ask') await this.ask(one.fen * 100)
    else if (one.do === 'step') await this.step(one)
  }

  async refund({ pick, fen }: { pick: number; fen: number }) {
    const order = this.orders[pick % Math.max(1, this.orders.length)]
    const hao = Math.min(fen * 100, order?.leftHao ?? 0)
    if (!order || hao === 0) return
    await inAccount(this.customer, tx => refund(tx, this.customer.account, order.orderId, order.product, hao))
    order.leftHao -= hao
    this.consume(order.rateBp, -hao)
  }

  async ask(hao: number) {
    const free = await rates(this.customer)
    const most = Object.values(free).reduce((sum, [available]) => sum + Math.max(0, Math.floor(available! / 100) * 100), 0)
    const planned = await inAccount(this.customer, tx =>
      previewInvoices(tx, this.customer.account, { basis: 'amount', amountHao: hao }),
    ).catch(error => {
      if (error instanceof Refusal) return null
      throw error
    })
    expect(planned !== null).toBe(hao <= most)
    if (!planned) return
    const ids = await ask(this.customer, amount(hao), hao, planned.length)
    for (const [place, { grossHao, rateBp }] of planned.entries()) this.invoices.set(ids[place]!, { hao: grossHao, rateBp, state: 'held' })
  }

  async step({ pick, way }: { pick: number; way: 'withdraw' | 'reject' | 'issue' | 'reverse' }) {
    const id = [...this.invoices.keys()][pick % Math.max(1, this.invoices.size)]
    const invoice = id ? this.invoices.get(id)! : null
    if (!id || !invoice || (invoice.state === 'held') !== (way !== 'reverse') || invoice.state === 'gone') return
    const { account } = this.customer
    const digits = () =>
      String(Math.floor(Number(`0x${newId().slice(-11).replace('-', '')}`)))
        .padStart(20, '1')
        .slice(-20)
    await inAccount(this.customer, async tx => {
      if (way === 'withdraw') return withdrawInvoice(tx, account, id, by)
      if (way === 'reject') return rejectInvoice(tx, account, id, '不符', by)
      if (way === 'issue') {
        await takeInvoice(tx, account, id, by)
        return issueInvoice(tx, account, id, { invoiceNumber: digits(), issuedAt: now, fileIds: [] }, by)
      }
      await askReversal(tx, account, id, { reason: '01', note: '有误', replace: null }, by)
      return reverseInvoice(tx, account, id, { redNumber: digits(), fileIds: [] }, by)
    })
    invoice.state = way === 'issue' ? 'issued' : 'gone'
  }

  async check() {
    const sum = (rateBp: number, state: string) =>
      [...this.invoices.values()].reduce((all, one) => (one.rateBp === rateBp && one.state === state ? all + one.hao : all), 0)
    const found = await rates(this.customer)
    for (const [rateBp, consumed] of this.consumed) {
      const [held, issued] = [sum(rateBp, 'held'), sum(rateBp, 'issued')]
      expect(found[rateBp] ?? [0, 0, 0]).toEqual([consumed - held - issued, held, issued])
    }
    const sources = await inAccount(this.customer, tx => sourcesOf(tx, this.customer.account))
    for (const rateBp of this.consumed.keys())
      expect(sources.filter(one => one.rateBp === rateBp).reduce((all, one) => all + one.leftHao, 0)).toBe(found[rateBp]?.[0] ?? 0)
    expect(await problemsOf(this.customer)).toEqual([])
  }

  rateOf = (orderId: string) =>
    inAccount(this.customer, async tx => {
      const row = await tx
        .selectFrom('ledger_account')
        .select('rate_bp')
        .where('account_id', '=', this.customer.account)
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow()
      return row.rate_bp!
    })

  lastAt = () =>
    inAccount(this.customer, async tx => {
      const row = await tx
        .selectFrom('transfer')
        .select('at')
        .where('account_id', '=', this.customer.account)
        .where('asset', '=', 'cny')
        .orderBy('entry_number', 'desc')
        .executeTakeFirstOrThrow()
      return row.at
    })
}

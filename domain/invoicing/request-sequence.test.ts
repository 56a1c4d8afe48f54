import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { amount, buy, type Customer, now, refund, startInvoicing, use } from '#test/support/invoicing.ts'
import { newId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { previewInvoices } from './request.ts'
import { requestReversal, reverseInvoice } from './reversal.ts'
import { sourcesOf } from './source.ts'
import { issueInvoice, rejectInvoice, startIssuing, withdrawInvoice } from './step.ts'

let invoicing: Awaited<ReturnType<typeof startInvoicing>>
beforeAll(async () => {
  invoicing = await startInvoicing()
})
afterAll(() => invoicing.database.close())

const by = { now }

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

test('property test: after any sequence of purchases, usage, refunds, requests and steps, consumed = available + held + issued at every rate, and no source is invoiced twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 22 }), async commands => {
      const customer = await invoicing.createCustomer()
      const model = new Model(customer)
      for (const one of commands) await model.run(one)
      await model.check()
    }),
    { numRuns: 40 },
  )
})

/** The expected state of the ledger, computed independently. */
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
      const orderId = await invoicing.inAccount(this.customer, tx => buy(tx, account, one.product, one.fen * 100, at))
      // Entry times never decrease: a booking now has the day of the last entry.
      const rate = await this.rateOf(orderId)
      this.orders.push({ orderId, product: one.product, leftHao: one.fen * 100, rateBp: rate })
      this.consume(rate, one.fen * 100)
    } else if (one.do === 'use') {
      const last = await this.lastAt()
      await invoicing.inAccount(this.customer, tx => use(tx, account, one.hao, at))
      this.consume(at > last ? rateBp : last.getUTCFullYear() >= 2026 ? 900 : 600, one.hao)
    } else if (one.do === 'refund') await this.refund(one)
    else if (one.do === 'ask') await this.ask(one.fen * 100)
    else if (one.do === 'step') await this.step(one)
  }

  async refund({ pick, fen }: { pick: number; fen: number }) {
    const order = this.orders[pick % Math.max(1, this.orders.length)]
    const hao = Math.min(fen * 100, order?.leftHao ?? 0)
    if (!order || hao === 0) return
    await invoicing.inAccount(this.customer, tx => refund(tx, this.customer.account, order.orderId, order.product, hao))
    order.leftHao -= hao
    this.consume(order.rateBp, -hao)
  }

  async ask(hao: number) {
    const free = await invoicing.rates(this.customer)
    const most = Object.values(free).reduce((sum, [available]) => sum + Math.max(0, Math.floor(available! / 100) * 100), 0)
    const planned = await invoicing
      .inAccount(this.customer, tx => previewInvoices(tx, this.customer.account, { basis: 'amount', amountHao: hao }))
      .catch(error => {
        if (error instanceof Refusal) return null
        throw error
      })
    expect(planned !== null).toBe(hao <= most)
    if (!planned) return
    const ids = await invoicing.ask(this.customer, amount(hao), hao, planned.length)
    for (const [place, { grossHao, rateBp }] of planned.entries()) this.invoices.set(ids[place]!, { hao: grossHao, rateBp, state: 'held' })
  }

  async step({ pick, way }: { pick: number; way: 'withdraw' | 'reject' | 'issue' | 'reverse' }) {
    const id = [...this.invoices.keys()][pick % Math.max(1, this.invoices.size)]
    const invoice = id ? getOrThrow(this.invoices, id) : null
    if (!id || !invoice || (invoice.state === 'held') !== (way !== 'reverse') || invoice.state === 'gone') return
    const { account } = this.customer
    const digits = () =>
      String(Math.floor(Number(`0x${newId().slice(-11).replace('-', '')}`)))
        .padStart(20, '1')
        .slice(-20)
    await invoicing.inAccount(this.customer, async tx => {
      if (way === 'withdraw') return withdrawInvoice(tx, account, id, by)
      if (way === 'reject') return rejectInvoice(tx, account, id, '不符', by)
      if (way === 'issue') {
        await startIssuing(tx, account, id, by)
        return issueInvoice(tx, account, id, { invoiceNumber: digits(), issuedAt: now, fileIds: [] }, by)
      }
      await requestReversal(tx, account, id, { reason: '01', note: '有误', replace: null }, by)
      return reverseInvoice(tx, account, id, { creditNoteNumber: digits(), fileIds: [] }, by)
    })
    invoice.state = way === 'issue' ? 'issued' : 'gone'
  }

  async check() {
    const sum = (rateBp: number, state: string) =>
      [...this.invoices.values()].reduce((all, one) => (one.rateBp === rateBp && one.state === state ? all + one.hao : all), 0)
    const found = await invoicing.rates(this.customer)
    for (const [rateBp, consumed] of this.consumed) {
      const [held, issued] = [sum(rateBp, 'held'), sum(rateBp, 'issued')]
      expect(found[rateBp] ?? [0, 0, 0]).toEqual([consumed - held - issued, held, issued])
    }
    const sources = await invoicing.inAccount(this.customer, tx => sourcesOf(tx, this.customer.account))
    for (const rateBp of this.consumed.keys())
      expect(sources.filter(one => one.rateBp === rateBp).reduce((all, one) => all + one.leftHao, 0)).toBe(found[rateBp]?.[0] ?? 0)
    expect(await invoicing.problemsOf(this.customer)).toEqual([])
  }

  rateOf = (orderId: string) =>
    invoicing.inAccount(this.customer, async tx => {
      const row = await tx
        .selectFrom('ledgerAccount')
        .select('rateBp')
        .where('accountId', '=', this.customer.account)
        .where('orderId', '=', orderId)
        .executeTakeFirstOrThrow()
      return row.rateBp!
    })

  lastAt = () =>
    invoicing.inAccount(this.customer, async tx => {
      const row = await tx
        .selectFrom('transfer')
        .select('at')
        .where('accountId', '=', this.customer.account)
        .where('asset', '=', 'cny')
        .orderBy('entryNumber', 'desc')
        .executeTakeFirstOrThrow()
      return row.at
    })
}

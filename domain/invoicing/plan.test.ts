import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstOrThrow } from '#values/or-throw.ts'
import { type Choice, planInvoices } from './plan.ts'
import type { Source } from './source.ts'

const source = (leftHao: number, over: Partial<Source> = {}): Source => ({
  ...{ ledgerAccountId: '', rateBp: 900, product: 'sms', month: '2026-03', orderId: null, orderNumber: null, name: null, paidAt: null },
  ...{ consumedHao: Math.max(0, leftHao), refundedHao: 0, takenHao: 0, leftHao },
  ...over,
})
const amount = (yuan: number): Choice => ({ basis: 'amount', amountHao: yuan * 10_000 })
const noLimit = 10_000_000_000
/** `rate total: amount, …` of every invoice. */
const plannedLines = (sources: Source[], choice: Choice, limitHao = noLimit) =>
  planInvoices(sources, choice, limitHao).invoices.map(
    ({ rateBp, grossHao, items }) => `${rateBp} ${grossHao}: ${items.map(item => item.amountHao).join(', ')}`,
  )

test('amount: taken oldest first, split by rate', () => {
  const sources = [source(100_000, { rateBp: 600 }), source(300_000), source(200_000, { rateBp: 600, product: 'link' }), source(900_000)]
  expect(plannedLines(sources, amount(50))).toEqual(['600 200000: 100000, 100000', '900 300000: 300000'])
  expect(firstOrThrow(planInvoices(sources, amount(50), noLimit).invoices).lines.map(line => [line.product, line.grossHao])).toEqual([
    ['sms', 100_000],
    ['link', 100_000],
  ])
})

test('refunds: come first, can’t be left out, and reduce their own rate only', () => {
  const sources = [source(500_000, { orderId: 'a' }), source(-200_000), source(400_000, { rateBp: 600, orderId: 'b' })]
  expect(plannedLines(sources, { basis: 'orders', orderIds: ['a', 'b'] })).toEqual(['900 300000: -200000, 500000', '600 400000: 400000'])
  expect(plannedLines(sources, amount(10))).toEqual(['900 100000: -200000, 300000'])
  const owing = [source(100_000, { orderId: 'a' }), source(-200_000)]
  expect(planInvoices(owing, { basis: 'orders', orderIds: ['a'] }, noLimit)).toEqual({
    invoices: [],
    totalHao: 0,
    short: [{ rateBp: 900, missingHao: 100_100 }],
  })
})

test('parts of a fen: add up over months; less than a fen remains', () => {
  const sources = [source(150, { month: '2026-01' }), source(150, { month: '2026-02' }), source(150, { month: '2026-03' })]
  expect(plannedLines(sources, { basis: 'bills', months: ['2026-01'] })).toEqual(['900 100: 100'])
  expect(plannedLines(sources, { basis: 'bills', months: ['2026-01', '2026-02'] })).toEqual(['900 300: 150, 150'])
  expect(planInvoices(sources, amount(1), noLimit).totalHao).toBe(400)
})

test('rate without a whole fen: left out; only refunds make a rate short', () => {
  const month = { month: '2026-11' }
  const sources = [source(96, month), source(7_100_000, { ...month, rateBp: 600, product: 'link' })]
  const bill: Choice = { basis: 'bills', months: ['2026-11'] }
  expect(plannedLines(sources, bill)).toEqual(['600 7100000: 7100000'])
  expect(planInvoices(sources, bill, noLimit).short).toEqual([])
  expect(planInvoices([firstOrThrow(sources)], bill, noLimit)).toEqual({ invoices: [], totalHao: 0, short: [] })
  // The refund is offset by the chosen sources; less than a fen of it remains.
  expect(planInvoices([source(-10_000), source(10_096, month)], bill, noLimit).short).toEqual([])
  expect(planInvoices([source(-10_100), source(10_096, month)], bill, noLimit).short).toEqual([{ rateBp: 900, missingHao: 200 }])
})

test('invoice limit: no invoice exceeds it', () => {
  const sources = [source(-100_000), source(2_500_000), source(300_000)]
  expect(plannedLines(sources, amount(270), 1_000_000)).toEqual([
    '900 1000000: -100000, 1100000',
    '900 1000000: 1000000',
    '900 700000: 400000, 300000',
  ])
})

test('property test: whole fen, one rate per invoice, no source twice, refunds always included', () => {
  const anySource = fc.record({
    leftHao: fc.oneof(fc.integer({ min: -300_000, max: 1_000_000 }), fc.integer({ min: 1, max: 99 })).filter(left => left !== 0),
    rateBp: fc.constantFrom(600, 900),
    product: fc.constantFrom('sms' as const, 'link' as const),
    month: fc.constantFrom('2026-01', '2026-02', '2026-03'),
  })
  const anyChoice = fc.oneof(
    fc.record({ basis: fc.constant('amount' as const), amountHao: fc.integer({ min: 1, max: 50_000 }).map(fen => fen * 100) }),
    fc.record({ basis: fc.constant('bills' as const), months: fc.subarray(['2026-01', '2026-02', '2026-03'], { minLength: 1 }) }),
  )
  fc.assert(
    fc.property(fc.array(anySource, { maxLength: 12 }), anyChoice, fc.integer({ min: 3_000, max: 30_000 }), (facts, choice, limitFen) => {
      const sources = facts.map(({ leftHao, ...over }, place) => source(leftHao, { ...over, ledgerAccountId: String(place) }))
      const limitHao = limitFen * 100
      const { invoices, totalHao, short } = planInvoices(sources, choice, limitHao)
      const taken = new Map<Source, number>()
      for (const { grossHao, netHao, taxHao, rateBp, lines, items } of invoices) {
        expect(grossHao).toBeGreaterThan(0)
        expect(grossHao).toBeLessThanOrEqual(limitHao)
        expect([grossHao % 100, netHao + taxHao, lines.every(line => line.grossHao > 0)]).toEqual([0, grossHao, true])
        expect(items.every(item => item.source.rateBp === rateBp && item.amountHao !== 0)).toBe(true)
        expect(items.reduce((total, item) => total + item.amountHao, 0)).toBe(grossHao)
        expect(lines.reduce((total, line) => total + line.grossHao, 0)).toBe(grossHao)
        for (const item of items) taken.set(item.source, (taken.get(item.source) ?? 0) + item.amountHao)
      }
      const rates = new Set(invoices.map(({ rateBp }) => rateBp))
      for (const one of sources) {
        const amountHao = taken.get(one) ?? 0
        if (one.leftHao < 0) expect(amountHao).toBe(rates.has(one.rateBp) ? one.leftHao : 0)
        else expect(amountHao).toBeLessThanOrEqual(one.leftHao)
      }
      for (const { rateBp, missingHao } of short) {
        const inRate = sources.filter(one => one.rateBp === rateBp)
        expect(inRate.some(one => one.leftHao < 0)).toBe(true)
        const isChosen = (one: Source) => one.leftHao < 0 || choice.basis === 'amount' || choice.months.includes(one.month)
        const sumHao = inRate.filter(isChosen).reduce((total, one) => total + one.leftHao, 0)
        expect(sumHao).toBeLessThan(0)
        expect(sumHao + missingHao).toBeGreaterThanOrEqual(100)
      }
      // The maximum of a rate is taken: the requested amount, or the chosen sources without parts of a fen.
      const most = [600, 900].reduce((all, rateBp) => {
        const inRate = sources.filter(
          one => one.rateBp === rateBp && (choice.basis === 'amount' || one.leftHao < 0 || choice.months.includes(one.month)),
        )
        return all + Math.max(0, Math.floor(inRate.reduce((total, one) => total + one.leftHao, 0) / 100) * 100)
      }, 0)
      expect(totalHao).toBe(choice.basis === 'amount' ? Math.min(choice.amountHao, most) : most)
    }),
    { numRuns: 300 },
  )
})

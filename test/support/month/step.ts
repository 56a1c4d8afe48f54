import fc from 'fast-check'
import type { MessageKind } from '#domain/ledger/charge.ts'

/** An event in an account's month. */
export type Step =
  | { act: 'recharge'; fen: number }
  | { act: 'purchase'; packageId: string; quantity: number; customCount?: number; couponCode?: string }
  | { act: 'transfer'; packageId: string; fen: number }
  | { act: 'rebuy'; packageId: string; threshold: number }
  | { act: 'gift'; segments: number }
  | { act: 'bonus'; hao: number; days: number }
  | { act: 'expire' }
  | { act: 'adjust'; fen: number; isTaken: boolean }
  | { act: 'price'; hao: number }
  | { act: 'send'; kind: MessageKind; segments: number; count: number; isProgram: boolean }
  | { act: 'settle'; deliveredShare: number }
  | { act: 'refund' }
  | { act: 'units'; count: number }
/** `hours`: after the previous step. */
export type Timed = Step & { hours: number }

const kind = fc.constantFrom<MessageKind>('otp', 'transactional', 'marketing')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('recharge' as const), fen: fc.integer({ min: 1, max: 3_000_000 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('purchase' as const),
      packageId: fc.constantFrom('1001', '2001', '3001', '4001'),
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('purchase' as const),
      packageId: fc.constantFrom('1099', '2099', '3099', '4099'),
      quantity: fc.integer({ min: 1, max: 2 }),
      customCount: fc.integer({ min: 1, max: 9 }).map(thousands => thousands * 1_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('purchase' as const),
      packageId: fc.constantFrom('1001', '3001', '4001'),
      quantity: fc.integer({ min: 1, max: 2 }),
      couponCode: fc.constantFrom('MINUS7', 'PERCENT17', 'FORTHREE'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('transfer' as const),
      packageId: fc.constantFrom('1001', '3001', '4001'),
      fen: fc.integer({ min: 1, max: 60_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('rebuy' as const),
      packageId: fc.constantFrom('1001', '2001', '4001'),
      threshold: fc.integer({ min: 1, max: 20_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('gift' as const), segments: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('bonus' as const),
      hao: fc.integer({ min: 1, max: 60_000_000 }),
      days: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('expire' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('adjust' as const), fen: fc.integer({ min: 1, max: 5_000 }), isTaken: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('price' as const), hao: fc.integer({ min: 310, max: 560 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('send' as const),
      kind,
      segments: fc.integer({ min: 1, max: 4 }),
      count: fc.integer({ min: 1, max: 25 }),
      isProgram: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('settle' as const), deliveredShare: fc.double({ min: 0, max: 1, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('refund' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('units' as const), count: fc.integer({ min: 1, max: 40 }) }) },
)
export const timed = fc.tuple(step, fc.integer({ min: 1, max: 72 })).map(([one, hours]): Timed => ({ ...one, hours }))

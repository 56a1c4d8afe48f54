import { z } from 'zod'
import { get, member } from '#contract/call.ts'
import { packageCounts, packageFacts, packageStateRule } from '#contract/orders/package.ts'
import { idOf, pageOf, pageSize } from '#contract/scalars.ts'

const count = z.number().int()

/** Units of short links. */
export const linkUnits = z.object({
  /** Of the packages in force: those with units left, and the last one bought. */
  total: count,
  used: count,
  /** Visits recorded beyond all packages since the last purchase. */
  over: count,
  /** Exceeded percentage; at 120 visits are redirected but no longer recorded. */
  warning: z.union([z.literal(80), z.literal(100), z.literal(120)]).nullable(),
  /** Until the first package with units left expires. */
  daysLeft: count.nullable(),
})

/** Packages of link units, bought by the same call as those of messages (contract/orders/finance.ts). */
export const linkPackageCalls = {
  list: get('/api/link-packages', '我的短链套餐', member('finance.read'), {
    input: z.object({ state: packageStateRule.optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(packageFacts).extend({ counts: packageCounts }),
  }),
  use: get('/api/link-packages/use', '短链套餐每天的用量', member('finance.read'), {
    /** Of one package, or of all. */
    input: z.object({
      grantId: idOf('grant').optional(),
    }),
    /** Units of each of the last 30 days in China, oldest first; overCount: visits recorded beyond all packages. */
    answer: z.object({ days: z.array(z.object({ day: z.string(), linkCount: count, visitCount: count, overCount: count })) }),
    refusals: ['not_found'],
  }),
}

import { adminRechargeCalls } from '#contract/payments/admin-recharge.ts'
import { onlinePaymentMethodNames } from '#contract/payments/recharge.ts'
import { reconciliationCalls } from '#contract/payments/reconciliation.ts'
import {
  bankProblems,
  creditFailed,
  lastStatementDay,
  listAllRecharges,
  listDifferences,
  listStatementDays,
  listStatements,
  reconciliationOverview,
  requestComparison,
  resolveDifference,
  returnFailed,
} from '#domain/payments/index.ts'
import { handle } from '#http/server/serve.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { keysOf } from '#values/keys.ts'
import { formatYuan } from '#values/money.ts'

const overviewDays = 30

export const reconciliationHandlers = [
  handle(reconciliationCalls.days, ({ tx }, filter) => listStatementDays(tx, filter)),

  handle(reconciliationCalls.overview, async ({ tx, now }) => ({
    ...(await reconciliationOverview(tx, chinaDay(chinaDayStart(now(), -overviewDays)))),
    bankProblemCount: (await bankProblems(tx, now())).length,
    paymentMethods: keysOf(onlinePaymentMethodNames),
    lastDay: lastStatementDay(now()),
  })),

  handle(reconciliationCalls.bank, async ({ tx, now }, page) => ({
    ...(await listStatements(tx, page)),
    problems: await bankProblems(tx, now()),
  })),

  handle(reconciliationCalls.differences, ({ tx }, filter) => listDifferences(tx, filter)),

  handle(reconciliationCalls.compare, async ({ tx, now, note }, { paymentMethod, day }) => {
    note({ object: `${onlinePaymentMethodNames[paymentMethod]} ${day}` })
    await requestComparison(tx, { paymentMethod, day, now: now() })
  }),

  handle(reconciliationCalls.resolve, async ({ tx, now, note, staff }, input) => {
    note({
      object: `${onlinePaymentMethodNames[input.paymentMethod]} ${input.day} ${input.refundNumber || input.tradeNumber}`,
      detail: { reason: input.reason },
    })
    await resolveDifference(tx, { ...input, staffId: staff.staffId, now: now() })
  }),
]

export const adminRechargeHandlers = [
  handle(adminRechargeCalls.list, ({ tx }, filter) => listAllRecharges(tx, filter)),

  handle(adminRechargeCalls.credit, async ({ tx, now, note, staff }, { accountId, rechargeId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    const paidHao = await creditFailed(tx, account, { rechargeId, staffId: staff.staffId, reason, now: now() })
    note({ object: formatYuan(paidHao) })
  }),

  handle(adminRechargeCalls.giveBack, async ({ tx, now, note, staff }, { accountId, rechargeId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    const paidHao = await returnFailed(tx, account, { rechargeId, staffId: staff.staffId, reason, now: now() })
    note({ object: formatYuan(paidHao) })
  }),
]

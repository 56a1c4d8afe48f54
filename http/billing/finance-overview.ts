import { financeOverviewCalls } from '#contract/billing/finance-overview.ts'
import { financeOverview, listHolds, readCap, readWarning, saveCap, saveWarning } from '#domain/billing/index.ts'
import { handle } from '#http/server/serve.ts'
import { parseYuanOrThrow } from '#values/money.ts'

export const financeOverviewHandlers = [
  handle(financeOverviewCalls.read, ({ tx, account, now }) => financeOverview(tx, account, now())),
  handle(financeOverviewCalls.holds, ({ tx, account }) => listHolds(tx, account)),
  handle(financeOverviewCalls.saveCap, async ({ tx, account, now, note }, { day, month }) => {
    const after = { dayHao: day === null ? null : parseYuanOrThrow(day), monthHao: month === null ? null : parseYuanOrThrow(month) }
    note({ object: '消费上限', before: await readCap(tx, account), after })
    await saveCap(tx, account, after, now())
    return after
  }),
  handle(financeOverviewCalls.saveWarning, async ({ tx, account, now, note }, { isOn, first, second, segmentCount }) => {
    const after = { isOn, firstHao: parseYuanOrThrow(first), secondHao: second === null ? null : parseYuanOrThrow(second), segmentCount }
    note({ object: '余额预警', before: (await readWarning(tx, account)) ?? {}, after })
    await saveWarning(tx, account, after, now())
    return after
  }),
]

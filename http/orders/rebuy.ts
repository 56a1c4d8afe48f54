import { saleKinds } from '#contract/orders/package.ts'
import { rebuyCalls } from '#contract/orders/rebuy.ts'
import { deleteAutoRenewal, listRebuys, saveAutoRenewal } from '#domain/orders/index.ts'
import { handle } from '#http/server/serve.ts'
import { parseYuanOrThrow } from '#values/money.ts'

export const rebuyHandlers = [
  handle(rebuyCalls.list, ({ tx, account, now }) => listRebuys(tx, account, now())),
  handle(rebuyCalls.save, async ({ tx, account, member, now, note }, { monthCap, ...wanted }) => {
    const monthCapHao = parseYuanOrThrow(monthCap)
    const kind = await saveAutoRenewal(tx, account, { ...wanted, monthCapHao, memberId: member.memberId, now: now() })
    note({ object: saleKinds[kind], after: { packageId: wanted.packageId, thresholdCount: wanted.thresholdCount, monthCapHao } })
    return { kind }
  }),
  handle(rebuyCalls.remove, async ({ tx, account, note }, { kind }) => {
    note({ object: saleKinds[kind] })
    await deleteAutoRenewal(tx, account, kind)
  }),
]

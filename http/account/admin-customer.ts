import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { saleKinds } from '#contract/orders/package.ts'
import { listCustomers, setSendsAbroad } from '#domain/account/index.ts'
import { freeze, grantAccountAttestation, readCustomer, revokeAccountAttestation, unfreeze } from '#domain/closing/index.ts'
import { requestAdjust, requestBonus, requestCreditLimit, requestGift } from '#domain/payments/index.ts'
import { handle } from '#http/server/serve.ts'
import { formatYuan, parseYuanOrThrow } from '#values/money.ts'

export const adminCustomerHandlers = [
  handle(adminCustomerCalls.list, ({ tx, now }, filter) => listCustomers(tx, { ...filter, now: now() })),

  handle(adminCustomerCalls.one, ({ tx, now }, { accountId }) => readCustomer(tx, accountId, now())),

  handle(adminCustomerCalls.grant, async ({ tx, now, note, staff }, { accountId, reason, validityDays, ...input }) => {
    const account = accountId
    note({ account, object: input.name, detail: { kind: saleKinds[input.kind], segmentCount: input.segmentCount, validityDays, reason } })
    return { approvalId: await requestGift(tx, account, { ...input, validityDays }, { reason, staffId: staff.staffId, now: now() }) }
  }),

  handle(adminCustomerCalls.giveBonus, async ({ tx, now, note, staff }, { accountId, amount, validityDays, name, reason }) => {
    const account = accountId
    const amountHao = parseYuanOrThrow(amount)
    note({ account, object: formatYuan(amountHao), detail: { name, validityDays, reason } })
    return {
      approvalId: await requestBonus(tx, account, { name, validityDays, amountHao }, { reason, staffId: staff.staffId, now: now() }),
    }
  }),

  handle(adminCustomerCalls.adjust, async ({ tx, now, note, staff }, { accountId, direction, amount, mayOwe, reason }) => {
    const account = accountId
    const amountHao = parseYuanOrThrow(amount)
    note({ account, object: formatYuan(direction === 'in' ? amountHao : -amountHao), detail: { reason } })
    const approvalId = await requestAdjust(
      tx,
      account,
      { direction, amountHao, mayOwe: mayOwe ?? false },
      { reason, staffId: staff.staffId, now: now() },
    )
    return { approvalId }
  }),

  handle(adminCustomerCalls.creditLimit, async ({ tx, now, note, staff }, { accountId, amount, reason }) => {
    const account = accountId
    const limitHao = amount === '0' ? 0 : parseYuanOrThrow(amount)
    note({ account, object: formatYuan(limitHao), detail: { reason } })
    return { approvalId: await requestCreditLimit(tx, account, limitHao, { reason, staffId: staff.staffId, now: now() }) }
  }),

  handle(adminCustomerCalls.grantAttestation, async ({ tx, now, note }, { accountId, name, reason }) => {
    const account = accountId
    note({ account, object: name, detail: { reason } })
    await grantAccountAttestation(tx, account, { name, now: now() })
  }),

  handle(adminCustomerCalls.revokeAttestation, async ({ tx, staff, note, now }, { accountId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    const { name } = await revokeAccountAttestation(tx, account, { reason, staffId: staff.staffId, now: now() })
    note({ object: name })
  }),

  handle(adminCustomerCalls.allowAbroad, async ({ tx, note }, { accountId, reason }) => {
    note({ account: accountId, detail: { reason } })
    await setSendsAbroad(tx, accountId, true)
  }),

  handle(adminCustomerCalls.forbidAbroad, async ({ tx, note }, { accountId, reason }) => {
    note({ account: accountId, detail: { reason } })
    await setSendsAbroad(tx, accountId, false)
  }),

  handle(adminCustomerCalls.freeze, async ({ tx, note, now }, { accountId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    await freeze(tx, account, now())
  }),

  handle(adminCustomerCalls.unfreeze, async ({ tx, note }, { accountId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    await unfreeze(tx, account)
  }),
]

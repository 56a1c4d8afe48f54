import { operatorCustomerCalls } from '#contract/operator-customer.ts'
import { saleKinds } from '#contract/package.ts'
import { askAdjust, askBonus, askGift } from '#domain/staff/credit-act.ts'
import { askCreditLimit } from '#domain/staff/credit-limit.ts'
import { attest, freeze, readCustomer, unattest, unfreeze } from '#domain/staff/customer.ts'
import { listCustomers } from '#domain/staff/customer-list.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan, parseYuan } from '#values/money.ts'
import { handle } from './serve.ts'

export const operatorCustomerHandlers = [
  handle(operatorCustomerCalls.list, ({ tx, now }, filter) => listCustomers(tx, { ...filter, now: now() })),

  handle(operatorCustomerCalls.one, ({ tx, now }, { accountId }) => readCustomer(tx, accountId as AccountId, now())),

  handle(operatorCustomerCalls.grant, async ({ tx, now, note, staff }, { accountId, reason, validityDays, ...input }) => {
    const account = accountId as AccountId
    note({ account, object: input.name, detail: { kind: saleKinds[input.kind], segmentCount: input.segmentCount, validityDays, reason } })
    return { approvalId: await askGift(tx, account, { ...input, validityDays }, { reason, staffId: staff.staffId, now: now() }) }
  }),

  handle(operatorCustomerCalls.giveBonus, async ({ tx, now, note, staff }, { accountId, amount, validityDays, name, reason }) => {
    const account = accountId as AccountId
    const amountHao = parseYuan(amount)!
    note({ account, object: formatYuan(amountHao), detail: { name, validityDays, reason } })
    return { approvalId: await askBonus(tx, account, { name, validityDays, amountHao }, { reason, staffId: staff.staffId, now: now() }) }
  }),

  handle(operatorCustomerCalls.adjust, async ({ tx, now, note, staff }, { accountId, direction, amount, mayOwe, reason }) => {
    const account = accountId as AccountId
    const amountHao = parseYuan(amount)!
    note({ account, object: formatYuan(direction === 'in' ? amountHao : -amountHao), detail: { reason } })
    const approvalId = await askAdjust(
      tx,
      account,
      { direction, amountHao, mayOwe: mayOwe ?? false },
      { reason, staffId: staff.staffId, now: now() },
    )
    return { approvalId }
  }),

  handle(operatorCustomerCalls.creditLimit, async ({ tx, now, note, staff }, { accountId, amount, reason }) => {
    const account = accountId as AccountId
    const limitHao = amount === '0' ? 0 : parseYuan(amount)!
    note({ account, object: formatYuan(limitHao), detail: { reason } })
    return { approvalId: await askCreditLimit(tx, account, limitHao, { reason, staffId: staff.staffId, now: now() }) }
  }),

  handle(operatorCustomerCalls.attest, async ({ tx, now, note }, { accountId, name, reason }) => {
    const account = accountId as AccountId
    note({ account, object: name, detail: { reason } })
    await attest(tx, account, { name, now: now() })
    return {}
  }),

  handle(operatorCustomerCalls.unattest, async ({ tx, staff, note, now }, { accountId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    const { name } = await unattest(tx, account, { reason, staffId: staff.staffId, now: now() })
    note({ object: name })
    return {}
  }),

  handle(operatorCustomerCalls.freeze, async ({ tx, note, now }, { accountId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    await freeze(tx, account, now())
    return {}
  }),

  handle(operatorCustomerCalls.unfreeze, async ({ tx, note }, { accountId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    await unfreeze(tx, account)
    return {}
  }),
]

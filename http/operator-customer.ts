import { grantKinds, operatorCustomerCalls } from '#contract/operator-customer.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { attest, customerName, freeze, readCustomer, unattest, unfreeze } from '#domain/staff/customer.ts'
import { listCustomers } from '#domain/staff/customer-list.ts'
import { type AccountId, newId } from '#values/id.ts'
import { formatYuan, parseYuan } from '#values/money.ts'
import { handle } from './serve.ts'

const dayMs = 86_400_000

export const operatorCustomerHandlers = [
  handle(operatorCustomerCalls.list, ({ tx, now }, filter) => listCustomers(tx, { ...filter, now: now() })),

  handle(operatorCustomerCalls.one, ({ tx, now }, { accountId }) => readCustomer(tx, accountId as AccountId, now())),

  handle(operatorCustomerCalls.grant, async ({ tx, now, note }, { accountId, reason, validityDays, ...input }) => {
    const account = accountId as AccountId
    note({ account, object: input.name, detail: { kind: grantKinds[input.kind], segmentCount: input.segmentCount, validityDays, reason } })
    await customerName(tx, account)
    const grantId = newId()
    const startsAt = now()
    const expiresAt = new Date(startsAt.getTime() + validityDays * dayMs)
    await grantSegments(tx, account, { ...input, grantId, source: 'gift', startsAt, expiresAt, remark: reason })
    return { grantId, expiresAt }
  }),

  handle(operatorCustomerCalls.recharge, async ({ tx, now, note }, { accountId, amount, reason }) => {
    const account = accountId as AccountId
    const amountHao = parseYuan(amount)!
    note({ account, object: formatYuan(amountHao), detail: { reason } })
    await customerName(tx, account)
    await recharge(tx, account, { transferId: newId(), amountHao, remark: reason, at: now() })
    const { availableHao } = await balancesOf(tx, account)
    return { availableHao }
  }),

  handle(operatorCustomerCalls.attest, async ({ tx, now, note }, { accountId, name, reason }) => {
    const account = accountId as AccountId
    note({ account, object: name, detail: { reason } })
    await attest(tx, account, { name, now: now() })
    return {}
  }),

  handle(operatorCustomerCalls.unattest, async ({ tx, note, now }, { accountId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    const { name } = await unattest(tx, account, now())
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

import { actsOf } from '#contract/operator-history.ts'
import { operatorPackageCalls, operatorPriceCalls } from '#contract/operator-package.ts'
import { refuse } from '#contract/refusals.ts'
import { listHistory } from '#domain/staff/history.ts'
import { cancelVersion, changePackage, createPackage, listPackages, listVersions, switchPackage } from '#domain/staff/package.ts'
import { cancelPrice, listOwnPrices, readPrices, setPrice } from '#domain/staff/price.ts'
import { formatChinaTime } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { parseYuan } from '#values/money.ts'
import { handle } from './serve.ts'

const kindNames = { code: '验证码', notice: '通知', marketing: '推广' } as const

export const operatorPackageHandlers = [
  handle(operatorPackageCalls.list, async ({ tx, now }, { sale }) => ({ rows: await listPackages(tx, sale, now()) })),

  handle(operatorPackageCalls.versions, async ({ tx, now }, { packageId }) => ({ rows: await listVersions(tx, packageId, now()) })),

  handle(operatorPackageCalls.create, async ({ tx, note, now, staff }, { packageId, kind, reason, ...facts }) => {
    note({ object: packageId, detail: { reason } })
    note({
      detail: { before: '无', after: await createPackage(tx, packageId, kind, { facts, staffId: staff.staffId, now: now() }), reason },
    })
    return {}
  }),

  handle(operatorPackageCalls.change, async ({ tx, note, now, staff }, { packageId, startsAt, reason, ...facts }) => {
    const from = startsAt ? formatChinaTime(startsAt) : '立即'
    note({ object: packageId, detail: { from, reason } })
    const changed = await changePackage(tx, packageId, { facts, startsAt, staffId: staff.staffId, now: now() })
    note({ detail: { ...changed, from, reason } })
    return {}
  }),

  handle(operatorPackageCalls.cancelVersion, async ({ tx, note, now }, { packageId, reason }) => {
    note({ object: packageId, detail: { reason } })
    note({ detail: { before: await cancelVersion(tx, packageId, now()), reason } })
    return {}
  }),

  handle(operatorPackageCalls.putOnSale, async ({ tx, note, now }, { packageId, reason }) => {
    note({ object: packageId, detail: { reason } })
    note({ detail: { name: await switchPackage(tx, packageId, true, now()), reason } })
    return {}
  }),

  handle(operatorPackageCalls.withdraw, async ({ tx, note, now }, { packageId, reason }) => {
    note({ object: packageId, detail: { reason } })
    note({ detail: { name: await switchPackage(tx, packageId, false, now()), reason } })
    return {}
  }),

  handle(operatorPackageCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(operatorPackageCalls), { ...filter, account: accountId as AccountId | undefined }),
  ),

  handle(operatorPriceCalls.list, ({ tx, now }, { accountId }) => readPrices(tx, (accountId ?? null) as AccountId | null, now())),

  handle(operatorPriceCalls.accounts, async ({ tx, now }) => ({ rows: await listOwnPrices(tx, now()) })),

  handle(operatorPriceCalls.set, async ({ tx, note, now }, { kind, accountId, startsAt, unitPrice, reason }) => {
    const account = accountId as AccountId | null
    const from = startsAt ? formatChinaTime(startsAt) : '立即'
    note({ account, object: kindNames[kind], detail: { from, reason } })
    if (unitPrice === null && account === null) refuse('input_invalid', {}, { unitPrice: '请填写单价' })
    const changed = await setPrice(tx, {
      kind,
      account,
      startsAt,
      unitPriceHao: unitPrice === null ? null : parseYuan(unitPrice),
      now: now(),
    })
    note({ detail: { ...changed, from, reason } })
    return {}
  }),

  handle(operatorPriceCalls.cancel, async ({ tx, note, now }, { kind, accountId, startsAt, reason }) => {
    const account = accountId as AccountId | null
    note({ account, object: kindNames[kind], detail: { from: formatChinaTime(startsAt), reason } })
    await cancelPrice(tx, { kind, account, startsAt, now: now() })
    return {}
  }),

  handle(operatorPriceCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(operatorPriceCalls), { ...filter, account: accountId as AccountId | undefined }),
  ),
]

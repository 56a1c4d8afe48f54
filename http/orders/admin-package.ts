import { adminPackageCalls, adminPriceCalls } from '#contract/orders/admin-package.ts'
import { refuse } from '#contract/refusals.ts'
import { actsOf } from '#contract/staff/admin-history.ts'
import {
  cancelPrice,
  cancelVersion,
  listCountryPrices,
  listOwnPrices,
  listPackagesForStaff,
  listVersions,
  type Priced,
  packageMeasures,
  priceMeasures,
  pricePackage,
  priceSegment,
  readPrices,
  setCountryPrice,
  switchPackage,
} from '#domain/orders/index.ts'
import { listHistory } from '#domain/staff/index.ts'
import { handle, type StaffContext } from '#http/server/serve.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { parseYuan, parseYuanOrThrow } from '#values/money.ts'

const kindNames = { otp: '验证码', transactional: '通知', marketing: '推广' } as const

/** Records the former and the new price in the audit log, or that it waits for a second person. */
export function recordPriced(note: StaffContext['note'], { state, before, after }: Priced, detail: { reason: string; from?: string }) {
  note({ detail: { before, after, ...detail, ...(state === 'approving' ? { outcome: '待复核' } : {}) } })
  return { state }
}

export const adminPackageHandlers = [
  handle(adminPackageCalls.list, async ({ tx, now }, { sale }) => ({
    rows: await listPackagesForStaff(tx, sale, now()),
    measures: await packageMeasures(tx, now()),
  })),

  handle(adminPackageCalls.versions, async ({ tx, now }, { packageId }) => ({ rows: await listVersions(tx, packageId, now()) })),

  handle(adminPackageCalls.create, async ({ tx, note, now, staff }, { packageId, kind, reason, ...facts }) => {
    note({ object: packageId, detail: { reason } })
    const priced = await pricePackage(tx, { act: 'create', packageId, kind, facts }, { reason, staffId: staff.staffId, now: now() })
    return recordPriced(note, priced, { reason })
  }),

  handle(adminPackageCalls.change, async ({ tx, note, now, staff }, { packageId, startsAt, reason, ...facts }) => {
    const from = startsAt ? formatChinaTime(startsAt) : '立即'
    note({ object: packageId, detail: { from, reason } })
    const priced = await pricePackage(tx, { act: 'change', packageId, facts, startsAt }, { reason, staffId: staff.staffId, now: now() })
    return recordPriced(note, priced, { from, reason })
  }),

  handle(adminPackageCalls.cancelVersion, async ({ tx, note, now }, { packageId, reason }) => {
    note({ object: packageId, detail: { reason } })
    note({ detail: { before: await cancelVersion(tx, packageId, now()), reason } })
  }),

  handle(adminPackageCalls.putOnSale, async ({ tx, note, now, staff }, { packageId, reason }) => {
    note({ object: packageId, detail: { reason } })
    const priced = await pricePackage(tx, { act: 'sell', packageId }, { reason, staffId: staff.staffId, now: now() })
    return recordPriced(note, priced, { reason })
  }),

  handle(adminPackageCalls.withdraw, async ({ tx, note, now }, { packageId, reason }) => {
    note({ object: packageId, detail: { reason } })
    note({ detail: { name: await switchPackage(tx, packageId, false, now()), reason } })
  }),

  handle(adminPackageCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(adminPackageCalls), { ...filter, account: accountId }),
  ),

  handle(adminPriceCalls.list, async ({ tx, now }, { accountId }) => {
    const account = accountId ?? null
    return { ...(await readPrices(tx, account, now())), measures: await priceMeasures(tx, account, now()) }
  }),

  handle(adminPriceCalls.accounts, async ({ tx, now }) => ({ rows: await listOwnPrices(tx, now()) })),

  handle(adminPriceCalls.set, async ({ tx, note, now, staff }, { kind, accountId, startsAt, unitPrice, reason }) => {
    const account = accountId
    const from = startsAt ? formatChinaTime(startsAt) : '立即'
    note({ account, object: kindNames[kind], detail: { from, reason } })
    if (unitPrice === null && account === null) refuse('input_invalid', {}, { unitPrice: '请填写单价' })
    const unitPriceHao = unitPrice === null ? null : parseYuan(unitPrice)
    const priced = await priceSegment(tx, { kind, account, startsAt, unitPriceHao }, { reason, staffId: staff.staffId, now: now() })
    return recordPriced(note, priced, { from, reason })
  }),

  handle(adminPriceCalls.cancel, async ({ tx, note, now }, { kind, accountId, startsAt, reason }) => {
    const account = accountId
    note({ account, object: kindNames[kind], detail: { from: formatChinaTime(startsAt), reason } })
    await cancelPrice(tx, { kind, account, startsAt, now: now() })
  }),

  handle(adminPriceCalls.countries, async ({ tx, now }) => ({ rows: await listCountryPrices(tx, now()) })),

  handle(adminPriceCalls.setCountry, async ({ tx, note, now }, { country, startsAt, unitPrice, reason }) => {
    const from = startsAt ? formatChinaTime(startsAt) : '立即'
    note({ object: country, detail: { from, reason } })
    const unitPriceHao = unitPrice === null ? null : parseYuanOrThrow(unitPrice)
    const changed = await setCountryPrice(tx, { country, startsAt, unitPriceHao, now: now() })
    note({ detail: { ...changed, from, reason } })
  }),

  handle(adminPriceCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(adminPriceCalls), { ...filter, account: accountId }),
  ),
]

import type { Executor } from '#db/connect.ts'
import type { GrantKind } from '#domain/ledger/balance.ts'
import { unitPrice } from '#domain/ledger/charge.ts'
import type { AccountId } from '#values/id.ts'

/** What anyone may know of our prices, and an account of its own: 毫 a segment by kind of message, and the packages on sale. */
export async function pricesOn(executor: Executor, now: Date, account: AccountId | null) {
  const [code, notice, marketing] = await Promise.all([
    unitPrice(executor, 'code', now, account),
    unitPrice(executor, 'notice', now, account),
    unitPrice(executor, 'marketing', now, account),
  ])
  const rows = await executor.selectFrom('sms_package').selectAll().where('on_sale', '=', true).orderBy('package_id').execute()
  const packages = rows.map(row => ({
    packageId: String(row.package_id),
    name: row.name,
    kind: row.kind as GrantKind,
    segmentCount: row.segment_count,
    priceHao: row.price_hao,
    validityDays: row.validity_days,
  }))
  return { unitPrices: { code, notice, marketing }, packages }
}

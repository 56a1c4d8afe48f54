import type { Executor } from '#db/connect.ts'
import { unitPrice } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'
import { offersAt } from './offer.ts'

/** Tax rate of a product's consumption at a moment, in hundredths of a percent. */
async function taxRateOn(executor: Executor, product: 'sms' | 'link', now: Date): Promise<number | null> {
  const rule = await executor
    .selectFrom('taxRule')
    .select('rateBp')
    .where('product', '=', product)
    .where('startsAt', '<=', now)
    .orderBy('startsAt', 'desc')
    .executeTakeFirst()
  return rule?.rateBp ?? null
}

/**
 * Public prices, and those of one account: hao per segment by message kind, and the packages on sale, of messages and
 * of links.
 */
export async function pricesOn(executor: Executor, now: Date, account: AccountId | null) {
  const [code, notice, marketing] = await Promise.all([
    unitPrice(executor, 'otp', now, account),
    unitPrice(executor, 'transactional', now, account),
    unitPrice(executor, 'marketing', now, account),
  ])
  const offers = await offersAt(executor, now)
  return {
    unitPrices: { otp: code, transactional: notice, marketing },
    packages: offers.flatMap(one => (one.kind === 'link' ? [] : [{ ...one, kind: one.kind }])),
    linkPackages: offers.filter(one => one.kind === 'link'),
    taxRateBp: { sms: await taxRateOn(executor, 'sms', now), link: await taxRateOn(executor, 'link', now) },
  }
}

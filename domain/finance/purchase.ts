import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { balancesOf, type GrantKind } from '#domain/ledger/balance.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { bookTransfers } from '#domain/ledger/transfer.ts'
import { type AccountId, newId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'

export interface Purchase {
  packageId: string
  quantity: number
  /** 毫 that the buyer was shown; left out, today's price holds whatever it is. */
  expectedHao?: number | undefined
  now: Date
}

export interface Purchased {
  orderId: string
  name: string
  segmentCount: number
  expiresAt: Date
  amountHao: number
  /** 毫 that the balance has after it. */
  availableHao: number
}

/**
 * Buys packages from the balance: order, payment and grant in one transaction. Refuses `package_unavailable`, `price_changed` and, with what is missing,
 * `balance_insufficient`; of a hundred at once on a balance for ten, exactly ten succeed.
 */
export async function purchasePackage(tx: Tx, account: AccountId, purchase: Purchase): Promise<Purchased> {
  const packageId = Number(purchase.packageId)
  if (!Number.isSafeInteger(packageId)) refuse('package_unavailable')
  const offer = await tx
    .selectFrom('sms_package')
    .selectAll()
    .where('package_id', '=', packageId)
    .where('on_sale', '=', true)
    .executeTakeFirst()
  if (!offer) refuse('package_unavailable')
  const orderId = newId()
  const amountHao = offer.price_hao * purchase.quantity
  if (purchase.expectedHao !== undefined && purchase.expectedHao !== amountHao) refuse('price_changed')
  // The lock that all who hold or buy take first, so that the sum said to be missing is exact.
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
  const { availableHao } = await balancesOf(tx, account)
  if (availableHao < amountHao) refuse('balance_insufficient', { missing: formatYuan(amountHao - availableHao) })
  await tx
    .insertInto('package_order')
    .values({
      account_id: account,
      order_id: orderId,
      package_id: offer.package_id,
      quantity: purchase.quantity,
      amount_hao: amountHao,
      state: 'paid',
      created_at: purchase.now,
    })
    .execute()
  await bookTransfers(tx, account, [
    {
      transferId: newId(),
      from: { purpose: 'available', grantId: null },
      to: { purpose: 'spent', grantId: null },
      amount: amountHao,
      kind: 'purchase',
      referenceId: orderId,
      at: purchase.now,
    },
  ])
  const segmentCount = offer.segment_count * purchase.quantity
  const expiresAt = new Date(purchase.now.getTime() + offer.validity_days * 86_400_000)
  await grantSegments(tx, account, {
    grantId: newId(),
    kind: offer.kind as GrantKind,
    name: offer.name,
    segmentCount,
    source: 'purchase',
    orderId,
    startsAt: purchase.now,
    expiresAt,
  })
  return { orderId, name: offer.name, segmentCount, expiresAt, amountHao, availableHao: availableHao - amountHao }
}

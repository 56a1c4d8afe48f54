import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { GrantKind } from '#domain/ledger/balance.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { bookTransfers } from '#domain/ledger/transfer.ts'
import { type AccountId, newId } from '#values/id.ts'

export interface Purchase {
  packageId: string
  quantity: number
  now: Date
}

/**
 * Buys packages from the balance: order, payment and grant in one transaction. Refuses `package_unavailable` and `balance_insufficient`; of a hundred
 * at once on a balance for ten, exactly ten succeed.
 */
export async function purchasePackage(tx: Tx, account: AccountId, purchase: Purchase): Promise<{ orderId: string; amountHao: number }> {
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
  await grantSegments(tx, account, {
    grantId: newId(),
    kind: offer.kind as GrantKind,
    name: offer.name,
    segmentCount: offer.segment_count * purchase.quantity,
    source: 'purchase',
    orderId,
    startsAt: purchase.now,
    expiresAt: new Date(purchase.now.getTime() + offer.validity_days * 86_400_000),
  })
  return { orderId, amountHao }
}

import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import type { GrantKind } from './balance.ts'
import { bookTransfers, openPockets } from './transfer.ts'

/** Money in: 毫 from outside to the balance, once for each transfer id. */
export async function recharge(
  tx: Tx,
  account: AccountId,
  input: { transferId: string; amountHao: number; remark?: string; at?: Date },
): Promise<void> {
  await openPockets(tx, account, null)
  await bookTransfers(tx, account, [
    {
      transferId: input.transferId,
      from: { purpose: 'outside', grantId: null },
      to: { purpose: 'available', grantId: null },
      amount: input.amountHao,
      kind: 'recharge',
      ...(input.remark ? { remark: input.remark } : {}),
      ...(input.at ? { at: input.at } : {}),
    },
  ])
}

export interface NewGrant {
  grantId: string
  kind: GrantKind
  name: string
  segmentCount: number
  source: 'gift' | 'purchase'
  startsAt: Date
  expiresAt: Date
  orderId?: string
  remark?: string
}

/** A package of segments for an account, given or bought; once for each grant id. */
export async function grantSegments(tx: Tx, account: AccountId, grant: NewGrant): Promise<void> {
  const inserted = await tx
    .insertInto('credit_grant')
    .values({
      account_id: account,
      grant_id: grant.grantId,
      kind: grant.kind,
      name: grant.name,
      segment_count: grant.segmentCount,
      source: grant.source,
      order_id: grant.orderId ?? null,
      starts_at: grant.startsAt,
      expires_at: grant.expiresAt,
    })
    .onConflict(conflict => conflict.columns(['account_id', 'grant_id']).doNothing())
    .returning('grant_id')
    .executeTakeFirst()
  if (!inserted) return
  await openPockets(tx, account, grant.grantId)
  await bookTransfers(tx, account, [
    {
      transferId: newId(),
      from: { purpose: 'outside', grantId: grant.grantId },
      to: { purpose: 'available', grantId: grant.grantId },
      amount: grant.segmentCount,
      kind: 'grant',
      referenceId: grant.grantId,
      at: grant.startsAt,
      ...(grant.remark ? { remark: grant.remark } : {}),
    },
  ])
}

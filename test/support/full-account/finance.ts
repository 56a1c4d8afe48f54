import type { Tx } from '#db/connect.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { purchasePackage } from '#domain/orders/purchase.ts'
import { newId } from '#values/id.ts'
import { canary, type Owner } from './owner.ts'

/** A canceled recharge, an order, a bank claim with its slip, and a withdrawal. */
export async function addFinance(tx: Tx, owner: Owner) {
  const { account, now } = owner
  const rechargeId = newId()
  await tx
    .insertInto('recharge')
    .values({
      account_id: account,
      recharge_id: rechargeId,
      trade_number: `R${rechargeId}`,
      payment_method: 'alipay',
      amount_hao: 100,
      state: 'closed',
      payer: canary,
      expires_at: now,
    })
    .execute()
  await recharge(tx, account, { transferId: newId(), amountHao: 2_400_000, at: now })
  const { orderId } = await purchasePackage(tx, account, { packageId: '3001', quantity: 1, now })
  return { rechargeId, orderId, ...(await addClaim(tx, owner)), withdrawalId: await addWithdrawal(tx, owner) }
}

async function addClaim(tx: Tx, { account, memberId, now }: Owner) {
  const [claimId, slipId] = [newId(), newId()]
  const slip = { purpose: 'bank-slip', kind: 'pdf', file_name: canary, byte_count: 1, sha256: '', created_at: now }
  await tx
    .insertInto('private_file')
    .values({ ...slip, account_id: account, file_id: slipId })
    .execute()
  const claimed = {
    payer_name: canary,
    payer_account: '62220212',
    amount_hao: 100,
    paid_on: '2026-01-01',
    slip_file_id: slipId,
    remark: canary,
  }
  await tx
    .insertInto('bank_claim')
    .values({ ...claimed, account_id: account, claim_id: claimId, claim_number: canary, state: 'more', member_id: memberId })
    .execute()
  await tx.insertInto('payer_name').values({ account_id: account, name: canary }).execute()
  return { claimId, slipId }
}

async function addWithdrawal(tx: Tx, { account, memberId }: Owner): Promise<string> {
  const withdrawalId = newId()
  await tx
    .insertInto('withdrawal')
    .values({
      account_id: account,
      withdrawal_id: withdrawalId,
      withdrawal_number: canary,
      amount_hao: 100,
      remark: canary,
      state: 'abnormal',
      member_id: memberId,
    })
    .execute()
  return withdrawalId
}

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
      accountId: account,
      rechargeId,
      tradeNumber: `R${rechargeId}`,
      paymentMethod: 'alipay',
      amountHao: 100,
      state: 'closed',
      payer: canary,
      expiresAt: now,
    })
    .execute()
  await recharge(tx, account, { transferId: newId(), amountHao: 2_400_000, at: now })
  const { orderId } = await purchasePackage(tx, account, { packageId: '3001', quantity: 1, now })
  return { rechargeId, orderId, ...(await addClaim(tx, owner)), withdrawalId: await addWithdrawal(tx, owner) }
}

async function addClaim(tx: Tx, { account, memberId, now }: Owner) {
  const [claimId, slipId] = [newId(), newId()]
  const slip = { purpose: 'bank-slip', kind: 'pdf', fileName: canary, byteCount: 1, sha256: '', createdAt: now }
  await tx
    .insertInto('privateFile')
    .values({ ...slip, accountId: account, fileId: slipId })
    .execute()
  const claimed = {
    payerName: canary,
    payerAccount: '62220212',
    amountHao: 100,
    paidOn: '2026-01-01',
    slipFileId: slipId,
    remark: canary,
  }
  await tx
    .insertInto('bankClaim')
    .values({ ...claimed, accountId: account, claimId, claimNumber: canary, state: 'more', memberId })
    .execute()
  await tx.insertInto('payerName').values({ accountId: account, name: canary }).execute()
  return { claimId, slipId }
}

async function addWithdrawal(tx: Tx, { account, memberId }: Owner): Promise<string> {
  const withdrawalId = newId()
  await tx
    .insertInto('withdrawal')
    .values({ accountId: account, withdrawalId, withdrawalNumber: canary, amountHao: 100, remark: canary, state: 'abnormal', memberId })
    .execute()
  return withdrawalId
}

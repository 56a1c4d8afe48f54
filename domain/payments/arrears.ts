import type { Tx } from '#db/connect.ts'
import { recharge } from '#domain/ledger/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'

/** Books incoming money; an account in arrears is notified how much of it paid them. */
export async function creditRecharge(
  tx: Tx,
  account: AccountId,
  input: { transferId: string; amountHao: number; remark: string; at: Date },
): Promise<void> {
  const repaidHao = await recharge(tx, account, input)
  if (repaidHao === 0) return
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: `充值${formatYuan(input.amountHao)}到账，先归还欠费${formatYuan(repaidHao)}`,
    body:
      repaidHao < input.amountHao
        ? '欠费已还清，按条付费的发送已恢复。'
        : '充值已全部用于归还欠费；还清以后按条付费的发送才会恢复，已购买的套餐照常可用。',
    link: '/system/finance/transaction',
    now: input.at,
  })
}

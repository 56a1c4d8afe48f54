import { paymentMethodNames, rechargeStates } from '#contract/payments/recharge.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { createDocument, formatPdfTime, pdfBytes, writeFacts, writeText, writeTitle } from '#domain/documents/index.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { moneyWords } from '#values/money-words.ts'
import { readRecharge } from './recharge.ts'

/**
 * 充值回单: PDF receipt of a recharge with its sum, method and time. Refuses `not_found`, and `state_forbids` before the
 * money has arrived.
 */
export async function rechargeReceipt(
  executor: Executor,
  account: AccountId,
  rechargeId: string,
  now: Date,
): Promise<{ tradeNumber: string; bytes: Buffer }> {
  const one = await readRecharge(executor, account, rechargeId)
  if (one.state !== 'paid') refuse('state_forbids', { state: rechargeStates[one.state], action: '下载回单' })
  const { name, attestedName } = await executor
    .selectFrom('account')
    .select(['name', 'attestedName'])
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  const doc = createDocument({ title: '鸿雁充值回单', foot: `生成于 ${formatPdfTime(now)}`, now })
  writeTitle(doc, '充值回单', attestedName ?? name)
  writeFacts(
    doc,
    [
      ['充值单号', one.tradeNumber],
      ['账户', attestedName === null ? name : `${attestedName}（${name}）`],
      ['支付方式', paymentMethodNames[one.paymentMethod]],
      ['渠道流水号', one.gatewayNumber ?? '–'],
      // WeChat's payer id means nothing to people.
      ['付款人', (one.paymentMethod !== 'wechat' && one.payer) || '–'],
      ['金额', formatYuan(one.amountHao)],
      ['金额大写', moneyWords(one.amountHao)],
      ['到账时间', one.paidAt ? formatPdfTime(one.paidAt) : '–'],
      ...(one.refundedHao > 0 ? [['其后已退回', formatYuan(one.refundedHao)] satisfies [string, string]] : []),
    ],
    1,
  )
  writeText(doc, '本回单证明上列款项已计入账户余额，不是发票；充值的金额在消费后开票。', { isQuiet: true })
  return { tradeNumber: one.tradeNumber, bytes: await pdfBytes(doc) }
}

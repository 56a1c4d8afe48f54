import type { ReceivingAccount } from '#contract/payments/bank.ts'
import { createDocument, formatPdfTime, pdfBytes, writeFacts, writeHeading, writeText, writeTitle } from '#domain/documents/index.ts'

/**
 * PDF with payment instructions: the bank account, and the purpose of the transfer, which decides whether the money is
 * credited within the day.
 */
export async function bankLetter(
  { receiving, transferCode, attestedName }: { receiving: ReceivingAccount; transferCode: string; attestedName: string | null },
  now: Date,
): Promise<Buffer> {
  const doc = createDocument({ title: '鸿雁对公汇款信息', foot: `生成于 ${formatPdfTime(now)}`, now })
  writeTitle(doc, '对公汇款信息', attestedName ?? '')
  writeHeading(doc, '收款账户')
  writeFacts(
    doc,
    [
      ['收款户名', receiving.holder],
      ['收款账号', receiving.accountNumber.replace(/(\d{4})(?=\d)/g, '$1 ')],
      ['开户行', receiving.bank],
      ['联行号', receiving.bankCode],
    ],
    1,
  )
  writeHeading(doc, '汇款识别码')
  writeTitle(doc, `${transferCode.slice(0, 4)} ${transferCode.slice(4)}`)
  writeText(doc, '请把这8位识别码填在汇款的“附言”或“用途”里。它只属于这个账户，最后一位是校验位，抄错一位会被发现。')
  writeHeading(doc, '请注意')
  writeText(doc, '1. 请用与实名认证相同的户名汇款；用其他户名汇款，请先在“充值－对公转账”中登记。户名不一致的汇款不会自动入账。')
  writeText(doc, '2. 汇款后请在“充值－对公转账”中认领并上传银行回单，工作人员核对银行到账后计入余额，通常在一个工作日内。')
  writeText(doc, '3. 收款账户如有变更，只会在控制台“充值－对公转账”页面公布，不会通过电话、短信或邮件通知。', { isQuiet: true })
  return pdfBytes(doc)
}

import type { z } from 'zod'
import type { receiptFields } from '#contract/payments/admin-bank.ts'
import type { Tx } from '#db/connect.ts'
import { createDocument, pdfBytes, storePrivateFile, writeFacts, writeTitle } from '#domain/documents/index.ts'
import {
  addPayerName,
  createClaim,
  createWithdrawal,
  importStatement,
  readTransferCode,
  saveStatement,
  setReceivingAccount,
} from '#domain/payments/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { chinaDay, formatChinaTime } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan, parseYuanOrThrow } from '#values/money.ts'

interface Facts {
  memberId: string
  financeId: string
  files: Files
  now: Date
}

const hourMs = 3_600_000
const payerAccount = '571907654310801'

/**
 * The receiving bank account; a transfer credited by its code, one claimed and waiting, one unassigned; and a
 * withdrawal to decide on.
 */
export async function seedBank(tx: Tx, account: AccountId, { memberId, financeId, files, now }: Facts): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const receiving = {
    holder: '鸿雁科技有限公司（演示）',
    accountNumber: '110060149018000123456',
    bank: '示例银行北京中关村支行',
    bankCode: '301100000015',
  }
  await setReceivingAccount(tx, { ...receiving, staffId: financeId, now: ago(2_400) })
  const code = await readTransferCode(tx, account)
  await addPayerName(tx, account, '云栈集市科技有限公司杭州分公司', ago(1_000))
  const { attestedName: name } = await tx
    .selectFrom('account')
    .select('attestedName')
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  const payer = name ?? '云栈集市科技有限公司（演示）'
  const by = { staffId: financeId, reason: '导入网上银行流水', now }
  const line = (serial: string, amountHao: number, hours: number, more: { payerName?: string; memo?: string } = {}) => ({
    bankSerial: `${chinaDay(ago(hours)).replaceAll('-', '')}${serial}`,
    amount: formatYuan(amountHao).replace(/[¥,]/g, ''),
    payerName: payer,
    payerAccount,
    memo: '',
    cameAt: ago(hours),
    ...more,
  })
  const claimed = { payerName: payer, payerAccount, amountHao: 50_000_000, paidOn: chinaDay(ago(3)), remark: '十一月短信预算' }
  const bytes = await slip({ ...claimed, at: ago(3), to: receiving.holder })
  const { fileId } = await storePrivateFile(tx, files, account, {
    purpose: 'bank-slip',
    name: '电子回单.pdf',
    memberId,
    now: ago(2),
    bytes,
  })
  await createClaim(tx, account, { ...claimed, slipId: fileId, memberId, now: ago(2) })
  const lines = [
    line('00417', 20_000_000, 5, { memo: `短信充值 ${code}` }),
    line('00588', 50_000_000, 3),
    line('00602', 8_800_000, 2, { payerName: '杭州某某商贸有限公司', memo: '货款' }),
  ]
  await importDays(tx, lines, { ...by, openingHao: 3_260_000_000 })
  await createWithdrawal(tx, account, { amountHao: 3_000_000, remark: '多充了，退回一部分', memberId, now: ago(1) })
}

type Line = z.output<typeof receiptFields>

/** Imports the bank statement of each day with lines. */
async function importDays(
  tx: Tx,
  rows: readonly Line[],
  { openingHao, ...by }: { openingHao: number; staffId: string; reason: string; now: Date },
) {
  let balanceHao = openingHao
  for (const [day, ofDay] of Map.groupBy(rows, row => chinaDay(row.cameAt))) {
    const before = balanceHao
    const lines = ofDay.map(row => {
      balanceHao += parseYuanOrThrow(row.amount)
      return { cameAt: row.cameAt, signedHao: parseYuanOrThrow(row.amount), balanceHao, row }
    })
    const bytes = Buffer.from(JSON.stringify(lines))
    const kept = await saveStatement(tx, { fileName: `网银流水${day.replaceAll('-', '')}.csv`, bytes, lines, problemCount: 0 }, by)
    await importStatement(tx, { statementId: kept!.statementId, openingHao: before, closingHao: balanceHao, ...by })
  }
}

/** A bank's slip of a transfer. */
async function slip({ payerName, amountHao, at, to }: { payerName: string; amountHao: number; at: Date; to: string }): Promise<Buffer> {
  const doc = createDocument({ title: '示例银行电子回单', foot: '演示数据', now: at })
  writeTitle(doc, '示例银行电子回单（演示）')
  writeFacts(
    doc,
    [
      ['付款户名', payerName],
      ['付款账号', payerAccount],
      ['收款户名', to],
      ['金额', formatYuan(amountHao)],
      ['交易时间', formatChinaTime(at)],
    ],
    1,
  )
  return pdfBytes(doc)
}

import { receiptFields } from '#contract/payments/admin-bank.ts'
import type { Executor } from '#db/connect.ts'
import { smallTable } from '#domain/table-files/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { parseYuan, parseYuanOrThrow } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'

const dayNames = ['交易日期', '交易日', '记账日期', '记账日']
const timeNames = ['到账时间', '交易时间']

/** Column titles that the banks' sites use in their statements. */
const columns = {
  bankSerial: { names: ['银行流水号', '流水号', '交易流水号', '核心流水号', '凭证号'], isNeeded: true },
  amount: { names: ['金额', '收入金额', '贷方金额', '贷方发生额', '收入', '交易金额'], isNeeded: true },
  payerName: { names: ['付款户名', '对方户名', '对方名称', '付款人名称', '付款人'], isNeeded: true },
  outAmount: { names: ['支出金额', '借方金额', '借方发生额', '支出'] },
  balance: { names: ['余额', '账户余额', '当前余额', '交易后余额'] },
  payerAccount: { names: ['付款账号', '对方账号', '付款人账号'] },
  memo: { names: ['附言', '用途', '摘要', '备注'] },
  cameAt: { names: [...timeNames, ...dayNames], isNeeded: true },
  day: { names: dayNames },
  time: { names: timeNames },
}

const timePattern = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/**
 * Parses a moment of a statement, in China; a day without an hour is taken as its noon, since no bank gives the hour.
 */
export function statementTime(text: string): Date | null {
  const match = timePattern.exec(text.trim())
  if (!match) return null
  const [, year, month = '', day = '', hour = '12', minute = '00', second = '00'] = match
  const two = (part: string) => part.padStart(2, '0')
  const at = new Date(`${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}+08:00`)
  return !Number.isNaN(at.getTime()) && formatChinaTime(at).startsWith(`${year}-${two(month)}-${two(day)}`) ? at : null
}

/** `1,234.50` and `¥88` as plain amounts; other texts stay as they are and fail validation. */
const plainAmount = (text: string) =>
  text
    .replace(/^[¥￥+]/, '')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .trim()

/** Outgoing hao: of a column of its own, or of a negative sum; null: none. */
function outOf({ amount, outAmount }: { amount: string; outAmount: string }): number | null {
  const isNone = (text: string) => /^0*(?:\.0*)?$/.test(plainAmount(text))
  if (plainAmount(amount).startsWith('-')) return parseYuan(plainAmount(amount).slice(1))
  return isNone(amount) && !isNone(outAmount) ? parseYuan(plainAmount(outAmount).replace(/^-/, '')) : null
}

/**
 * Parses a bank statement without recording anything. Lines without incoming money (fees, outgoing payments) are
 * reported as left out and count for the balance only. Refuses a file that is no such table.
 */
export async function readReceiptFile(executor: Executor, bytes: Buffer, now: Date) {
  const lines = await smallTable(bytes, columns, limits.bankFileRows)
  const serials = lines.map(({ cells }) => cells.bankSerial.trim())
  const known = new Set(
    serials.length > 0
      ? (await executor.selectFrom('bankReceipt').select('bankSerial').where('bankSerial', 'in', serials).execute()).map(
          row => row.bankSerial,
        )
      : [],
  )
  const seen = new Set<string>()
  const read = lines.map(({ line, cells }) => {
    const given = [cells.bankSerial, cells.amount, cells.payerName, cells.memo].filter(cell => cell !== '').join(' ')
    // Some banks have a column for the day and one for the time, others both in one.
    const cameAt = statementTime(cells.time) ?? statementTime(`${cells.day} ${cells.time}`) ?? statementTime(cells.day)
    const parsed = receiptFields.safeDecode({
      ...pick(cells, 'bankSerial', 'payerName', 'payerAccount'),
      amount: plainAmount(cells.amount),
      memo: cells.memo.slice(0, limits.bankMemoCharacters),
      cameAt: (cameAt ?? now).toISOString(),
    })
    const outHao = outOf(cells)
    const problem =
      outHao !== null
        ? '支出，不登记'
        : !parsed.success
          ? firstOrThrow(parsed.error.issues).message
          : !cameAt
            ? '到账时间格式不正确'
            : cameAt > now
              ? '到账时间晚于现在'
              : seen.has(parsed.data.bankSerial)
                ? '与前面的行重复'
                : null
    if (parsed.success) seen.add(parsed.data.bankSerial)
    return {
      line,
      given,
      row: problem === null && parsed.success ? parsed.data : null,
      isKnown: known.has(cells.bankSerial.trim()),
      problem,
      cameAt,
      signedHao:
        outHao !== null && cameAt && cameAt <= now
          ? -outHao
          : problem === null && parsed.success
            ? parseYuanOrThrow(parsed.data.amount)
            : null,
      balanceHao: parseYuan(plainAmount(cells.balance)),
    }
  })
  return {
    rows: read.map(({ line, given, row, isKnown, problem }) => ({ line, given, row, isKnown, problem })),
    lines: read.flatMap(({ cameAt, signedHao, balanceHao, row }) =>
      cameAt && signedHao !== null ? [{ cameAt, signedHao, balanceHao, row }] : [],
    ),
    problemCount: read.filter(({ signedHao }) => signedHao === null).length,
  }
}

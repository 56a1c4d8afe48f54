import assert from 'node:assert/strict'
import { z } from 'zod'
import { receiptFields } from '#contract/payments/admin-bank.ts'
import type { Tx } from '#db/connect.ts'
import type { NewReceipt } from '#domain/payments/admin-bank-receipt.ts'
import { importStatement, saveStatement } from '#domain/payments/admin-bank-statement.ts'
import { chinaDay } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
import { parseYuanOrThrow } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'

interface By {
  staffId: string
  reason: string
  now: Date
}

/** A day's bank statement with these lines and those imported before; it begins where the previous statement ended. */
export async function importLines(tx: Tx, receipts: readonly NewReceipt[], by: By) {
  const day = chinaDay(firstOrThrow(receipts).cameAt)
  const imported = await tx.selectFrom('bankStatement').selectAll().where('state', '=', 'imported').orderBy('day', 'desc').execute()
  const same = imported.find(one => one.day === day)
  const openingHao = same?.openingHao ?? imported.find(one => one.day < day)?.closingHao ?? 0
  const rows = new Map((same ? z.array(receiptFields).parse(same.lines) : []).map(row => [row.bankSerial, row]))
  for (const { amountHao, ...row } of receipts) rows.set(row.bankSerial, { ...row, amount: (amountHao / 10_000).toFixed(2) })
  const lines = [...rows.values()].map(row => ({ cameAt: row.cameAt, signedHao: parseYuanOrThrow(row.amount), balanceHao: null, row }))
  const closingHao = openingHao + lines.reduce((sum, line) => sum + line.signedHao, 0)
  const kept = await saveStatement(tx, { fileName: 'day.csv', bytes: Buffer.from(newId()), lines, problemCount: 0 }, by)
  assert.ok(kept)
  return importStatement(tx, { statementId: kept.statementId, openingHao, closingHao, ...by })
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { receiptFields } from '#contract/payments/admin-bank.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { chinaDay } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
import { formatYuan, parseYuanOrThrow } from '#values/money.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { recordReceipts } from './admin-bank-receipt.ts'

/** A parsed line of a statement: incoming money with its facts, outgoing money with its sum only. */
export interface StatementLine {
  cameAt: Date
  /** Positive for incoming, negative for outgoing money. */
  signedHao: number
  /** Balance after the line; null: the file has none. */
  balanceHao: number | null
  row: z.output<typeof receiptFields> | null
}

const storedLines = z.array(receiptFields)

/**
 * Opening and closing balance derived from the lines' balances, in either order of the file; null where they don't
 * determine them.
 */
function balancesIn(lines: readonly StatementLine[]): { openingHao: number; closingHao: number } | null {
  const sumHao = lines.reduce((sum, line) => sum + line.signedHao, 0)
  for (const ordered of [lines, lines.toReversed()]) {
    const [first, last] = [ordered[0], ordered.at(-1)]
    if (first?.balanceHao == null || last?.balanceHao == null) continue
    const openingHao = first.balanceHao - first.signedHao
    if (openingHao + sumHao === last.balanceHao) return { openingHao, closingHao: last.balanceHao }
  }
  return null
}

export interface StatementFile {
  fileName: string
  bytes: Buffer
  lines: readonly StatementLine[]
  /** Unreadable lines. */
  problemCount: number
}

/**
 * Saves the content of a statement file, once per its bytes, without crediting anything. Null: its lines are of several
 * days, or none.
 */
export async function saveStatement(
  tx: Tx,
  { fileName, bytes, lines, problemCount }: StatementFile,
  { staffId, now }: { staffId: string; now: Date },
) {
  const days = new Set(lines.map(line => chinaDay(line.cameAt)))
  const [day] = days
  if (!day || days.size > 1) return null
  const income = lines.filter(line => line.signedHao > 0)
  const outgoing = lines.filter(line => line.signedHao < 0)
  const total = (of: readonly StatementLine[]) => of.reduce((sum, line) => sum + Math.abs(line.signedHao), 0)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await tx
    .insertInto('bankStatement')
    .values({
      ...{ statementId: newId(now.getTime()), day, sha256, fileName: fileName.slice(0, 200), problemCount },
      lines: JSON.stringify(
        z.encode(
          storedLines,
          income.flatMap(line => line.row ?? []),
        ),
      ),
      ...{ inCount: income.length, inHao: total(income), outCount: outgoing.length, outHao: total(outgoing) },
      ...{ readBy: staffId, readAt: now },
    })
    .onConflict(conflict => conflict.column('sha256').doNothing())
    .execute()
  const row = await tx.selectFrom('bankStatement').selectAll().where('sha256', '=', sha256).executeTakeFirstOrThrow()
  return {
    ...pick(row, 'statementId', 'inCount', 'inHao', 'outCount', 'outHao', 'problemCount'),
    day,
    sha256,
    isImported: row.state !== 'read',
    balances: balancesIn(lines),
  }
}

interface Importing {
  statementId: string
  openingHao: number
  closingHao: number
  staffId: string
  reason: string
  now: Date
}

/**
 * Imports the statement of a day: opening balance and lines must add up to the closing balance. Records its lines, and
 * credits those that identify their account as long as the statement continues the one before. Refuses `not_found`,
 * `statement_known`, `statement_unreadable`, `statement_unbalanced`, `statement_lacks` and `receipt_changed`.
 */
export async function importStatement(tx: Tx, { statementId, openingHao, closingHao, staffId, reason, now }: Importing) {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank_statement', 0))`.execute(tx)
  const row = await tx.selectFrom('bankStatement').selectAll().where('statementId', '=', statementId).executeTakeFirst()
  if (!row) refuse('not_found')
  if (row.state !== 'read') refuse('statement_known', { day: row.day })
  if (row.problemCount > 0) refuse('statement_unreadable', { count: row.problemCount })
  const differenceHao = openingHao + row.inHao - row.outHao - closingHao
  if (differenceHao !== 0)
    refuse('statement_unbalanced', { difference: formatYuan(Math.abs(differenceHao)) }, { closingBalance: '与期初余额加本日收支不相等' })
  const lines = storedLines.parse(row.lines)
  const earlier = await tx
    .selectFrom('bankStatement')
    .selectAll()
    .where('day', '=', row.day)
    .where('state', '=', 'imported')
    .executeTakeFirst()
  if (earlier) {
    const serials = new Set(lines.map(line => line.bankSerial))
    const lacking = storedLines.parse(earlier.lines).filter(line => !serials.has(line.bankSerial))
    if (lacking.length > 0) refuse('statement_lacks', { day: row.day, count: lacking.length })
    await tx.updateTable('bankStatement').set({ state: 'replaced' }).where('statementId', '=', earlier.statementId).execute()
  }
  await tx
    .updateTable('bankStatement')
    .set({ state: 'imported', openingHao, closingHao, importedBy: staffId, importedAt: now })
    .where('statementId', '=', statementId)
    .execute()
  if (earlier) await tx.updateTable('bankReceipt').set({ statementId }).where('statementId', '=', earlier.statementId).execute()
  const before = await tx
    .selectFrom('bankStatement')
    .select('closingHao')
    .where('state', '=', 'imported')
    .where('day', '<', row.day)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isChained = before === undefined || before.closingHao === openingHao
  const receipts = lines.map(({ amount, ...line }) => ({ ...line, amountHao: parseYuanOrThrow(amount) }))
  const counts = await recordReceipts(tx, receipts, { staffId, reason, now }, { statementId, mayCredit: isChained })
  return { ...counts, day: row.day, fileName: row.fileName, sha256: row.sha256, isChained }
}

interface StatementRow {
  statementId: string
  day: string
  fileName: string
  sha256: string
  openingHao: number
  inCount: number
  inHao: number
  outCount: number
  outHao: number
  closingHao: number
  importedBy: string | null
  importedAt: Date
}

/** Statements by day, newest first. */
export async function listStatements(executor: Executor, { cursor, pageSize }: { cursor?: string | undefined; pageSize: number }) {
  const { rows } = await sql<StatementRow>`
    select statement_id, day, file_name, sha256, opening_hao, in_count, in_hao,
      out_count, out_hao, closing_hao, staff.name as "importedBy", imported_at
    from bank_statement left join staff on staff.staff_id = imported_by
    where bank_statement.state = 'imported' ${cursor ? sql`and day < ${cursor}` : sql``} order by day desc limit ${pageSize + 1}`.execute(
    executor,
  )
  const shown = rows.slice(0, pageSize)
  return { rows: shown, nextCursor: rows.length > pageSize ? lastOrThrow(shown).day : null }
}

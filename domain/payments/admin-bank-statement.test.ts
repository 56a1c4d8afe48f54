import { assert, beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { decideApproval, listApprovals } from '#domain/approvals/decision.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount } from '#test/support/account.ts'
import { importLines } from '#test/support/bank-statement.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import type { AccountId } from '#values/id.ts'
import { newAccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { readReceiptFile } from './admin-bank-file.ts'
import { confirmReceipt, type NewReceipt, recordReceipts } from './admin-bank-receipt.ts'
import { importStatement, listStatements, saveStatement } from './admin-bank-statement.ts'
import { mayMoveAlone } from './admin-staff-money.ts'
import { readTransferCode } from './bank-account.ts'
import { bankProblems } from './bank-check.ts'
import { checkLedgers, readHealth } from './health.ts'

const reason = '银行流水已核对'
const database = prepareTestDatabase()
let maker: string
let checker: string
beforeAll(async () => {
  const addStaff = (login: string) =>
    within(tx => createStaff(tx, { login, name: login, role: 'finance', passwordHash: 'none', now: new Date('2026-11-01T00:00:00Z') }))
  maker = (await addStaff('maker')).staffId
  checker = (await addStaff('checker')).staffId
})

const within = <T>(work: (tx: Tx) => Promise<T>) => asPlatform(database.platformDb, work)
const at = (day: number, hour = 3) => new Date(Date.UTC(2026, 10, day, hour))
const by = (now: Date) => ({ staffId: maker, reason, now })
const balance = async (account: AccountId) => (await asAccount(database.db, account, tx => balancesOf(tx, account))).availableHao
async function customer(name: string) {
  const { account } = await createAccount(database.db, { name })
  const memo = await asAccount(database.db, account, tx => readTransferCode(tx, account))
  let count = 0
  const line = (cameAt: Date, amountHao: number): NewReceipt => {
    count += 1
    return { bankSerial: `${account.slice(-6)}-${count}`, amountHao, payerName: name, payerAccount: '', memo, cameAt }
  }
  return { account, name, line }
}
const idOf = async (bankSerial: string) =>
  (await database.platformDb.selectFrom('bankReceipt').select('receiptId').where('bankSerial', '=', bankSerial).executeTakeFirstOrThrow())
    .receiptId
async function approveFor(account: AccountId, now: Date) {
  const { rows } = await within(tx => listApprovals(tx, { pageSize: 50, state: 'waiting' }, checker))
  const { approvalId, payloadHash } = firstOrThrow(rows.filter(row => row.accountId === account))
  await within(tx => decideApproval(tx, { approvalId, payloadHash, decision: 'approved', answer: '', staffId: checker, now }))
}
const problemsOf = async (account: AccountId, now: Date) =>
  (await bankProblems(database.platformDb, now)).filter(one => one.accountId === account)

test("a typed receipt is never credited automatically; an invented one that two people approve is found by its day's statement", async () => {
  const { account, line } = await customer('甲一有限公司')
  const [day, next] = [at(10), at(11)]
  const invented = [line(day, 500_000_000), line(day, 500_000_000), line(day, 500_000_000)]
  expect(await within(tx => recordReceipts(tx, invented, by(day)))).toEqual({ recordedCount: 3, knownCount: 0, creditedCount: 0 })
  const receiptId = await idOf(firstOrThrow(invented).bankSerial)
  expect(await within(tx => confirmReceipt(tx, { receiptId, account, claimId: null, ...by(day) }))).toBe('approving')
  expect(await balance(account)).toBe(0)
  await approveFor(account, day)
  expect(await balance(account)).toBe(500_000_000)
  // The day isn't over: its statement may still come.
  expect(await bankProblems(database.platformDb, day)).toEqual([])
  expect(await bankProblems(database.platformDb, next)).toMatchObject([{ kind: 'missing', day: '2026-11-10', ourHao: 500_000_000 }])
  const real = line(day, 12_340_000)
  expect(await within(tx => importLines(tx, [real], by(next)))).toMatchObject({ creditedCount: 1, isChained: true })
  expect(await problemsOf(account, next)).toEqual([
    expect.objectContaining({ kind: 'unlisted', day: '2026-11-10', bankSerial: firstOrThrow(invented).bankSerial, ourHao: 500_000_000 }),
  ])
  await checkLedgers(database.platformDb, () => next)
  const { invariants, findings } = await readHealth(database.platformDb)
  assert.exists(invariants)
  expect(invariants.bank).toEqual({ checked: 1, failed: 1 })
  expect(findings).toMatchObject([
    {
      accountId: account,
      invariant: 'bank',
      problem: `2026-11-10 已入账，银行流水上没有：流水号${firstOrThrow(invented).bankSerial}，平台¥50,000.00`,
    },
  ])
  // It was real after all: the bank's complete day contains it.
  await within(tx => importLines(tx, [firstOrThrow(invented)], by(next)))
  expect(await bankProblems(database.platformDb, next)).toEqual([])
})

test('a statement must add up and be complete, readable and new', async () => {
  const { line } = await customer('乙一有限公司')
  const now = at(13)
  const rows = [line(at(12), 1_000_000), line(at(12, 5), 2_000_000)]
  const keep = (serials: readonly NewReceipt[], problemCount = 0, name: string = newId()) =>
    within(tx => {
      const lines = serials.map(({ amountHao, ...row }) => ({
        ...{ cameAt: row.cameAt, signedHao: amountHao, balanceHao: null },
        row: { ...row, amount: (amountHao / 10_000).toFixed(2) },
      }))
      return saveStatement(tx, { fileName: 'day.csv', bytes: Buffer.from(name), lines, problemCount }, by(now))
    })
  const take = (statementId: string, openingHao: number, closingHao: number) =>
    within(tx => importStatement(tx, { statementId, openingHao, closingHao, ...by(now) }))
  const opening = firstOrThrow((await within(tx => listStatements(tx, { pageSize: 1 }))).rows).closingHao
  const kept = (await keep(rows, 0, 'file'))!
  await expect(take(kept.statementId, opening, opening + 2_999_900)).rejects.toMatchObject({ code: 'statement_unbalanced' })
  const blurred = (await keep(rows, 1))!
  await expect(take(blurred.statementId, opening, opening + 3_000_000)).rejects.toMatchObject({ code: 'statement_unreadable' })
  await take(kept.statementId, opening, opening + 3_000_000)
  await expect(take(kept.statementId, opening, opening + 3_000_000)).rejects.toMatchObject({ code: 'statement_known' })
  expect(await keep(rows, 0, 'file')).toMatchObject({ statementId: kept.statementId, isImported: true })
  const part = (await keep([firstOrThrow(rows)]))!
  await expect(take(part.statementId, opening, opening + 1_000_000)).rejects.toMatchObject({ code: 'statement_lacks' })
  expect(await keep([line(at(11), 100), line(at(12), 100)])).toBeNull()
})

test('a statement with a gap to the one before credits nothing automatically, and the gap is reported', async () => {
  const { account, line } = await customer('丙一有限公司')
  const receipt = line(at(15), 1_000_000)
  const { amountHao, ...row } = receipt
  const lines = [{ cameAt: row.cameAt, signedHao: amountHao, balanceHao: null, row: { ...row, amount: '100.00' } }]
  const file = { fileName: 'day.csv', bytes: Buffer.from('gap'), lines, problemCount: 0 }
  const taken = await within(async tx => {
    const { statementId } = (await saveStatement(tx, file, by(at(15))))!
    return importStatement(tx, { statementId, openingHao: 77, closingHao: 1_000_077, ...by(at(15)) })
  })
  expect(taken).toMatchObject({ recordedCount: 1, creditedCount: 0, isChained: false })
  expect(await balance(account)).toBe(0)
  expect(await bankProblems(database.platformDb, at(16))).toMatchObject([{ kind: 'gap', day: '2026-11-15', theirHao: 77 }])
})

test("many sums below the limit don't evade it: the limit also applies per customer and day, and per person and day", async () => {
  const { account, line } = await customer('丁一有限公司')
  const now = at(15)
  const rows = [line(now, limits.fourEyesHao), line(now, 100)]
  expect(await within(tx => importLines(tx, rows, by(now)))).toMatchObject({ recordedCount: 2, creditedCount: 0, isChained: false })
  const confirm = async (receipt: NewReceipt, on: Date) => {
    const receiptId = await idOf(receipt.bankSerial)
    return within(tx => confirmReceipt(tx, { receiptId, account, claimId: null, ...by(on) }))
  }
  expect(await confirm(firstOrThrow(rows), now)).toBe('credited')
  expect(await confirm(itemOrThrow(rows, 1), now)).toBe('approving')
  await approveFor(account, now)
  expect(await balance(account)).toBe(limits.fourEyesHao + 100)
  const move = async (staffId: string) => {
    const moved = { kind: 'refund', staffId, account: newAccountId(), amountHao: limits.fourEyesHao, objectId: newId(), now } as const
    return within(tx => mayMoveAlone(tx, moved))
  }
  const alone = []
  for (let count = 0; count < 10; count += 1) alone.push(await move(checker))
  expect(alone).toEqual(Array.from({ length: 10 }, () => true))
  expect(await move(checker)).toBe(false)
  // Concurrently no more pass than one after the other: the maker has moved one sum already.
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => move(maker)))
  expect(outcomes.filter(Boolean)).toHaveLength(9)
})

test('a file with outgoing money and balances is parsed, in either order of its lines', async () => {
  const head = '交易时间,银行流水号,收入,支出,余额,付款户名'
  const lines = [
    '2026-11-20 09:00:00,S1,1000.00,,1500.00,某某公司',
    '2026-11-20 10:00:00,S2,,10.50,1489.50,示例银行',
    '2026-11-20 11:00:00,S3,200.00,0.00,1689.50,某某公司',
  ]
  for (const ordered of [lines, lines.toReversed()]) {
    const { rows, ...file } = await readReceiptFile(database.platformDb, Buffer.from([head, ...ordered].join('\n')), at(21))
    expect(rows.map(row => row.problem)).toEqual([null, '支出，不登记', null])
    const kept = await within(tx => saveStatement(tx, { fileName: 'a.csv', bytes: Buffer.from(newId()), ...file }, by(at(21))))
    expect(kept).toMatchObject({
      ...{ day: '2026-11-20', inCount: 2, inHao: 12_000_000, outCount: 1, outHao: 105_000, problemCount: 0 },
      balances: { openingHao: 5_000_000, closingHao: 16_895_000 },
    })
  }
})

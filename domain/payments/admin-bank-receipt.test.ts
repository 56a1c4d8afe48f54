import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { decideApproval, listApprovals } from '#domain/approvals/decision.ts'
import { storePrivateFile } from '#domain/documents/private-file.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { Files } from '#domain/platform/files.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount } from '#test/support/account.ts'
import { importLines } from '#test/support/bank-statement.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { readClaimForStaff } from './admin-bank-claim.ts'
import { answerClaim, confirmReceipt, type NewReceipt, readReceipt, returnReceipt } from './admin-bank-receipt.ts'
import { requestReceivingAccount } from './admin-receiving-account.ts'
import { addPayerName, readTransferCode, setReceivingAccount } from './bank-account.ts'
import { cancelClaim, createClaim, readClaim, resubmitClaim } from './bank-claim.ts'
import { listRecharges } from './recharge.ts'

const database = prepareTestDatabase()
let folder: string
let files: Files
let maker: string
let checker: string
const now = new Date('2026-11-21T03:00:00Z')
const reason = '银行流水已核对'

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-slip-'))
  files = new Files(folder, 'x'.repeat(32))
  const addStaff = (login: string) => within(tx => createStaff(tx, { login, name: login, role: 'finance', passwordHash: 'none', now }))
  maker = (await addStaff('maker')).staffId
  checker = (await addStaff('checker')).staffId
  const to = { holder: '鸿雁科技有限公司', accountNumber: '110060149018000123456', bank: '示例银行北京分行', bankCode: '301100000015' }
  await within(tx => setReceivingAccount(tx, { ...to, staffId: null, now }))
})
afterAll(() => rm(folder, { recursive: true }))

const within = <T>(work: (tx: Tx) => Promise<T>) => asPlatform(database.platformDb, work)
const own = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
const balance = async (account: AccountId) => (await own(account, tx => balancesOf(tx, account))).availableHao
const acting = () => ({ staffId: maker, reason, now })

let shade = 0
/** A unique slip. */
async function slipOf(): Promise<Buffer> {
  shade += 1
  return sharp({ create: { width: 240, height: 240, channels: 3, background: { r: shade, g: 200, b: 90 } } })
    .png()
    .toBuffer()
}

async function customer(name: string) {
  const { account, memberId } = await createAccount(database.db, { name })
  const send = async (bytes: Buffer) =>
    (await own(account, tx => storePrivateFile(tx, files, account, { purpose: 'bank-slip', name: 'slip.png', memberId, now, bytes })))
      .fileId
  const words = { payerName: name, payerAccount: '6222021234567890', amountHao: 12_345_600, paidOn: '2026-11-20', remark: '' }
  const claim = async (change: Partial<typeof words> = {}, bytes?: Buffer) => {
    const slipId = await send(bytes ?? (await slipOf()))
    return own(account, tx => createClaim(tx, account, { ...words, ...change, slipId, memberId, now }))
  }
  const code = await own(account, tx => readTransferCode(tx, account))
  return { account, memberId, name, code, send, words, claim }
}

let serial = 0
/** A line of the bank statement. */
const line = (change: Partial<NewReceipt>): NewReceipt => {
  serial += 1
  return {
    bankSerial: `BANK${serial}`,
    amountHao: 12_345_600,
    payerName: '某某公司',
    payerAccount: '6222021234567890',
    memo: '',
    cameAt: new Date('2026-11-20T08:00:00Z'),
    ...change,
  }
}
const note = (...lines: NewReceipt[]) => within(tx => importLines(tx, lines, acting()))
const idOf = async (bankSerial: string) =>
  (await database.platformDb.selectFrom('bankReceipt').select('receiptId').where('bankSerial', '=', bankSerial).executeTakeFirstOrThrow())
    .receiptId
const confirm = (receiptId: string, account: AccountId, claimId: string | null = null) =>
  within(tx => confirmReceipt(tx, { receiptId, account, claimId, ...acting() }))

test('a line with the code and the name of the account is credited at once, and only once', async () => {
  const { account, name, code } = await customer('甲一（北京）有限公司')
  const receipt = line({ payerName: '甲一(北京) 有限公司', memo: `短信充值 ${code}` })
  expect(await note(receipt)).toMatchObject({ recordedCount: 1, knownCount: 0, creditedCount: 1 })
  expect(await note(receipt, receipt)).toMatchObject({ recordedCount: 0, knownCount: 1, creditedCount: 0 })
  expect(await balance(account)).toBe(12_345_600)
  const { rows } = await own(account, tx => listRecharges(tx, account, { pageSize: 10 }))
  expect(rows).toMatchObject([{ paymentMethod: 'bank', state: 'paid', gatewayNumber: receipt.bankSerial, payer: name.normalize('NFKC') }])
  await expect(note({ ...receipt, amountHao: 100 })).rejects.toMatchObject({ code: 'receipt_changed' })
  expect(await own(account, tx => verifyLedger(tx, account))).toEqual([])
})

test('another name is never credited automatically, whatever the memo says; staff need a second approval for it', async () => {
  const { account, code } = await customer('乙一有限公司')
  const receipt = line({ payerName: '路人甲有限公司', memo: code })
  expect(await note(receipt)).toMatchObject({ creditedCount: 0 })
  const receiptId = await idOf(receipt.bankSerial)
  const { proposals } = await within(tx => readReceipt(tx, receiptId))
  expect(proposals).toMatchObject([{ accountId: account, rule: 'code', nameSupport: 'none' }])
  expect(await confirm(receiptId, account)).toBe('approving')
  expect(await balance(account)).toBe(0)
  const approval = firstOrThrow(
    (await within(tx => listApprovals(tx, { pageSize: 10, state: 'waiting' }, checker))).rows.filter(row => row.accountId === account),
  )
  expect(approval.facts).toContainEqual({ name: '付款户名', text: '路人甲有限公司（与客户户名不一致）' })
  const decision = { approvalId: approval.approvalId, decision: 'approved' as const, payloadHash: approval.payloadHash, answer: '', now }
  await expect(within(tx => decideApproval(tx, { ...decision, staffId: maker }))).rejects.toMatchObject({ code: 'approval_own' })
  await within(tx => decideApproval(tx, { ...decision, staffId: checker }))
  expect(await balance(account)).toBe(12_345_600)
})

test('a registered name counts like the attested one, but without the code it only proposes', async () => {
  const { account, code } = await customer('丙一有限公司')
  await own(account, tx => addPayerName(tx, account, '丙一 财务部', now))
  await expect(own(account, tx => addPayerName(tx, account, '丙一财务部', now))).rejects.toMatchObject({ code: 'payer_exists' })
  const without = line({ payerName: '丙一财务部' })
  expect(await note(without)).toMatchObject({ creditedCount: 0 })
  expect((await within(async tx => readReceipt(tx, await idOf(without.bankSerial)))).proposals).toMatchObject([
    { accountId: account, rule: 'registered', nameSupport: 'registered' },
  ])
  expect(await note(line({ payerName: '丙一财务部', memo: code }))).toMatchObject({ creditedCount: 1 })
  expect(await confirm(await idOf(without.bankSerial), account)).toBe('credited')
  expect(await balance(account)).toBe(24_691_200)
})

test('a sum above the limit needs two people, and waits again when the second declines', async () => {
  const { account, code, name, claim } = await customer('丁一有限公司')
  const claimId = await claim({ amountHao: 500_010_000 })
  const receipt = line({ payerName: name, memo: code, amountHao: 500_010_000 })
  expect(await note(receipt)).toMatchObject({ creditedCount: 0 })
  const receiptId = await idOf(receipt.bankSerial)
  expect(await confirm(receiptId, account, claimId)).toBe('approving')
  expect((await own(account, tx => readClaim(tx, account, claimId))).state).toBe('approving')
  await expect(confirm(receiptId, account)).rejects.toMatchObject({ code: 'receipt_settled' })
  await expect(own(account, tx => cancelClaim(tx, account, claimId, now))).rejects.toMatchObject({ code: 'state_forbids' })
  const waiting = async () =>
    firstOrThrow(
      (await within(tx => listApprovals(tx, { pageSize: 10, state: 'waiting' }, checker))).rows.filter(row => row.accountId === account),
    )
  const decide = async (decision: 'approved' | 'rejected') => {
    const { approvalId, payloadHash } = await waiting()
    await within(tx => decideApproval(tx, { approvalId, payloadHash, decision, answer: '再核对', staffId: checker, now }))
  }
  await decide('rejected')
  expect((await own(account, tx => readClaim(tx, account, claimId))).state).toBe('waiting')
  expect(await confirm(receiptId, account, claimId)).toBe('approving')
  await decide('approved')
  expect(await balance(account)).toBe(500_010_000)
  expect(await own(account, tx => readClaim(tx, account, claimId))).toMatchObject({ state: 'credited' })
  expect(await own(account, tx => verifyLedger(tx, account))).toEqual([])
})

test('a hundred concurrent confirmations credit once', async () => {
  const { account, name, claim } = await customer('戊一有限公司')
  const claimId = await claim()
  const receipt = line({ payerName: name })
  await note(receipt)
  const receiptId = await idOf(receipt.bankSerial)
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => confirm(receiptId, account, claimId)))
  expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'receipt_settled' })
  expect(await balance(account)).toBe(12_345_600)
})

test("a claim of another sum isn't matched with a receipt; a corrected one is", async () => {
  const { account, name, claim, words, send } = await customer('己一有限公司')
  const claimId = await claim({ amountHao: 12_345_500 })
  const receipt = line({ payerName: name })
  await note(receipt)
  const receiptId = await idOf(receipt.bankSerial)
  await expect(confirm(receiptId, account, claimId)).rejects.toMatchObject({ code: 'claim_amount_differs' })
  await within(tx => answerClaim(tx, { account, claimId, state: 'more', ...acting(), reason: '金额与银行到账不符' }))
  const slipId = await send(await slipOf())
  await own(account, tx => resubmitClaim(tx, account, claimId, { ...words, slipId }, now))
  expect((await within(tx => readClaimForStaff(tx, account, claimId))).receipts).toMatchObject([
    { receiptId, hasName: true, hasCode: false },
  ])
  expect(await confirm(receiptId, account, claimId)).toBe('credited')
  expect(await balance(account)).toBe(12_345_600)
})

test('a slip counts once among all accounts, until its claim is rejected', async () => {
  const first = await customer('庚一有限公司')
  const second = await customer('庚二有限公司')
  const slip = await slipOf()
  const claimId = await first.claim({}, slip)
  await expect(first.claim({}, slip)).rejects.toMatchObject({ code: 'slip_used' })
  await expect(second.claim({}, slip)).rejects.toMatchObject({ code: 'slip_used' })
  await own(first.account, tx => cancelClaim(tx, first.account, claimId, now))
  const again = await first.claim({}, slip)
  await within(tx => answerClaim(tx, { account: first.account, claimId: again, state: 'rejected', ...acting() }))
  expect(await own(first.account, tx => readClaim(tx, first.account, again))).toMatchObject({ state: 'rejected', reason })
  await second.claim({}, slip)
})

test('a foreign slip, an impossible day and a claim too many are refused', async () => {
  const { account, claim, words, memberId } = await customer('辛一有限公司')
  const stranger = await customer('辛二有限公司')
  const slipId = await stranger.send(await slipOf())
  await expect(own(account, tx => createClaim(tx, account, { ...words, slipId, memberId, now }))).rejects.toMatchObject({
    code: 'not_found',
  })
  for (const paidOn of ['2026-11-22', '2026-08-22', '2026-02-30', 'yesterday'])
    await expect(claim({ paidOn })).rejects.toMatchObject({ code: 'paid_on_wrong' })
  // Late in the evening (UTC) it is already the next day in China.
  await claim({ paidOn: '2026-11-21' })
  for (let count = 1; count < 20; count += 1) await claim()
  await expect(claim()).rejects.toMatchObject({ code: 'too_many' })
  await expect(own(stranger.account, tx => readClaim(tx, stranger.account, newId()))).rejects.toMatchObject({ code: 'not_found' })
})

test("an unassigned receipt is returned once, and can't be credited afterwards", async () => {
  const { account, claim } = await customer('壬一有限公司')
  const claimId = await claim({ payerName: '壬一有限公司' })
  const receipt = line({ payerName: '壬一有限公司' })
  await note(receipt)
  const receiptId = await idOf(receipt.bankSerial)
  await within(tx => returnReceipt(tx, { receiptId, returnSerial: 'BACK1', claim: { account, claimId }, ...acting() }))
  expect((await own(account, tx => readClaim(tx, account, claimId))).state).toBe('returned')
  await expect(confirm(receiptId, account)).rejects.toMatchObject({ code: 'receipt_settled' })
  await expect(within(tx => returnReceipt(tx, { receiptId, returnSerial: 'BACK2', claim: null, ...acting() }))).rejects.toMatchObject({
    code: 'receipt_settled',
  })
  expect(await balance(account)).toBe(0)
})

test("the receiving account changes only with a second person's approval", async () => {
  const to = { holder: '鸿雁科技有限公司', accountNumber: '999900001111222233', bank: '另一家银行上海分行', bankCode: '305290000011' }
  const approvalId = await within(tx => requestReceivingAccount(tx, to, acting()))
  const read = () =>
    database.db.selectFrom('receivingAccount').select('accountNumber').orderBy('createdAt', 'desc').limit(1).executeTakeFirstOrThrow()
  expect((await read()).accountNumber).toBe('110060149018000123456')
  const { payloadHash, facts } = firstOrThrow(
    (await within(tx => listApprovals(tx, { pageSize: 10 }, checker))).rows.filter(row => row.approvalId === approvalId),
  )
  expect(facts).toContainEqual({ name: '账号', text: '110060149018000123456 → 999900001111222233' })
  await expect(within(tx => requestReceivingAccount(tx, to, acting()))).rejects.toMatchObject({ code: 'state_forbids' })
  const later = new Date(now.getTime() + 1_000)
  await within(tx => decideApproval(tx, { approvalId, payloadHash, decision: 'approved', answer: '', staffId: checker, now: later }))
  expect((await read()).accountNumber).toBe('999900001111222233')
})

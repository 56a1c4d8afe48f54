import { beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { decideApproval, listApprovals } from '#domain/approvals/decision.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { requestCreditLimit } from './admin-credit-limit.ts'

const now = new Date('2026-11-21T04:00:00Z')
/** Price of a transactional segment in hao. */
const priceHao = 450
const database = prepareTestDatabase()
let maker: string
let checker: string
beforeAll(async () => {
  const addStaff = (login: string) => within(tx => createStaff(tx, { login, name: login, role: 'finance', passwordHash: 'none', now }))
  maker = (await addStaff('maker')).staffId
  checker = (await addStaff('checker')).staffId
})

const within = <T>(work: (tx: Tx) => Promise<T>) => asPlatform(database.platformDb, work)
const ask = (account: AccountId, limitHao: number) =>
  within(tx => requestCreditLimit(tx, account, limitHao, { reason: '月结客户', staffId: maker, now }))
async function approve(approvalId: string) {
  const { rows } = await within(tx => listApprovals(tx, { pageSize: 100 }, checker))
  const { payloadHash } = firstOrThrow(rows.filter(row => row.approvalId === approvalId))
  await within(tx => decideApproval(tx, { approvalId, decision: 'approved', payloadHash, answer: '', staffId: checker, now }))
}
const as = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
const hold = (account: AccountId, messages: number) =>
  as(account, tx => holdCharge(tx, account, 'transactional', new Map([[1, messages]]), { now }))

test("an account with a credit limit sends down to the limit and no further; the limit can't be set below the debt", async () => {
  const { account } = await createAccount(database.db)
  await expect(hold(account, 1)).rejects.toMatchObject({ code: 'balance_insufficient' })
  const approvalId = await ask(account, 10 * priceHao)
  await expect(hold(account, 1)).rejects.toMatchObject({ code: 'balance_insufficient' })
  await approve(approvalId)
  await expect(hold(account, 11)).rejects.toMatchObject({ code: 'balance_insufficient' })
  const racing = await Promise.allSettled(Array.from({ length: 20 }, () => hold(account, 1)))
  expect(racing.filter(one => one.status === 'fulfilled')).toHaveLength(10)
  expect(await as(account, tx => balancesOf(tx, account))).toMatchObject({
    availableHao: -10 * priceHao,
    creditLimitHao: 10 * priceHao,
    heldHao: 10 * priceHao,
  })
  await expect(ask(account, 9 * priceHao)).rejects.toMatchObject({ code: 'state_forbids' })
  await as(account, tx => recharge(tx, account, { transferId: newId(), amountHao: 12 * priceHao }))
  await approve(await ask(account, 0))
  await hold(account, 2)
  await expect(hold(account, 1)).rejects.toMatchObject({ code: 'balance_insufficient' })
  expect(await as(account, tx => verifyLedger(tx, account))).toEqual([])
})

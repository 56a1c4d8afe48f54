import { beforeAll, expect, test } from 'vitest'
import { asAccount, type Db } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { recharge } from './credit.ts'
import { bookTransfers, type Transfer } from './transfer.ts'
import { verifyLedger } from './verify.ts'

const database = prepareTestDatabase()
let db: Db
beforeAll(async () => {
  db = database.db
})

const balance = { purpose: 'available', grantId: null } as const
const held = { purpose: 'held', grantId: null } as const
const spent = { purpose: 'spent', grantId: null } as const

const purchase = (product: 'sms' | 'link', amount: number, at: string, orderId = newId(), transferId = newId()): Transfer => ({
  ...{ transferId, from: balance, to: spent, amount, kind: 'purchase', product, referenceId: orderId, at: new Date(at) },
})
const refund = (product: 'sms' | 'link', amount: number, at: string, orderId: string): Transfer => ({
  ...{ transferId: newId(), from: spent, to: balance, amount, kind: 'refund', product, referenceId: orderId, at: new Date(at) },
})
const usage = (amount: number, at: string): Transfer[] => [
  { transferId: newId(), from: balance, to: held, amount, kind: 'hold', at: new Date(at) },
  { transferId: newId(), from: held, to: spent, amount, kind: 'post', product: 'sms', at: new Date(at) },
]

async function rich(): Promise<AccountId> {
  const { account } = await createAccount(db)
  await asAccount(db, account, tx => recharge(tx, account, { transferId: newId(), amountHao: 100_000_000, at: new Date('2025-01-01') }))
  return account
}
const book = (account: AccountId, ...transfers: Transfer[]) => asAccount(db, account, tx => bookTransfers(tx, account, transfers))
const problemsOf = (account: AccountId) => asAccount(db, account, tx => verifyLedger(tx, account))

/** Invoiceable amounts by rate and by source: `rate product month order` → 毫. */
async function invoiceable(account: AccountId) {
  const rows = await asAccount(db, account, tx =>
    tx
      .selectFrom('ledgerAccount')
      .select(['purpose', 'rateBp', 'product', 'month', 'orderId', 'debits', 'credits'])
      .where('accountId', '=', account)
      .where('asset', '=', 'invoice')
      .orderBy('rateBp')
      .orderBy('month')
      .execute(),
  )
  return {
    available: Object.fromEntries(
      rows.filter(row => row.purpose === 'available').map(({ rateBp, credits, debits }) => [rateBp, credits - debits]),
    ),
    consumed: rows
      .filter(row => row.purpose === 'outside')
      .map(({ rateBp, product, month, orderId, debits, credits }) => [rateBp, product, month, orderId !== null, debits - credits]),
  }
}

test('consumption: becomes invoiceable at the rate of its product and day, by order or by month of usage (China time)', async () => {
  const account = await rich()
  await book(account, purchase('sms', 4_700_000, '2025-12-31T15:59:59Z'))
  await book(account, ...usage(450, '2025-12-31T15:59:59Z'))
  await book(account, ...usage(900, '2025-12-31T16:00:00Z'), ...usage(450, '2026-01-31T15:00:00Z'))
  await book(account, purchase('link', 1_000_000, '2026-02-01T00:00:00Z'))
  expect(await invoiceable(account)).toEqual({
    available: { 600: 5_700_450, 900: 1_350 },
    consumed: [
      [600, 'sms', '2025-12', true, 4_700_000],
      [600, 'sms', '2025-12', false, 450],
      [600, 'link', '2026-02', true, 1_000_000],
      [900, 'sms', '2026-01', false, 1_350],
    ],
  })
  expect(await problemsOf(account)).toEqual([])
})

test('refund: reduces the invoiceable amount at the rate of the order’s payment, also below zero', async () => {
  const account = await rich()
  const orderId = newId()
  await book(account, purchase('sms', 4_700_000, '2025-12-01T00:00:00Z', orderId))
  await book(account, {
    ...{ transferId: newId(), kind: 'request', amount: 4_700_000 },
    from: { ...balance, rateBp: 600 },
    to: { ...held, rateBp: 600 },
  })
  await book(account, refund('sms', 1_700_000, '2026-03-01T00:00:00Z', orderId))
  expect(await invoiceable(account)).toEqual({ available: { 600: -1_700_000 }, consumed: [[600, 'sms', '2025-12', true, 3_000_000]] })
  await expect(book(account, refund('sms', 100, '2026-03-01T00:00:00Z', newId()))).rejects.toThrow('was never paid for')
})

test('repeated purchase: counts once towards the invoiceable amount too', async () => {
  const account = await rich()
  const once = purchase('sms', 100, '2026-05-01T00:00:00Z')
  expect((await book(account, once)).size).toBe(1)
  expect((await book(account, { ...once, at: new Date('2026-06-01T00:00:00Z') })).size).toBe(0)
  expect((await invoiceable(account)).available).toEqual({ 900: 100 })
  expect(await problemsOf(account)).toEqual([])
})

test('refused: requests above the invoiceable amount, parts of a fen, and spending without a product', async () => {
  const account = await rich()
  await book(account, ...usage(1_050, '2026-05-01T00:00:00Z'))
  const request = (amount: number) =>
    book(account, {
      ...{ transferId: newId(), kind: 'request', amount },
      from: { ...balance, rateBp: 900 },
      to: { ...held, rateBp: 900 },
    })
  await expect(request(1_100)).rejects.toThrow('现在最多可开¥0.105')
  await expect(request(50)).rejects.toThrow('transfer_is_sound')
  await expect(book(account, { transferId: newId(), from: balance, to: spent, amount: 1, kind: 'adjust' })).rejects.toThrow(
    'for which product',
  )
  await request(1_000)
  expect((await invoiceable(account)).available).toEqual({ 900: 50 })
})

test('verification: finds a payment without its invoiceable amount', async () => {
  const account = await rich()
  await book(account, purchase('sms', 100, '2026-05-01T00:00:00Z'))
  const mirror = await asAccount(db, account, tx =>
    tx.selectFrom('transfer').selectAll().where('accountId', '=', account).where('contraOfId', 'is not', null).executeTakeFirstOrThrow(),
  )
  await asAccount(db, account, tx =>
    tx
      .insertInto('transfer')
      .values({ ...mirror, transferId: newId(), contraOfId: newId() })
      .execute(),
  )
  expect((await problemsOf(account)).join('\n')).toMatch(/moves {2}毫 of what was spent, what may be invoiced moves by 100 at 900/)
})

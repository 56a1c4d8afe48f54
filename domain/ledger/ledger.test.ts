import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { inPipeline } from '#db/pipeline.ts'
import { purchasePackage } from '#domain/orders/purchase.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { balancesOf } from './balance.ts'
import { type Hold, holdCharge, planCharge, settleHolds } from './charge.ts'
import { grantSegments, recharge } from './credit.ts'
import { bookTransfers } from './transfer.ts'
import { verifyLedger } from './verify.ts'

const now = new Date('2026-11-01T02:00:00Z')
const day = (n: number) => new Date(now.getTime() + n * 86_400_000)

const database = prepareTestDatabase()
let db: Db
beforeAll(async () => {
  db = database.db
})

const give = (
  tx: Tx,
  account: AccountId,
  kind: 'industry' | 'marketing' | 'general',
  segmentCount: number,
  expiresAt = day(30),
  grantId = newId(),
) => grantSegments(tx, account, { grantId, kind, name: kind, segmentCount, source: 'gift', startsAt: day(-1), expiresAt })

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

test('idempotency: a repeated transfer moves money once', async () => {
  const { account } = await createAccount(db)
  const transferId = newId()
  await asAccount(db, account, tx => recharge(tx, account, { transferId, amountHao: 50_000 }))
  await asAccount(db, account, tx => recharge(tx, account, { transferId, amountHao: 50_000 }))
  const balances = await asAccount(db, account, tx => balancesOf(tx, account))
  expect(balances.availableHao).toBe(50_000)
})

test('transfers: the programs can neither change nor delete them', async () => {
  const { account } = await createAccount(db)
  const transferId = newId()
  await asAccount(db, account, tx => recharge(tx, account, { transferId, amountHao: 100 }))
  await expect(
    asAccount(db, account, tx => tx.updateTable('transfer').set({ amount: 1 }).where('accountId', '=', account).execute()),
  ).rejects.toThrow(/permission denied/)
  await expect(asAccount(db, account, tx => tx.deleteFrom('transfer').where('accountId', '=', account).execute())).rejects.toThrow(
    /permission denied/,
  )
})

test('order of payers: specific package, first to expire, balance; one payer per message', async () => {
  const { account } = await createAccount(db)
  const plan = await asAccount(db, account, async tx => {
    await give(tx, account, 'general', 10, day(1))
    await give(tx, account, 'industry', 5, day(20))
    await give(tx, account, 'industry', 4, day(10))
    await give(tx, account, 'industry', 100, day(-0.5))
    await give(tx, account, 'marketing', 100)
    await recharge(tx, account, { transferId: newId(), amountHao: 100_000 })
    return planCharge(
      tx,
      account,
      'otp',
      new Map([
        [2, 10],
        [1, 1],
      ]),
      now,
    )
  })
  expect(plan.lines.map(line => [line.grantName, line.segmentCount, line.quota])).toEqual([
    ['industry', 4, { 2: 2 }],
    ['industry', 5, { 2: 2, 1: 1 }],
    ['general', 10, { 2: 5 }],
    [null, 2, { 2: 1 }],
  ])
  expect(plan).toMatchObject({ segmentCount: 21, missingSegments: 0, missingHao: 0 })
  expect(plan.lines[3]).toMatchObject({ unitPriceHao: 450, remaining: 100_000 - 900 })
})

test('packages used up and balance not allowed: refused with what is missing', async () => {
  const { account } = await createAccount(db, { whenEmpty: 'stop' })
  await asAccount(db, account, async tx => {
    await give(tx, account, 'industry', 3)
    await recharge(tx, account, { transferId: newId(), amountHao: 100_000 })
  })
  const messages = new Map([[1, 5]])
  const held = asAccount(db, account, tx => holdCharge(tx, account, 'transactional', messages, { now }))
  await expect(held).rejects.toThrow('套餐余量或余额不足，还差2条（约¥0.09）')
  // Money would not help.
  const plan = await asAccount(db, account, tx => planCharge(tx, account, 'transactional', messages, now))
  expect(plan).toMatchObject({ barrier: { kind: 'stop' }, usableHao: 0, shortHao: 900 })
})

test('concurrency: a hundred purchases on a balance for ten, exactly ten succeed', async () => {
  const { account } = await createAccount(db)
  await asAccount(db, account, tx => recharge(tx, account, { transferId: newId(), amountHao: 24_000_00 * 10 }))
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () =>
      refusalOf(asAccount(db, account, tx => purchasePackage(tx, account, { packageId: '3001', quantity: 1, now }))),
    ),
  )
  expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(10)
  expect(outcomes.filter(outcome => outcome === 'balance_insufficient')).toHaveLength(90)
  const { balances, problems } = await asAccount(db, account, async tx => ({
    balances: await balancesOf(tx, account),
    problems: await verifyLedger(tx, account),
  }))
  expect(balances.availableHao).toBe(0)
  expect(balances.grants.reduce((sum, grant) => sum + grant.availableCount, 0)).toBe(50_000)
  expect(problems).toEqual([])
})

test('concurrency: a hundred senders on segments for ten, exactly ten hold; two packages never deadlock', async () => {
  const { account } = await createAccount(db, { whenEmpty: 'stop' })
  await asAccount(db, account, async tx => {
    await give(tx, account, 'industry', 15, day(1))
    await give(tx, account, 'general', 15, day(2))
  })
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () => refusalOf(asAccount(db, account, tx => holdCharge(tx, account, 'otp', new Map([[1, 3]]), { now })))),
  )
  expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(10)
  expect(await asAccount(db, account, tx => verifyLedger(tx, account))).toEqual([])
})

test.each(['100000000000000000000', '999', '0'])('package %s: does not exist', async packageId => {
  const { account } = await createAccount(db)
  expect(await refusalOf(asAccount(db, account, tx => purchasePackage(tx, account, { packageId, quantity: 1, now })))).toBe(
    'package_unavailable',
  )
})

type Command =
  | { do: 'recharge'; amountHao: number }
  | { do: 'grant'; kind: 'industry' | 'marketing' | 'general'; segments: number }
  | { do: 'purchase' }
  | { do: 'send'; kind: 'otp' | 'marketing'; short: number; long: number }
  | { do: 'report'; pick: number; delivered: boolean }

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('recharge' as const), amountHao: fc.integer({ min: 100, max: 5_000_000 }) }),
  fc.record({
    do: fc.constant('grant' as const),
    kind: fc.constantFrom('industry', 'marketing', 'general'),
    segments: fc.integer({ min: 1, max: 30 }),
  }),
  fc.record({ do: fc.constant('purchase' as const) }),
  fc.record({
    do: fc.constant('send' as const),
    kind: fc.constantFrom('otp', 'marketing'),
    short: fc.nat({ max: 8 }),
    long: fc.nat({ max: 5 }),
  }),
  fc.record({ do: fc.constant('report' as const), pick: fc.nat(), delivered: fc.boolean() }),
)

test('property test: any sequence of recharges, purchases, sends and reports conserves money and overdraws nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async commands => {
      const { account } = await createAccount(db)
      const model = { cashIn: 0, cashOut: 0, granted: 0, delivered: 0, deliveredHao: 0 }
      const waiting: { hold: Hold; segments: number }[] = []
      const act = async (tx: Tx, one: Command) => {
        if (one.do === 'recharge') {
          await recharge(tx, account, { transferId: newId(), amountHao: one.amountHao })
          model.cashIn += one.amountHao
        } else if (one.do === 'grant') {
          await give(tx, account, one.kind, one.segments)
          model.granted += one.segments
        } else if (one.do === 'purchase') {
          const bought = await purchasePackage(tx, account, { packageId: '3001', quantity: 1, now })
          model.cashOut += bought.amountHao
          model.granted += 5000
        } else if (one.do === 'send') {
          const holds = await holdCharge(
            tx,
            account,
            one.kind,
            new Map([
              [1, one.short],
              [3, one.long],
            ]),
            { now },
          )
          for (const hold of holds)
            for (const [segments, messages] of Object.entries(hold.quota))
              for (let i = 0; i < messages; i += 1) waiting.push({ hold, segments: Number(segments) })
        } else if (waiting.length > 0) {
          const message = firstOrThrow(waiting.splice(one.pick % waiting.length, 1))
          const { hold, segments } = message
          await settleHolds(tx, account, [
            { holdId: hold.holdId, deliveredSegments: one.delivered ? segments : 0, voidedSegments: one.delivered ? 0 : segments },
          ])
          await tx
            .insertInto('message')
            .values(deliveredRow(account, hold.holdId, segments, one.delivered))
            .execute()
          if (one.delivered && hold.grantId !== null) model.delivered += segments
          if (one.delivered && hold.grantId === null) model.deliveredHao += segments * hold.unitPriceHao
        }
      }
      for (const one of commands) await refusalOf(asAccount(db, account, tx => act(tx, one)))
      const { balances, problems } = await asAccount(db, account, async tx => ({
        balances: await balancesOf(tx, account),
        problems: await verifyLedger(tx, account),
      }))
      expect(problems).toEqual([])
      expect(balances.availableHao + balances.heldHao + balances.spentHao).toBe(model.cashIn)
      expect(balances.spentHao).toBe(model.cashOut + model.deliveredHao)
      expect(balances.grants.reduce((sum, g) => sum + g.availableCount + g.heldCount + g.spentCount, 0)).toBe(model.granted)
      expect(balances.grants.reduce((sum, g) => sum + g.spentCount, 0)).toBe(model.delivered)
      expect(balances.grants.reduce((sum, g) => sum + g.heldCount, 0) + balances.heldHao / 500).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 25, seed: 20261101 },
  )
})

const deliveredRow = (account: AccountId, holdId: string, segments: number, delivered: boolean) => ({
  accountId: account,
  messageId: newId(now.getTime()),
  kind: 'otp',
  signatureId: newId(),
  phone: '13800138000',
  carrier: 'mobile',
  content: '【鸿雁】',
  segmentCount: segments,
  state: delivered ? 'delivered' : 'undelivered',
  holdId,
})

test('verification: finds a balance changed outside of the ledger', async () => {
  const { account } = await createAccount(db)
  await asAccount(db, account, async tx => {
    await recharge(tx, account, { transferId: newId(), amountHao: 1000 })
    await tx
      .updateTable('ledgerAccount')
      .set({ credits: 2000 })
      .where('accountId', '=', account)
      .where('purpose', '=', 'available')
      .execute()
  })
  const problems = await asAccount(db, account, tx => verifyLedger(tx, account))
  expect(problems.join('\n')).toMatch(/ledger_account available of money: balance row 0\/2000, transfers 0\/1000/)
})

test('verification: finds transfers of unknown ledger accounts, and ledger accounts beside the chart', async () => {
  const { account } = await createAccount(db)
  const [debitId, creditId] = [newId(), newId()]
  const problems = await asAccount(db, account, async tx => {
    await recharge(tx, account, { transferId: newId(), amountHao: 1000 })
    const facts = { accountId: account, transferId: newId(), asset: 'segment', amount: 7, kind: 'hold', debitId, creditId }
    await tx.insertInto('transfer').values(facts).execute()
    await tx.deleteFrom('chartOfAccounts').where('accountId', '=', account).where('purpose', '=', 'outside').execute()
    return verifyLedger(tx, account)
  })
  const found = problems.join('\n')
  expect(found).toContain(`ledger_account ${debitId} of money: balance row /, transfers 7/0`)
  expect(found).toContain(`ledger_account ${creditId} of money: balance row /, transfers 0/7`)
  expect(found).toMatch(/balance row 1000\/0, transfers 1000\/0/)
})

test('a ledger account that contradicts itself is refused by the chart of accounts, as are an uncovered balance and a transfer that is none', async () => {
  const { account } = await createAccount(db)
  const made = (columns: string, values: string) =>
    asAccount(db, account, tx =>
      sql`insert into ledger_account (account_id, ledger_account_id, asset, purpose, ${sql.raw(columns)})
        values (${account}, ${newId()}, ${sql.raw(values)})`.execute(tx),
    )
  await expect(made('grant_id', `'bonus', 'held', null`)).rejects.toThrow('chart_of_accounts_grant')
  await expect(made('rate_bp', `'cny', 'held', 600`)).rejects.toThrow('chart_of_accounts_rate')
  await expect(made('rate_bp, product, month', `'invoice', 'outside', 600, 'sms', '2026-1'`)).rejects.toThrow('chart_of_accounts_month')
  await expect(made('rate_bp, product', `'invoice', 'outside', 600, 'sms'`)).rejects.toThrow('chart_of_accounts_consumed')
  await expect(made('debits', `'cny', 'held', 1`)).rejects.toThrow('ledger_account_overdraft')
  await expect(made('debt', `'cny', 'held', 1`)).rejects.toThrow('ledger_account_overdraft')
  const moved = (columns: string, values: string) =>
    asAccount(db, account, tx =>
      sql`insert into transfer (account_id, transfer_id, debit_id, credit_id, asset, kind, amount, ${sql.raw(columns)})
        values (${account}, ${newId()}, ${newId()}, ${sql.raw(values)})`.execute(tx),
    )
  const [entry, other] = ['entry_number, available_after, held_after', newId()]
  await moved(entry, `'${other}', 'cny', 'recharge', 1, 1000000, 1, 0`)
  for (const values of [`'cny', 'recharge', 0, 1000001, 1, 0`, `'cny', 'gift', 1, 1000001, 1, 0`, `'cny', 'recharge', 1, null, 1, 0`])
    await expect(moved(entry, `'${other}', ${values}`)).rejects.toThrow('transfer_is_sound')
  for (const values of [`'invoice', 'request', 5, null`, `'segment', 'post', 5, '${other}'`, `'gold', 'post', 5, null`])
    await expect(moved('contra_of_id', `'${other}', ${values}`)).rejects.toThrow('transfer_is_sound')
})

test('balances: a booking reads no more when an old snapshot keeps the versions of hundreds before it', async () => {
  const { account } = await createAccount(db)
  await asAccount(db, account, tx => give(tx, account, 'industry', 1_000_000))
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const pagesSoFar = async (tx: Tx) => {
    const { rows } = await sql<{ pages: number }>`
      select sum(pg_stat_get_xact_blocks_hit(read::regclass))::bigint as pages from unnest(array['ledger_account', 'ledger_account_pkey']) as read`.execute(
      tx,
    )
    return firstOrThrow(rows).pages
  }
  const hold = () =>
    inPipeline(db, account, async tx => {
      const before = await pagesSoFar(tx)
      await holdCharge(tx, account, 'otp', new Map([[1, 1]]), { now })
      return { result: (await pagesSoFar(tx)) - before, writes: [] }
    })
  /** What a hold reads of ledger accounts and their index, unless it starts a new page. */
  const pagesOfHold = async () => Math.min(await hold(), await hold(), await hold())
  await database.platformDb
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async snapshot => {
      await sql`select from account -- across accounts: a snapshot of everything`.execute(snapshot)
      const before = await pagesOfHold()
      for (let held = 0; held < 500; held += 1) await hold()
      // The planner knows how few rows there are.
      await owner.query('analyze ledger_account')
      expect(await pagesOfHold()).toBeLessThan(3 * before)
    })
  await owner.end()
})

test('ledger account: can’t be overdrawn', async () => {
  const { account } = await createAccount(db)
  await asAccount(db, account, tx => recharge(tx, account, { transferId: newId(), amountHao: 1000 }))
  const spend = (amount: number) =>
    asAccount(db, account, tx =>
      bookTransfers(tx, account, [
        {
          transferId: newId(),
          from: { purpose: 'available', grantId: null },
          to: { purpose: 'spent', grantId: null },
          amount,
          kind: 'purchase',
          product: 'sms',
          referenceId: newId(),
        },
      ]),
    )
  expect(await refusalOf(spend(1001))).toBe('balance_insufficient')
  expect(await refusalOf(spend(1000))).toBe('done')
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { createAccount as makeAccount } from '#domain/identity/account.ts'
import { openSession, readSession } from '#domain/identity/session.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newAccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { findBlockers } from './blocker.ts'
import { closeAccount, dueClosings, readClosing, readLosses, requestClosing, undoClosing } from './closing.ts'

const dayMs = 86_400_000
const start = new Date('2026-06-01T04:00:00Z')
const after = (days: number) => new Date(start.getTime() + days * dayMs)
const database = prepareTestDatabase()
let made = 0

async function owner() {
  made += 1
  const account = newAccountId()
  const phone = `1380017${String(1000 + made)}`
  const { memberId } = await asAccount(database.db, account, tx =>
    makeAccount(tx, { account, name: '要走的公司', phone, memberName: '王五', passwordHash: '-', now: start }),
  )
  const within = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
  const ask = (now = start) => within(tx => requestClosing(tx, account, { memberId, reason: '不再使用', now }))
  return { account, memberId, phone, within, ask }
}

test('closing: an idle account closes after seven days; sessions end, login names become free, accounting records stay', async () => {
  const { account, memberId, phone, within, ask } = await owner()
  const name = { account, memberId, login: phone, isKnown: true }
  const token = await openSession(database.db, name, 'password', { address: '203.0.113.1', agent: 'test', now: start })
  expect((await ask()).dueAt).toEqual(after(7))
  await expect(ask()).rejects.toMatchObject({ code: 'state_forbids' })
  expect(await readSession(database.db, token, start)).not.toBeNull()
  expect(await closeAccount(database.platformDb, account, after(6.9))).toBe(false)
  expect(await dueClosings(database.platformDb, after(6.9))).not.toContain(account)
  expect(await dueClosings(database.platformDb, after(7))).toContain(account)
  expect(await closeAccount(database.platformDb, account, after(7))).toBe(true)
  expect(await closeAccount(database.platformDb, account, after(7))).toBe(false)
  expect(await readSession(database.db, token, start)).toBeNull()
  const left = await within(async tx => ({
    state: (await tx.selectFrom('account').select('state').where('accountId', '=', account).executeTakeFirstOrThrow()).state,
    names: await tx.selectFrom('loginName').select('login').where('accountId', '=', account).execute(),
    members: await tx.selectFrom('member').select(['name', 'state']).where('accountId', '=', account).execute(),
  }))
  expect(left).toEqual({ state: 'closed', names: [], members: [{ name: '王五', state: 'removed' }] })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from link_change where account_id = ${account}`.execute(
    database.platformDb,
  )
  expect(firstOrThrow(rows).count).toBe(1)
})

test('undo within the cooling-off period: restores normal use; closing can be requested again', async () => {
  const { account, within, ask } = await owner()
  await ask()
  const { closingId } = (await within(tx => readClosing(tx, account)))!
  await within(tx => undoClosing(tx, account, { closingId, now: after(3) }))
  await expect(within(tx => undoClosing(tx, account, { closingId, now: after(3) }))).rejects.toMatchObject({ code: 'not_found' })
  expect(await closeAccount(database.platformDb, account, after(8))).toBe(false)
  expect((await ask(after(9))).dueAt).toEqual(after(16))
})

test('balance: must be withdrawn first', async () => {
  const { account, within, ask } = await owner()
  await within(tx => recharge(tx, account, { transferId: newId(), amountHao: 1_000_000 }))
  expect(await within(tx => findBlockers(tx, account))).toEqual(['balance'])
  await expect(ask()).rejects.toMatchObject({ code: 'closing_hindered', message: '暂时不能注销：账户余额还没有提现' })
})

test('blockers: a started payment and a scheduled broadcast', async () => {
  const { account, memberId, within } = await owner()
  const more = { accountId: account, createdAt: start }
  await within(async tx => {
    const id = newId()
    await tx
      .insertInto('recharge')
      .values({
        ...more,
        rechargeId: id,
        tradeNumber: `R${id}`,
        paymentMethod: 'alipay',
        amountHao: 100,
        state: 'waiting',
        expiresAt: after(1),
      })
      .execute()
    await tx
      .insertInto('broadcast')
      .values({
        accountId: account,
        broadcastId: newId(),
        name: '端午祝福',
        kind: 'transactional',
        signatureId: newId(),
        templateId: newId(),
        signatureText: '要走',
        templateText: '再见',
        variables: '[]',
        uploadId: newId(),
        state: 'scheduled',
        recipientCount: 1,
        segmentCount: 1,
        scheduledAt: after(1),
        memberId,
      })
      .execute()
  })
  expect(await within(tx => findBlockers(tx, account))).toEqual(['messages', 'recharges'])
})

test('new blocker in the cooling-off period: cancels the closing and notifies the account', async () => {
  const { account, within, ask } = await owner()
  await ask()
  await within(tx => recharge(tx, account, { transferId: newId(), amountHao: 1_000_000 }))
  expect(await closeAccount(database.platformDb, account, after(7))).toBe(false)
  const found = await within(async tx => ({
    closing: await readClosing(tx, account),
    state: (await tx.selectFrom('account').select('state').where('accountId', '=', account).executeTakeFirstOrThrow()).state,
    notifications: await tx.selectFrom('notification').select('title').where('accountId', '=', account).execute(),
  }))
  expect(found).toEqual({ closing: null, state: 'active', notifications: [{ title: '账户没有注销' }] })
})

test('losses: counted before closing', async () => {
  const { account, within } = await owner()
  expect(await within(tx => readLosses(tx, account, start))).toEqual({ segments: 0, linkUnits: 0, bonusHao: 0, links: 0, members: 0 })
})

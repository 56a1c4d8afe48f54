import { execFile } from 'node:child_process'
import { Secret, TOTP } from 'otpauth'
import { assert, expect, test } from 'vitest'
import { programFile } from '#bin/build/built.ts'
import { asPlatform } from '#db/connect.ts'
import { readHealth } from '#domain/payments/health.ts'
import { openStaffSession } from '#domain/staff/session.ts'
import { signInStaff } from '#domain/staff/sign-in.ts'
import { findStaff } from '#domain/staff/staff.ts'
import { confirmStaffTotp, enrollStaffTotp } from '#domain/staff/totp.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { messageAdder } from '#test/support/message.ts'
import { newId } from '#values/id.ts'
import { itemOrThrow, matchOrThrow } from '#values/or-throw.ts'

const database = prepareTestDatabase()

const admin = (...args: string[]) =>
  new Promise<{ status: number; text: string }>(resolve => {
    const env = { ...process.env, DATABASE_URL: database.url }
    execFile(process.execPath, [programFile('hongyan'), 'admin', ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, text: stdout + stderr }),
    )
  })
const secret = 'a secret of at least thirty-two characters'
const signIn = (login: string, password: string) =>
  signInStaff(database.platformDb, secret, {
    login,
    password,
    code: '',
    address: '127.0.0.1',
    agent: 'test',
    now: new Date(),
  })
const passwordIn = (text: string) => itemOrThrow(matchOrThrow(/密码 (\S{16})，/, text), 1)

test('the first administrator is created on the server and signs in; a password reset and a freeze take effect at once', async () => {
  const added = await admin('staff-add', 'zhao', '赵管理', 'administrator')
  expect(added.status).toBe(0)
  await signIn('zhao', passwordIn(added.text))
  const reset = await admin('staff-password', 'ZHAO')
  await expect(signIn('zhao', passwordIn(added.text))).rejects.toMatchObject({ code: 'sign_in_failed' })
  await signIn('zhao', passwordIn(reset.text))
  const owing = await database.platformDb.selectFrom('staff').select('mustChangePassword').where('login', '=', 'zhao').execute()
  expect(owing).toEqual([{ mustChangePassword: true }])
  expect((await admin('staff-freeze', 'zhao')).text).toBe('zhao 已停用\n')
  await expect(signIn('zhao', passwordIn(reset.text))).rejects.toMatchObject({ code: 'account_frozen' })
  const lines = await database.platformDb
    .selectFrom('staffAuditLog')
    .select('action')
    .where('address', '=', 'server')
    .orderBy('auditId')
    .execute()
  expect(lines.map(line => line.action)).toEqual(['admin/staff-add', 'admin/staff-password', 'admin/staff-freeze'])
})

test('a lost authenticator is removed: its sessions end, and the password alone signs in again', async () => {
  const { platformDb } = database
  const password = passwordIn((await admin('staff-add', 'qian', '钱管理', 'administrator')).text)
  const staff = await findStaff(platformDb, 'qian')
  assert.exists(staff)
  const { staffId } = staff
  const now = new Date()
  await asPlatform(platformDb, async tx => {
    const begun = await enrollStaffTotp(tx, secret, { staffId, login: 'qian' })
    const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate({ timestamp: now.getTime() })
    expect(await confirmStaffTotp(tx, secret, { staffId, code, now })).toBe(true)
  })
  await expect(signIn('qian', password)).rejects.toMatchObject({ code: 'staff_code_required' })
  await openStaffSession(platformDb, staffId, { address: '127.0.0.1', agent: 'test', now }, true)
  expect(await admin('totp-reset', 'qian')).toEqual({ status: 0, text: 'qian 的验证器已解除，请用密码登录后重新绑定\n' })
  const sessions = await platformDb.selectFrom('staffSession').select('staffId').where('staffId', '=', staffId).execute()
  expect(sessions).toEqual([])
  await signIn('qian', password)
  const line = await platformDb.selectFrom('staffAuditLog').select('object').where('action', '=', 'admin/totp-reset').execute()
  expect(line).toEqual([{ object: '钱管理' }])
})

test('an invalid command is reported, with status 1', async () => {
  for (const args of [[], ['staff-add', 'li'], ['staff-add', 'li', '李', 'king'], ['staff-password'], ['totp-reset']]) {
    const { status, text } = await admin(...args)
    expect([status, text.startsWith('用法：')], args.join(' ')).toEqual([1, true])
  }
  expect(await admin('staff-password', 'nobody')).toEqual({ status: 1, text: '没有登录名为 nobody 的运营人员\n' })
  await admin('staff-add', 'twice', '一', 'finance')
  expect(await admin('staff-add', 'twice', '二', 'finance')).toEqual({ status: 1, text: '该登录名已被使用，请换一个\n' })
})

test('the ledgers of all accounts are verified, and a wrong balance is reported with its account', async () => {
  const { account } = await createAccount(database.db)
  expect(await admin('ledger-check')).toEqual({ status: 0, text: '1 个账户的账本相符\n' })
  await database.platformDb
    .insertInto('ledgerAccount')
    .values({ accountId: account, ledgerAccountId: account, asset: 'cny', purpose: 'available', credits: 500 })
    .execute()
  const { status, text } = await admin('ledger-check')
  expect(status).toBe(1)
  expect(text).toContain(account)
  expect((await readHealth(database.platformDb)).findings.map(({ accountId }) => accountId)).toContain(account)
})

test('statistics are recounted from the messages', async () => {
  const { account } = await createAccount(database.db)
  const signatureId = newId()
  await messageAdder(database, { now: new Date(), signatureId })({ account }, { hoursAgo: 30 })
  expect((await admin('statistics-rebuild')).text).toMatch(/^已重新统计 \d 个账户\n$/)
  const total = await database.platformDb
    .selectFrom('statisticsDay')
    .select(['signatureId', 'acceptedCount', 'deliveredCount'])
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  expect(total).toEqual({ signatureId, acceptedCount: 1, deliveredCount: 1 })
})

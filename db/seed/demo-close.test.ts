import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPlatform } from '#db/connect.ts'
import { KeyCache } from '#domain/apps/key-cache.ts'
import { signInByPassword } from '#domain/identity/sign-in.ts'
import { Files } from '#domain/platform/files.ts'
import { hashPassword } from '#domain/platform/password.ts'
import { signInStaff } from '#domain/staff/sign-in.ts'
import { createStaff, findStaff, setStaffPassword } from '#domain/staff/staff.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type DemoAccounts, seedDemo } from './demo.ts'
import { closeDemo } from './demo-close.ts'
import { seedReference } from './reference.ts'

const secret = 'a secret of at least thirty-two characters'
const now = new Date('2026-11-20T10:00:00Z')
const folder = path.join(os.tmpdir(), `hongyan-demo-close-${process.pid}`)
const seeding = { secret, shortLinkUrl: 'https://hy.example', files: new Files(folder, secret), now }
const origin = { address: '127.0.0.1', agent: 'test', now }

let database: TestDatabase
let demo: DemoAccounts
beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.url, { secret, upstream: { host: '127.0.0.1', port: 2775 }, now })
  demo = (await seedDemo(database.url, seeding))!
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const staffSignIn = (login: string, password: string) => signInStaff(database.platformDb, secret, { login, password, code: '', ...origin })
const keyIsEnabled = async () => {
  const ring = new KeyCache(
    database.db,
    secret,
    () => now,
    () => {},
  )
  return (await ring.find(demo.app.accessKeyId))!.caller.isKeyEnabled
}

test('closing the demo locks out its known passwords; accounts with another password continue, and no later start reopens it', async () => {
  const { platformDb } = database
  const admin = (await findStaff(platformDb, 'admin'))!
  const passwordHash = await hashPassword('Harbour%30y')
  await asPlatform(platformDb, tx => setStaffPassword(tx, admin.staffId, { passwordHash, now }))
  await asPlatform(platformDb, tx => createStaff(tx, { login: 'zhao', name: '赵管理', role: 'reviewer', passwordHash, now }))
  expect(await keyIsEnabled()).toBe(true)

  const closed = await closeDemo(database.url, now)
  expect(closed).toEqual(['云栈集市（演示）', '新账户（演示）', 'reviewer', 'finance', 'operations'])
  for (const login of ['reviewer', 'finance', 'operations'])
    await expect(staffSignIn(login, demo.admin.password)).rejects.toMatchObject({ code: 'account_frozen' })
  await staffSignIn('admin', 'Harbour%30y')
  await staffSignIn('zhao', 'Harbour%30y')
  const members = [demo.customer.login, demo.empty.login, 'demo-finance', 'demo-operations', 'demo-developer']
  for (const [index, login] of members.entries()) {
    const attempt = { login, password: demo.customer.password, captcha: '', ...origin, address: `198.51.100.${index}` }
    await expect(signInByPassword(database.db, secret, attempt)).rejects.toMatchObject({ code: 'sign_in_failed' })
  }
  expect(await keyIsEnabled()).toBe(false)

  expect(await closeDemo(database.url, now)).toEqual([])
  expect(await seedDemo(database.url, seeding)).toBeNull()
})

test('a start without the simulated carrier disables its channels', async () => {
  const enabled = () => database.platformDb.selectFrom('channel').select('channelId').where('enabled', '=', true).execute()
  expect(await enabled()).toHaveLength(2)
  await seedReference(database.url, { secret, upstream: null, now })
  expect(await enabled()).toEqual([])
})

test('the demo is not created where other people work', async () => {
  const other = await createTestDatabase()
  await seedReference(other.url, { secret, upstream: null, now })
  await asPlatform(other.platformDb, tx =>
    createStaff(tx, { login: 'zhao', name: '赵管理', role: 'administrator', passwordHash: '-', now }),
  )
  expect(await seedDemo(other.url, seeding)).toBeNull()
  await other.close()
})

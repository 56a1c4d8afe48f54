import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnServer, startOwnServer } from '#test/support/own-server.ts'
import { type DatabaseRole, openPool, urlAs } from './connect.ts'
import { migrate } from './migrate.ts'

const passwords = { hongyan_app: 'of the customers’ programs', hongyan_platform: 'of the platform' }
let server: OwnServer
beforeAll(async () => {
  server = await startOwnServer()
})
afterAll(() => server.stop())

/** One statement of a program that logs in as a role. */
async function asProgram(role: DatabaseRole, text: string, password = passwords[role]) {
  const pool = openPool({ url: urlAs(server.ownerUrl, role, password), role, max: 1 })
  try {
    return (await pool.query(text)).rows
  } finally {
    await pool.end()
  }
}
const bySuperuser = (text: string) => server.query(server.superUrl, text)

test('two concurrent first starts both succeed; the owner is no superuser, creates the roles, and may exist already', async () => {
  await Promise.all([migrate(server.ownerUrl, passwords), migrate(server.ownerUrl, passwords)])
  await asProgram('hongyan_platform', `insert into account (account_id, name) values (gen_random_uuid(), '甲'), (gen_random_uuid(), '乙')`)
  expect(await asProgram('hongyan_platform', 'select name from account order by name')).toEqual([{ name: '乙' }, { name: '甲' }])
  await expect(asProgram('hongyan_app', 'select name from account')).rejects.toThrow('app.account_id')
  // A migration that changes rows sees all of them.
  expect(await server.query(server.ownerUrl, 'select name from account')).toHaveLength(2)
})

test('a password derived from another secret is updated', async () => {
  const others = { hongyan_app: 'another', hongyan_platform: 'one more' }
  await migrate(server.ownerUrl, others)
  await expect(asProgram('hongyan_app', 'select')).rejects.toMatchObject({ code: '28P01' })
  await asProgram('hongyan_app', 'select', others.hongyan_app)
  await migrate(server.ownerUrl, passwords)
  await asProgram('hongyan_app', 'select')
})

test('what a lost program has left on the server ends by itself', async () => {
  const settings = `select name, setting::int, unit from pg_settings where name in ('client_connection_check_interval', 'idle_in_transaction_session_timeout') order by name`
  expect(await asProgram('hongyan_platform', settings)).toEqual([
    { name: 'client_connection_check_interval', setting: 5_000, unit: 'ms' },
    { name: 'idle_in_transaction_session_timeout', setting: 300_000, unit: 'ms' },
  ])
})

test.each([
  ['alter role hongyan_app superuser', 'alter role hongyan_app nosuperuser', 'hongyan_app'],
  ['alter role hongyan_app bypassrls', 'alter role hongyan_app nobypassrls', 'hongyan_app'],
  ['grant hongyan_platform to hongyan_app', 'revoke hongyan_platform from hongyan_app', 'hongyan_app'],
  ['grant hongyan to hongyan_platform', 'revoke hongyan from hongyan_platform', 'hongyan_platform'],
] as const)('a login that reaches further is refused: %s', async (grant, revoke, role) => {
  await bySuperuser(grant)
  await expect(asProgram(role, 'select')).rejects.toThrow(`数据库角色 ${role} 的权限过大`)
  await bySuperuser(revoke)
  await asProgram(role, 'select')
})

test('a login that is switched to another role on its way is refused', async () => {
  await bySuperuser('grant hongyan_app to hongyan_platform')
  await bySuperuser('alter role hongyan_platform set role = hongyan_app')
  await expect(asProgram('hongyan_platform', 'select')).rejects.toThrow(
    '程序须以数据库角色 hongyan_platform 登录，实际是 hongyan_platform（当前角色 hongyan_app）',
  )
  await bySuperuser('alter role hongyan_platform reset role')
  await bySuperuser('revoke hongyan_app from hongyan_platform')
})

test("an owner without the right to create roles says what to do, and works with an administrator's roles", async () => {
  await bySuperuser('create database other owner shop_owner')
  const url = server.ownerUrl.replace('/shop?', '/other?')
  await bySuperuser('alter role shop_owner nocreaterole')
  await migrate(url, null)
  await migrate(url, passwords)
  await expect(migrate(url, { ...passwords, hongyan_app: 'another' })).rejects.toThrow(
    '不能建立或修改数据库角色 hongyan_app，请让数据库管理员按 docs/operating/database.md',
  )
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#bin/settings/config.ts'
import { databaseUrls, ownPasswords } from '#bin/settings/database-urls.ts'
import { migrate } from '#db/migrate.ts'
import { type OwnServer, startOwnServer } from '#test/support/own-server.ts'
import { checkDatabase } from './database.ts'
import { formatFinding } from './finding.ts'

const secret = 'kT9mVw2xQeRb71LzPd04HnYcUaSfGjXo'
let server: OwnServer
beforeAll(async () => {
  server = await startOwnServer()
  await migrate(server.ownerUrl, ownPasswords(readConfig({}), secret))
})
afterAll(() => server.stop())

const production = { CARRIER_SIM: '0' }
const check = async (env: Record<string, string>, hostNowMs?: () => number) =>
  (await checkDatabase(env.DATABASE_URL ?? '', readConfig(env), secret, hostNowMs)).map(formatFinding)

test('an owner without further rights, both roles and clocks that agree need no change but of a server made for tests', async () => {
  const found = await check({ ...production, DATABASE_URL: server.ownerUrl })
  expect(found).toEqual([
    '需改  数据库：fsync、full_page_writes、synchronous_commit 已关闭，断电会丢失已受理的短信，请设为 on',
    expect.stringMatching(/^正常 {2}时钟：与数据库相差 0\.\d 秒$/),
  ])
})

test('a superuser is refused in production alone', async () => {
  const problem =
    '需改  数据库：DATABASE_URL 的用户 hongyan 是数据库的超级用户，生产环境请改用只拥有这个数据库的用户（docs/operating/database.md）'
  expect(await check({ ...production, DATABASE_URL: server.superUrl })).toContain(problem)
  expect(await check({ DATABASE_URL: server.superUrl })).not.toContain(problem)
})

test('a clock that is wrong, a role that reaches further, and a server that is away are named', async () => {
  const env = { DATABASE_URL: server.ownerUrl }
  expect(await check(env, () => Date.now() + 90_000)).toContainEqual(
    expect.stringMatching(/^需改 {2}时钟：比数据库的时钟快 (90|89)\.\d 秒，请在两台机器上启用时间同步/),
  )
  await server.query(server.superUrl, 'alter role hongyan_app bypassrls')
  expect(await check(env)).toEqual([expect.stringMatching(/^需改 {2}数据库：数据库角色 hongyan_app 的权限过大/)])
  await server.query(server.superUrl, 'alter role hongyan_app nobypassrls')
  expect(await check({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none' })).toEqual([
    expect.stringMatching(/^需改 {2}数据库：连接不上：.*ECONNREFUSED/),
  ])
})

test('with the two logins of the programs alone the same is checked', async () => {
  const { app, platform } = databaseUrls(server.ownerUrl, readConfig({}), secret)
  const config = readConfig({ DATABASE_APP_URL: app, DATABASE_PLATFORM_URL: platform })
  expect((await checkDatabase(platform, config, secret)).map(({ level }) => level)).toEqual(['wrong', 'ok'])
})

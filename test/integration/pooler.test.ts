import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { asAccount, databaseOf, openPool, serverTraits, urlAs } from '#db/connect.ts'
import { migrate } from '#db/migrate.ts'
import { inPipeline } from '#db/pipeline.ts'
import { connectSmpp } from '#protocol/smpp/client.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { hasPooler, type OwnServer, startOwnServer, startPooler } from '#test/support/own-server.ts'
import { type Platform, startPlatform } from '#test/support/platform.ts'
import { type AccountId, newAccountId, newId } from '#values/id.ts'

const isThere = await hasPooler()
if (!isThere) console.warn('PgBouncer is not installed: what stands behind a pooler was not tested')

const passwords = { hongyan_app: 'of-the-app', hongyan_platform: 'of-the-platform', hongyan: 'of-nobody' }
let server: OwnServer
let pooler: Awaited<ReturnType<typeof startPooler>>
const pooled = (role: 'hongyan_app' | 'hongyan_platform', name = 'shop') => urlAs(pooler.url(name), role, passwords[role])
beforeAll(async () => {
  if (!isThere) return
  server = await startOwnServer()
  await migrate(server.ownerUrl, passwords)
  const shop = `host=${server.socketDir} dbname=shop`
  // One with the client's user, one always as the superuser.
  pooler = await startPooler(server.socketDir, passwords, `shop = ${shop}\nforced = ${shop} user=hongyan`)
})
afterAll(async () => {
  await pooler?.stop()
  await server?.stop()
})

test.skipIf(!isThere)('all interfaces work behind a pooler in transaction mode', async () => {
  const platform: Platform = await startPlatform({
    env: {
      DATABASE_URL: server.ownerUrl,
      DATABASE_APP_URL: pooled('hongyan_app'),
      DATABASE_PLATFORM_URL: pooled('hongyan_platform'),
      DATABASE_DIRECT_URL: urlAs(server.ownerUrl, 'hongyan_platform', passwords.hongyan_platform),
    },
  })
  try {
    const { console, admin, openapi, smpp, redirect, handset, demo } = platform.addresses
    const post = async (address: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': newId(), ...headers },
        body: JSON.stringify(body),
      })
      return { status: answer.status, text: await answer.text() }
    }
    expect((await post(console + signInCalls.byPassword.path, { ...demo.customer, captcha: '' })).status).toBe(200)
    expect((await post(admin + adminSignInCalls.byPassword.path, { ...demo.admin, code: '' })).status).toBe(200)
    expect((await fetch(`${redirect}/nothing-here`)).status).toBe(404)
    const [host = '', port] = smpp.split(':')
    const stranger = connectSmpp(
      { host, port: Number(port), systemId: 'nobody', password: 'wrong' },
      { onRequest: () => {}, onClose: () => {} },
    )
    await expect(stranger).rejects.toMatchObject({ status: statuses.invalidPassword })
    const { app } = demo
    const message = { phones: [app.phone], signature: app.signature, templateCode: app.templateCode, templateParam: app.templateParam }
    const bearer = { authorization: `Bearer ${app.accessKeyId}:${app.accessKeySecret}` }
    const sent = await post(`${openapi}/openapi/v1/messages`, message, bearer)
    expect(sent).toMatchObject({ status: 200 })
    const received = async () => (await (await fetch(`${handset}/api/messages?phone=${app.phone}`)).json()).messages.length
    await expect.poll(received).toBe(1)
  } finally {
    await platform.stop()
  }
})

test.skipIf(!isThere)('tenants on few connections of a pooler see only their own rows, and without an account none', async () => {
  const pool = openPool({ url: pooled('hongyan_app'), role: 'hongyan_app', max: 20, isPipelined: true })
  const db = databaseOf(pool)
  const accounts = Array.from({ length: 40 }, () => newAccountId())
  await Promise.all(
    accounts.map(account => asAccount(db, account, tx => tx.insertInto('account').values({ accountId: account, name: account }).execute())),
  )
  const seen = (account: AccountId) =>
    inPipeline(db, account, async tx => ({
      result: (await tx.selectFrom('account').select('name').where('name', '<>', '').execute()).map(row => row.name),
      writes: [],
    }))
  for (let round = 0; round < 5; round += 1) expect(await Promise.all(accounts.map(seen))).toEqual(accounts.map(account => [account]))
  await expect(pool.query('select name from account')).rejects.toMatchObject({ code: expect.stringMatching(/^(42704|22P02)$/) })
  const client = await pool.connect()
  // Of 1.18, which passes names of prepared statements through.
  expect(serverTraits(client).keepsPrepared).toBe(false)
  client.release()
  await db.destroy()
})

test.skipIf(!isThere)('a pooler that logs in as another user is refused, with one line and status 1', async () => {
  const pool = openPool({ url: pooled('hongyan_app', 'forced'), role: 'hongyan_app', max: 1 })
  await expect(pool.query('select name from account')).rejects.toThrow('程序须以数据库角色 hongyan_app 登录，实际是 hongyan')
  await pool.end()
  const env = {
    ...process.env,
    HONGYAN_SECRET: 'a secret of at least thirty-two characters',
    DATABASE_APP_URL: pooled('hongyan_app', 'forced'),
    DATABASE_PLATFORM_URL: pooled('hongyan_platform'),
  }
  const program = promisify(execFile)(process.execPath, [path.join(import.meta.dirname, '../../bin/esme.ts')], { env })
  await expect(program).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^程序须以数据库角色 hongyan_app 登录，实际是 hongyan（[^\n]+\n$/),
  })
})

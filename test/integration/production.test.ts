import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { type Platform, startPlatform } from '#test/support/platform.ts'
import { newId } from '#values/id.ts'
import { itemOrThrow, matchOrThrow } from '#values/or-throw.ts'

let trial: Platform['addresses']
let platform: Platform
beforeAll(async () => {
  const first = await startPlatform()
  trial = first.addresses
  await first.stop({ keepsData: true })
  platform = await startPlatform({ dataDir: first.dataDir, env: { PUBLIC_URL: 'https://sms.example.cn' } })
})
afterAll(async () => {
  await platform?.stop()
})

/** Where a program listens, behind the proxy that PUBLIC_URL names. */
const listening = (app: 'console' | 'admin') =>
  (platform.addresses as unknown as { listening?: Record<string, string> }).listening?.[app] ?? platform.addresses[app]
const post = async (address: string, body: object) => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': newId() }
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', body: await answer.json() }
}

test("a production start on a trial's data folder disables the demo's logins, and has no simulator", async () => {
  const { demo, handset, mailbox, payment, console } = platform.addresses
  expect({ demo, handset, mailbox, payment, console }).toEqual({ console: 'https://sms.example.cn' })
  expect(platform.output()).toContain('已停用演示账号  云栈集市（演示）、新账户（演示）、admin、reviewer、finance、operations')
  expect(platform.output()).not.toContain(trial.demo.admin.password)
  for (const login of ['admin', 'reviewer', 'finance', 'operations']) {
    const { body } = await post(listening('admin') + adminSignInCalls.byPassword.path, {
      login,
      password: trial.demo.admin.password,
      code: '',
    })
    expect(body.error.code).toBe('account_frozen')
  }
  const { login, password } = trial.demo.customer
  const { body } = await post(listening('console') + signInCalls.byPassword.path, { login, password, captcha: '' })
  expect(body.error.code).toBe('sign_in_failed')
  for (const address of [trial.handset, trial.payment]) await expect(fetch(address)).rejects.toThrow('fetch failed')
})

test('files in the data folder are accessible to its owner alone', async () => {
  const modeOf = async (name: string) => ((await stat(path.join(platform.dataDir, name))).mode & 0o007).toString(8)
  const names = await readdir(platform.dataDir)
  expect(names).toEqual(expect.arrayContaining(['addresses.json', 'files', 'visits', 'postgres', 'secret']))
  for (const name of ['', ...names]) expect(`${name} ${await modeOf(name)}`).toBe(`${name} 0`)
})

test('the link that the start prints creates one administrator, who must bind an authenticator', async () => {
  const token = itemOrThrow(matchOrThrow(/\/set-up#(\S+)/, platform.output()), 1)
  const person = { token, login: 'zhao', name: '赵管理', password: 'Harbour%30y' }
  const made = await post(listening('admin') + adminSignInCalls.setUp.path, person)
  expect(made.status).toBe(200)
  const me = await fetch(listening('admin') + adminSignInCalls.me.path, { headers: { cookie: made.cookie } })
  expect(await me.json()).toMatchObject({ staff: { login: 'zhao', role: 'administrator' }, owes: 'totp' })
  const again = await post(listening('admin') + adminSignInCalls.setUp.path, { ...person, login: 'qian' })
  expect(again.body.error.code).toBe('setup_link_invalid')
})

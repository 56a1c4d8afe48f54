import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeDataFolder } from '#test/support/folder.ts'
import { type Installation, install } from '#test/support/installation.ts'
import { freeMonitoringPorts } from '#test/support/monitoring.ts'

const ports = { PORT: '0', ADMIN_PORT: '0', OPENAPI_PORT: '0', SMPP_PORT: '0', CMPP_PORT: '0', REDIRECT_PORT: '0', ...freeMonitoringPorts }
let installation: Installation
let dataDir: string
let env: Record<string, string>
let started: ReturnType<Installation['start']>
let addresses: { console: string; admin: string; openapi: string; redirect: string }

beforeAll(async () => {
  installation = await install()
  dataDir = await makeDataFolder('hongyan-package-')
  // Production, so that nothing of a trial hides what is missing.
  env = { ...ports, DATA_DIR: dataDir, CARRIER_SIM: '0' }
  started = installation.start(env)
  let isOver = false
  void started.ended.then(() => {
    isOver = true
  })
  const file = path.join(dataDir, 'addresses.json')
  while (!existsSync(file)) {
    if (isOver) throw new Error(`the installation did not start:\n${started.output()}`)
    await pause(100)
  }
  const text = z.string()
  addresses = z.looseObject({ console: text, admin: text, openapi: text, redirect: text }).parse(JSON.parse(await readFile(file, 'utf8')))
})
afterAll(async () => {
  await started?.stop()
  await installation?.remove()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

test('an unpacked archive starts in an empty environment, and serves its pages, calls and reference', async () => {
  await expect.poll(() => started.output(), { timeout: 10_000 }).toContain('还没有管理员，请打开链接创建')
  for (const [base, page] of [
    [addresses.console, '/user/login'],
    [addresses.admin, '/'],
    [addresses.openapi, '/openapi/v1/docs'],
    [addresses.redirect, '/health'],
  ] as const) {
    const answer = await fetch(base + page)
    expect([page, answer.status]).toEqual([page, 200])
  }
  const page = await (await fetch(`${addresses.console}/user/login`)).text()
  const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1]
  expect((await fetch(`${addresses.console}${script}`)).headers.get('content-type')).toContain('javascript')
})

test('it has no package for development, no source of a page, and no second copy of another system', () => {
  const isThere = (name: string) => existsSync(path.join(installation.folder, name))
  expect(['node_modules/vite', 'node_modules/vitest', 'node_modules/react', 'console', 'test', 'vite.config.ts'].filter(isThere)).toEqual(
    [],
  )
  expect(
    ['LICENSE', 'docs/operating/production.md', 'deploy/systemd/hongyan.service', 'node_modules/pg/LICENSE'].filter(name => !isThere(name)),
  ).toEqual([])
})

test('its commands work beside the running platform', async () => {
  const added = await installation.run(env, 'admin', 'staff-add', 'zhao', '赵管理', 'administrator')
  expect(added).toMatchObject({ status: 0, text: expect.stringContaining('已新建 zhao，初始密码 ') })
  const verified = await installation.run(env, 'verify-audit')
  expect(verified).toMatchObject({ status: 0, text: expect.stringContaining('：完整') })
  const examined = await installation.run(env, 'doctor', '--local')
  expect(examined).toMatchObject({ status: 0, text: expect.stringContaining('正常  程序：dispatch 已就绪') })
  expect(examined.text).toContain('正常  数据库：PostgreSQL 18，两个角色的权限正确')
  const all = await installation.run(env, 'doctor')
  expect(all).toMatchObject({ status: 1, text: expect.stringContaining('需改  设置：没有设置 PUBLIC_URL、') })
})

test('it backs up the running platform and restores it elsewhere, with its own server', async () => {
  const folder = await makeDataFolder('hongyan-package-backup-')
  const [to, restored] = [path.join(folder, 'backups'), path.join(folder, 'restored')]
  const backup = await installation.run(env, 'backup', '--to', to)
  expect(backup).toMatchObject({ status: 0, text: expect.stringContaining(`已备份到 ${to}`) })
  const secret = path.join(dataDir, 'secret')
  const restore = await installation.run({ ...env, DATA_DIR: restored }, 'restore', '--from', to, '--secret-file', secret)
  expect(restore).toMatchObject({ status: 0, text: expect.stringContaining(`已恢复到 ${restored}`) })
  const verified = await installation.run({ ...env, DATA_DIR: restored }, 'admin', 'ledger-check')
  expect(verified).toMatchObject({ status: 0, text: expect.stringContaining('账本相符') })
  await rm(folder, { recursive: true, force: true })
})

test('settings come from a file, and a mistake is one sentence', async () => {
  const file = path.join(installation.folder, 'test.env')
  await writeFile(
    file,
    `${Object.entries(env)
      .map(pair => pair.join('='))
      .join('\n')}\nHONGYAN_SECRET=please-change-me-please-change-me\n`,
  )
  expect(await installation.run({}, `--settings=${file}`, 'doctor')).toEqual({
    status: 1,
    text: expect.stringMatching(/^需改 {2}设置：环境变量 HONGYAN_SECRET 是示例或太简单，[^\n]+\n检查完毕，有 1 项需要改正\n$/),
  })
  expect(await installation.run({}, '--settings=/nowhere', 'start')).toMatchObject({
    status: 1,
    text: expect.stringContaining('设置文件 /nowhere 无法读取'),
  })
  expect(await installation.run({ CARRIER_SIM: '0' }, 'migrate')).toEqual({ status: 1, text: '请设置 DATABASE_URL\n' })
  expect(await installation.run({}, 'gone')).toMatchObject({ status: 1, text: expect.stringContaining('用法：hongyan') })
  for (const args of [['--help'], ['start', '--help'], ['backup', '--help'], ['admin', '-h'], ['doctor', '--help']])
    expect(await installation.run({}, ...args), args.join(' ')).toEqual({ status: 0, text: expect.stringContaining('用法：hongyan') })
  for (const args of [
    ['http', 'now'],
    ['restore', '--to', 'x'],
  ])
    expect(await installation.run({}, ...args), args.join(' ')).toEqual({ status: 1, text: expect.stringContaining('用法：hongyan') })
})

test('a second start on the same folder is refused in one sentence, and the first goes on', async () => {
  const second = installation.start(env)
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(/^鸿雁无法继续：数据文件夹已被另一个正在运行的实例使用（进程 \d+），请先停止它或更换 DATA_DIR\n$/)
  expect((await fetch(`${addresses.console}/health`)).status).toBe(200)
  expect(existsSync(path.join(dataDir, 'addresses.json'))).toBe(true)
})

test('SIGTERM, as systemd sends it, ends everything with status 0', async () => {
  expect(await started.stop()).toBe(0)
  await expect(fetch(`${addresses.console}/health`)).rejects.toThrow('fetch failed')
})

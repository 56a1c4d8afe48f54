import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockDataFolder } from './data-lock.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-lock-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A process that locks the folder, starts a child of its own and says so. */
async function startHolder() {
  const code = `
    const { lockDataFolder } = await import(process.argv[1])
    const lock = await lockDataFolder(process.argv[2])
    const { spawn } = await import('node:child_process')
    const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    console.log(child.pid)
    setInterval(() => lock.fd, 1000)`
  const args = ['--input-type=module', '--eval', code, path.join(import.meta.dirname, 'data-lock.ts'), folder]
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [childPid] = await once(holder.stdout, 'data')
  return { holder, childPid: Number(childPid) }
}

test('of many starts at once on one folder one gets it; the others name it', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => lockDataFolder(folder)))
  const locks = tries.filter(one => one.status === 'fulfilled')
  const refusals = tries.filter(one => one.status === 'rejected').map(({ reason }) => String(reason))
  expect([locks.length, refusals.length]).toEqual([1, 5])
  for (const refusal of refusals) expect(refusal).toMatch(/数据文件夹已被另一个正在运行的实例使用（进程 .+），请先停止它或更换 DATA_DIR/)
  await expect(lockDataFolder(folder)).rejects.toThrow(`进程 ${process.pid}）`)
  for (const { value } of locks) await value.close()
})

test('a killed process leaves the folder free at once, also while a program that it started still runs', async () => {
  const { holder, childPid } = await startHolder()
  try {
    await expect(lockDataFolder(folder)).rejects.toThrow(`进程 ${holder.pid}）`)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await (await lockDataFolder(folder)).close()
  } finally {
    process.kill(childPid, 'SIGKILL')
  }
})

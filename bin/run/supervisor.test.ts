import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Supervisor } from './supervisor.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-supervisor-'))
  await writeFile(
    path.join(folder, 'program.mjs'),
    'process.send({ ready: { pid: process.pid } })\nprocess.on("disconnect", () => process.exit(0))\n',
  )
})
afterAll(() => rm(folder, { recursive: true }))

/** Kills a program repeatedly as soon as it is ready; returns the supervisor's log. */
async function killAgainAndAgain(healthyMs: number, killCount: number): Promise<string[]> {
  const said: string[] = []
  const killed = Promise.withResolvers<void>()
  const supervisor = new Supervisor({
    env: process.env,
    fileOf: program => path.join(folder, `${program}.mjs`),
    say: text => {
      if (text.includes('退出')) said.push(text)
      if (said.length === killCount) killed.resolve()
      else if (text.includes('已恢复')) supervisor.restart('program')
    },
    healthyMs,
  })
  await supervisor.start('program')
  supervisor.restart('program')
  await killed.promise
  await supervisor.stop()
  return said.map(text => text.replace(/^.*），/, ''))
}

test('a healthy program restarts at once, however often it is killed; one that fails at its start waits longer each time', async () => {
  expect(await killAgainAndAgain(0, 5)).toEqual(Array(5).fill('立即重新启动'))
  expect(await killAgainAndAgain(60_000, 3)).toEqual(['0.5 秒后重新启动', '1 秒后重新启动', '2 秒后重新启动'])
})

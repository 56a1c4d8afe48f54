import { readdirSync, readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectSmpp } from '#protocol/smpp/client.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { type Platform, startPlatform } from '#test/support/platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(async () => {
  await platform?.stop()
})

/** The child of the product's process that runs a file, from /proc: a bare Debian has no ps. */
function programPid(file: string): number {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const found = pids.find(pid => {
    try {
      const parent = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) \S+ /, '')
        .split(' ')[0]
      return Number(parent) === platform.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file)
    } catch {
      return false // It ended while we looked.
    }
  })
  return Number(found)
}
const answers = (url: string) =>
  fetch(url).then(
    answer => answer.status,
    () => null,
  )

test('a killed program is started again at the address that people were told', async () => {
  const killed = programPid('bin/http.ts')
  process.kill(killed, 'SIGKILL')
  while ((await answers(platform.addresses.console)) !== 200) await new Promise(resolve => setTimeout(resolve, 50))
  expect(programPid('bin/http.ts')).not.toBe(killed)
})

test('programs bind by SMPP where the addresses say, and strangers do not', async () => {
  const [host = '', port] = platform.addresses.smpp.split(':')
  const stranger = connectSmpp(
    { host, port: Number(port), systemId: 'nobody', password: 'wrong' },
    { onRequest: () => {}, onClose: () => {} },
  )
  await expect(stranger).rejects.toMatchObject({ status: statuses.invalidPassword })
})

test('Ctrl-C ends every program with status 0 and takes the addresses away', async () => {
  const pid = programPid('bin/http.ts')
  expect(await platform.stop()).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow()
  await expect(access(path.join(platform.dataDir, 'addresses.json'))).rejects.toThrow()
})

import pino from 'pino'
import { expect, test } from 'vitest'
import { listSystemAlerts } from '#domain/platform/system-alert.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { HostMonitor } from './host-monitor.ts'

const gib = 1024 ** 3
const database = prepareTestDatabase()

/** A host whose clock and disk the test sets, with its log. */
function startHost() {
  const lines: string[] = []
  const host = { fastMs: 0, freeBytes: 100 * gib, lines }
  const watch = new HostMonitor({
    db: database.platformDb,
    dataDir: '/',
    logger: pino({}, { write: line => lines.push(JSON.parse(line).msg) }),
    hostNowMs: () => Date.now() + host.fastMs,
    freeBytes: async () => host.freeBytes,
  })
  return { host, watch }
}
const alerts = async () => (await listSystemAlerts(database.platformDb)).map(({ kind, detail }) => `${kind} ${detail}`)

test('a wrong host clock is reported once; one that is far off may not send, and its times are the database’s', async () => {
  const { host, watch } = startHost()
  expect(watch.isClockRight()).toBe(false)
  await watch.check()
  expect(watch.isClockRight()).toBe(true)
  expect(await alerts()).toEqual([])

  host.fastMs = 5_000
  await watch.check()
  await watch.check()
  expect(watch.isClockRight()).toBe(true)
  expect(await alerts()).toEqual([expect.stringMatching(/^clock_wrong 比数据库的时钟快[45]\.\d秒，请检查时间同步$/)])

  host.fastMs = -3_600_000
  await watch.check()
  expect(watch.isClockRight()).toBe(false)
  expect(await alerts()).toEqual([expect.stringMatching(/慢3\d{3}\.\d秒，这台服务器的发送程序已停止领取短信/)])
  expect(Math.abs(watch.now().getTime() - Date.now())).toBeLessThan(1_000)
  expect(Number.isInteger(watch.nowMs())).toBe(true)

  host.fastMs = 0
  await watch.check()
  expect(watch.isClockRight()).toBe(true)
  expect(await alerts()).toEqual([])
  expect(host.lines).toEqual(["the host's clock differs from the database's", 'what was wrong with this host is over'])
})

test('a nearly full disk is reported once for each episode, whichever program of the host sees it first', async () => {
  const [one, other] = [startHost(), startHost()]
  one.host.freeBytes = other.host.freeBytes = 2.5 * gib
  for (const { watch } of [one, other, one]) await watch.check()
  expect(await alerts()).toEqual(['disk_low 数据文件夹所在磁盘只剩2.5 GiB，不足2 GiB时暂停群发和导出'])
  one.host.freeBytes = other.host.freeBytes = 50 * gib
  for (const { watch } of [other, one]) await watch.check()
  expect(await alerts()).toEqual([])
  one.host.freeBytes = gib
  await one.watch.check()
  expect(one.host.lines).toEqual(['the disk is nearly full', 'the disk is nearly full'])
  expect(other.host.lines).toEqual(['what was wrong with this host is over'])
})

/**
 * Redirects per second and their latency with visits recorded, beside a bare Node server and nginx, in one run, then at
 * half of the rate, then with the database stopped and restarted: `npm run bench redirect`. Needs wrk; without nginx
 * its lines are missing (Debian: wrk, nginx-light).
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDb } from '#db/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createAccount } from '#test/support/account.ts'
import { Program } from '#test/support/engine.ts'
import { createLinks } from '#test/support/links.ts'
import { getOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { type Figures, load, timesOf, writeScript } from './redirect/load.ts'
import { startBare, startNginx } from './redirect/peers.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const seconds = Number(process.env.SECONDS ?? 8)
const linkCount = 10_000
const connections = 64
/** More connections, each with a pause, so that the rate is met with pauses in whole milliseconds. */
const pacedConnections = 200
const waitMs = 1_000
/** Ten times the rate of Kutt, 4,800 redirects per second. */
const wantedPerSecond = 48_000
const wantedTailMs = 5
const stillEnoughMs = 60_000

const isThere = (tool: string) => {
  try {
    execFileSync('which', [tool])
    return true
  } catch {
    return false
  }
}
if (!isThere('wrk')) {
  console.log('没有 wrk，请先安装：apt-get install wrk')
  process.exit(1)
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
let server: EmbeddedPostgres
/** The server's socket is in a new folder each time; programs use a stable name for it. */
async function startServer(): Promise<string> {
  server = await startEmbeddedPostgres({ dataDir: folder })
  const place = path.join(folder, 'socket')
  await rm(place, { force: true })
  await symlink(getOrThrow(new URLSearchParams(server.url.split('?')[1]), 'host'), place)
  return `postgresql://hongyan@/postgres?host=${encodeURIComponent(place)}`
}
const databaseUrl = await startServer()
await migrate(databaseUrl)
const db = openDb({ url: databaseUrl, role: 'hongyan_platform', onError: () => undefined })
const { account } = await createAccount(db, { linkUnits: 100_000_000 })
const links = await createLinks(db, account, linkCount)
const program = new Program('redirect', {
  DATABASE_URL: databaseUrl,
  HONGYAN_SECRET: 'x'.repeat(40),
  DATA_DIR: folder,
  REDIRECT_PORT: '0',
})
const ours = String((await program.start()).redirect)
const bare = await startBare()
const nginx = isThere('nginx') ? await startNginx(folder) : null
if (!nginx) console.log('没有 nginx，不与它比较：apt-get install nginx-light')
const codes = links.map(link => link.code)
const script = await writeScript(path.join(folder, 'codes.lua'), codes)

let answeredCount = 0
const peers = { ours: { url: ours, pid: program.pid! }, bare, ...(nginx ? { nginx } : {}) }
// Warm-up: code that runs for the first time is not compiled yet.
for (const { url } of Object.values(peers)) {
  const { count } = await load(url, { script, seconds: 3, connections })
  if (url === ours) answeredCount += count
}
await settled()
const results: Record<string, (Figures & { cpuUs: number })[]> = {}
for (let round = 0; round < rounds; round += 1)
  for (const [name, { url, pid }] of Object.entries(peers)) {
    const before = timesOf(pid)
    const figures = await load(url, { script, seconds, connections })
    const cpuUs = (timesOf(pid).cpuUs - before.cpuUs) / figures.count
    results[name] = [...(results[name] ?? []), { ...figures, cpuUs }]
    if (name === 'ours') answeredCount += figures.count
    console.log(
      `第${round + 1}轮 ${name}: ${Math.round(figures.perSecond)}/s, p99 ${figures.p99Ms.toFixed(2)} ms, 主线程每次 ${cpuUs.toFixed(1)} µs, 错误 ${figures.errorCount}`,
    )
    // Recorded visits are ingested before the next measurement.
    if (name === 'ours') await settled()
  }
const middleOf = (values: readonly number[]) =>
  itemOrThrow(
    values.toSorted((a, b) => a - b),
    Math.floor(rounds / 2),
  )
const middle = (name: string, of: (one: Figures & { cpuUs: number }) => number) => middleOf(results[name]!.map(of))
const rate = (name: string) => middle(name, one => one.perSecond)
const cpuRatio = middle('bare', one => one.cpuUs) / middle('ours', one => one.cpuUs)
console.log(`自己的速度 ${Math.round(rate('ours'))}/s，目标 ${wantedPerSecond}/s（Kutt 的十倍）`)
console.log(`与裸 Node 服务器之比 ${(rate('ours') / rate('bare')).toFixed(2)}（按主线程的处理器时间算 ${cpuRatio.toFixed(2)}）`)
if (nginx) console.log(`与 nginx 之比 ${(rate('ours') / rate('nginx')).toFixed(2)}`)

const delayMs = Math.round((pacedConnections * 1000) / (rate('ours') / 2))
const tails: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] }
const slow = await writeScript(path.join(folder, 'slow.lua'), codes, delayMs)
for (let round = 0; round < rounds; round += 1)
  for (const name of ['bare', 'ours'] as const) {
    const { url, pid } = peers[name]
    const before = timesOf(pid)
    const figures = await load(url, { script: slow, seconds, connections: pacedConnections })
    tails[name].push(figures.p99Ms)
    // The bare server's value at the same rate is the share of the machine and the load.
    const waitedPercent = (timesOf(pid).waitedUs - before.waitedUs) / (seconds * 1e4)
    console.log(
      `约一半速度 ${name}: ${Math.round(figures.perSecond)}/s, p99 ${figures.p99Ms.toFixed(2)} ms, 主线程等处理器 ${waitedPercent.toFixed(0)}%, 错误 ${figures.errorCount}`,
    )
    if (name !== 'ours') continue
    answeredCount += figures.count
    await settled()
  }

const tailOf = (name: 'bare' | 'ours') => middleOf(tails[name])
console.log(
  `约一半速度的p99 ${tailOf('ours').toFixed(2)} ms，目标 ${wantedTailMs} ms；同样负载下裸 Node 服务器 ${tailOf('bare').toFixed(2)} ms，之比 ${(tailOf('ours') / tailOf('bare')).toFixed(2)}`,
)

const loading = load(ours, { script: slow, seconds: 12, connections: pacedConnections })
await pause(2_000)
await server!.stop()
await pause(5_000)
await startServer()
const away = await loading
answeredCount += away.count
console.log(`停库5秒: ${Math.round(away.perSecond)}/s, p99 ${away.p99Ms.toFixed(2)} ms, 失败 ${away.errorCount}`)

const startedMs = performance.now()
const recordedCount = await settled()
console.log(
  `跳转 ${answeredCount} 次，入库 ${recordedCount} 次（wrk 结束时中断的请求也算在内），又用了 ${Math.round((performance.now() - startedMs) / 1000)} 秒；丢失 ${Math.max(0, answeredCount - recordedCount)}`,
)
bare.stop()
nginx?.stop()
await program.stop()
await db.destroy()
await server!.stop()
await rm(folder, { recursive: true, force: true })

/** Waits until everything that was answered is in the table, or nothing more arrives; returns the number of visits. */
async function settled(): Promise<number> {
  for (let last = -1, stillMs = 0; ; stillMs += waitMs) {
    // across accounts: a bench of its own database.
    const { n } = await db.selectFrom('visit').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    if (Number(n) >= answeredCount || stillMs >= stillEnoughMs) return Number(n)
    if (Number(n) !== last) stillMs = 0
    last = Number(n)
    await pause(waitMs)
  }
}

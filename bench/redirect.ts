/**
 * Redirects a second and their latency with visits recorded, beside a bare Node server and nginx, in one run: `npm run bench redirect`. Needs wrk and nginx of
 * Debian.
 */
import { execFile, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createAccount } from '#test/support/account.ts'
import { Program } from '#test/support/engine.ts'
import { createLinks } from '#test/support/links.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const seconds = Number(process.env.SECONDS ?? 8)
const linkCount = 10_000
const connections = 64

for (const tool of ['wrk', 'nginx'])
  if (!isThere(tool)) {
    console.log(`没有 ${tool}，请先安装：apt-get install wrk nginx-light`)
    process.exit(1)
  }
function isThere(tool: string): boolean {
  try {
    execFileSync('which', [tool])
    return true
  } catch {
    return false
  }
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
const server = await startEmbeddedPostgres({ dataDir: folder })
await migrate(server.url)
const db = openDb({ url: server.url, role: 'hongyan_platform' })
const { account } = await createAccount(db)
const links = await createLinks(db, account, linkCount)
const program = new Program('redirect', { DATABASE_URL: server.url, HONGYAN_SECRET: 'x'.repeat(40), DATA_DIR: folder, REDIRECT_PORT: '0' })
const { redirect } = await program.start()
const bare = fork(path.join(import.meta.dirname, 'redirect/bare.ts'))
const [{ ready }] = (await once(bare, 'message')) as [{ ready: { port: number } }]
const nginxPort = 18_302
await writeFile(
  path.join(folder, 'nginx.conf'),
  `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log /dev/null; events { worker_connections 1024; }
http { access_log off; client_body_temp_path ${folder}; server { listen 127.0.0.1:${nginxPort}; keepalive_requests 100000000; return 302 https://example.com/1; } }`,
)
const nginx = spawn('nginx', ['-c', path.join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
const script = path.join(folder, 'codes.lua')
await writeFile(
  script,
  `local codes = {${links.map(link => `"${link.code}"`).join(',')}}
request = function() return wrk.format("GET", "/" .. codes[math.random(#codes)], {["User-Agent"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.48"}) end`,
)

interface Figures {
  perSecond: number
  p99Ms: number
  errors: number
}
async function load(url: string): Promise<Figures> {
  const { stdout } = await promisify(execFile)('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, url])
  const [, amount, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout)!
  const perMs = { us: 0.001, ms: 1, s: 1000 }[unit as 'ms']
  const failed = [...stdout.matchAll(/(?:Non-2xx or 3xx responses:|connect|read|write|timeout) (\d+)/g)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  )
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]), p99Ms: Number(amount) * perMs, errors: failed }
}

const peers = { ours: String(redirect), bare: `http://127.0.0.1:${ready.port}`, nginx: `http://127.0.0.1:${nginxPort}` }
const results: Record<string, Figures[]> = { ours: [], bare: [], nginx: [] }
for (let round = 0; round < rounds; round += 1)
  for (const [name, url] of Object.entries(peers)) {
    const figures = await load(url)
    results[name]!.push(figures)
    console.log(`第${round + 1}轮 ${name}: ${Math.round(figures.perSecond)}/s, p99 ${figures.p99Ms.toFixed(2)} ms, 错误 ${figures.errors}`)
    // What was recorded goes to the database before the next is measured.
    if (name === 'ours') await pause(3_000)
  }
const middle = (name: string) => results[name]!.map(one => one.perSecond).sort((a, b) => a - b)[Math.floor(rounds / 2)]!
console.log(
  `与裸 Node 服务器之比 ${(middle('ours') / middle('bare')).toFixed(2)}，与 nginx 之比 ${(middle('ours') / middle('nginx')).toFixed(2)}`,
)
const shipStartedMs = performance.now()
const expected = results.ours!.reduce((sum, one) => sum + Math.round(one.perSecond * seconds), 0)
let recorded = 0
for (let last = -1; recorded !== last; await pause(2_000)) {
  last = recorded
  // across accounts: a bench of its own database.
  recorded = Number((await db.selectFrom('visit').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n)
}
console.log(`记录的访问 ${recorded}（约 ${expected} 次跳转），入库又用了 ${Math.round((performance.now() - shipStartedMs) / 1000)} 秒`)
nginx.kill()
bare.kill()
await program.stop()
await db.destroy()
await server.stop()
await rm(folder, { recursive: true, force: true })

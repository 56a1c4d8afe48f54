/**
 * Exports of messages: rows per second and the peak memory of the writing process for CSV and XLSX, all columns, on a
 * database of its own. Run with `node bench/export.ts [messages]`.
 */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ExportFormat } from '#contract/export/export.ts'
import { asAccount, openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { readExport, requestExport, writeExport } from '#domain/export/index.ts'
import { messageExport } from '#domain/message-records/index.ts'
import { Files } from '#domain/platform/index.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { type AccountId, accountIdOrThrow, newId } from '#values/id.ts'

const now = () => new Date()

/** The work of one process: writes an export to its end. */
async function writeAlone([url, directory, account, exportId]: string[]): Promise<void> {
  assert.ok(exportId)
  assert.ok(directory)
  assert.ok(url)
  const db = openDb({ url, role: 'hongyan_platform', max: 2 })
  const startedAt = performance.now()
  const options = { db, files: new Files(directory), now, freeBytes: 0, turnMs: Number.POSITIVE_INFINITY }
  await writeExport(accountIdOrThrow(account ?? ''), exportId, options)
  await db.destroy()
  const { user, system } = process.cpuUsage()
  const seconds = (performance.now() - startedAt) / 1000
  process.send!({ seconds, cpuSeconds: (user + system) / 1e6, peakMiB: process.resourceUsage().maxRSS / 1024 } satisfies Measured)
}

interface Measured {
  seconds: number
  /** Of the writing process; with others on the same cores it is more reliable than the clock. */
  cpuSeconds: number
  peakMiB: number
}

async function measure(rowCount: number): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
  await chmod(folder, 0o755)
  const server = await startEmbeddedPostgres({ dataDir: folder })
  // A failed measurement leaves no server behind.
  const endServer = () => process.kill(server.pid, 'SIGINT')
  process.once('exit', endServer)
  await migrate(server.url)
  const db = openDb({ url: server.url, role: 'hongyan_platform', max: 2 })
  const files = new Files(path.join(folder, 'files'))
  const of = await createAccount(db)
  await fill(server.url, of.account, rowCount)
  for (const format of ['csv', 'xlsx'] as const) {
    const exportId = await ask(db, files, of, format)
    const child = fork(import.meta.filename, ['--write', server.url, files.place, of.account, exportId])
    const [{ seconds, cpuSeconds, peakMiB }] = (await once(child, 'message')) as [Measured]
    const { state, rowCount: written, byteCount } = await asAccount(db, of.account, tx => readExport(tx, of.account, exportId, 'owner'))
    if (state !== 'done' || written !== rowCount) throw new Error(`${format}: ${state} with ${written} rows`)
    const rate = Math.round(rowCount / seconds).toLocaleString('en')
    const sizeMiB = (byteCount / 1024 ** 2).toFixed(0)
    console.log(
      `${format.padEnd(4)} ${rate.padStart(8)} rows/s   ${seconds.toFixed(1)} s, CPU ${cpuSeconds.toFixed(1)} s   file ${sizeMiB} MiB   peak ${peakMiB.toFixed(0)} MiB`,
    )
  }
  await db.destroy()
  process.off('exit', endServer)
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

const ask = (db: ReturnType<typeof openDb>, files: Files, { account, memberId }: TestAccount, format: ExportFormat) =>
  asAccount(db, account, tx =>
    requestExport(
      tx,
      account,
      files,
      { source: 'message', filter: {}, columns: messageExport.columns.map(column => column.key), format, isFull: false },
      { memberId, role: 'owner', address: '127.0.0.1', agent: 'bench', now: now() },
      0,
    ),
  ).then(made => made.exportId)

/** Messages of the last day, as a shop sends them. */
async function fill(url: string, account: AccountId, rowCount: number): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const [signatureId, broadcastId] = [newId(), newId()]
  await owner.query(
    `insert into signature (account_id, signature_id, text, kind, purpose, state, extension) values ($1, $2, '山间茶舍', 'company', 'own', 'approved', '100041')`,
    [account, signatureId],
  )
  const newestMs = Date.now() - 60_000
  const lines = function* () {
    let text = ''
    for (let index = 0; index < rowCount; index += 1) {
      const atMs = newestMs - Math.floor(((rowCount - index) / rowCount) * 86_000_000)
      const [submitted, finished] = [new Date(atMs + 300).toISOString(), new Date(atMs + 2_900).toISOString()]
      const outcome = index % 40 === 0 ? 'undelivered\tMK:0001' : 'delivered\tDELIVRD'
      text += `${account}\t${newId(atMs)}\t${broadcastId}\tnotice\t${signatureId}\t138${String((index * 7_368_787) % 100_000_000).padStart(8, '0')}\tmobile\t广东\t`
      text += `【山间茶舍】您的订单${index}已由顺丰发出，预计明天送达，取件请出示手机号后四位。\t1\t${outcome}\torder-${index}\t${submitted}\t${finished}\n`
      if (text.length > 500_000) {
        yield Buffer.from(text)
        text = ''
      }
    }
    yield Buffer.from(text)
  }
  const columns =
    'account_id, message_id, broadcast_id, kind, signature_id, phone, carrier, province, content, segment_count, state, reason, custom_id, submitted_at, finished_at'
  await pipeline(Readable.from(lines(), { objectMode: false }), owner.query(copyFrom(`copy message (${columns}) from stdin`)))
  await owner.query('vacuum analyze message')
  await owner.end()
}

if (process.argv[2] === '--write') await writeAlone(process.argv.slice(3))
else await measure(Number(process.argv[2] ?? 1_000_000))

/**
 * Uploads: a file of a million numbers, from the column mapping to the ready report, by the jobs program as in
 * production, on a database of its own with fsync on. Run with `node bench/upload.ts [rows] [--plain] [--xlsx]`;
 * `--plain` is a template without variables, `--xlsx` a workbook.
 */
import { fork } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import { sql } from 'kysely'
import { asAccount, openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedReference } from '#db/seed/reference.ts'
import { Files } from '#domain/platform/index.ts'
import { mapUpload, readUpload, receiveUpload } from '#domain/recipients/index.ts'
import { createAccount } from '#test/support/account.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const rowCount = Number(process.argv[2] ?? 1_000_000)
const isWorkbook = process.argv.includes('--xlsx')
const isPlain = process.argv.includes('--plain')
const secret = 'a secret of at least thirty-two characters'
const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
await chmod(folder, 0o755)
const server = await startEmbeddedPostgres({ dataDir: folder })
await migrate(server.url)
await seedReference(server.url, { secret, upstream: null, now: new Date() })
const db = openDb({ url: server.url, role: 'hongyan_platform', max: 2 })
const files = new Files(path.join(folder, 'files'))
const { account, memberId } = await createAccount(db)
const [signatureId, templateId] = [newId(), newId()]
const own = { accountId: account, state: 'approved' }
await db
  .insertInto('signature')
  .values({ ...own, signatureId, text: '山间茶舍', kind: 'company', purpose: 'own', extension: '100001' })
  .execute()
await db
  .insertInto('template')
  .values({
    ...own,
    templateId,
    code: 'SMS_200001',
    name: '到货',
    kind: 'marketing',
    text: isPlain ? '山间茶舍秋茶已到店，欢迎品鉴' : `尊敬的\${name}，您的订单\${order}已到店，欢迎品鉴`,
    variables: JSON.stringify(isPlain ? [] : ['name', 'order'].map(name => ({ name, kind: 'text', maxLength: 20 }))),
  })
  .execute()
// Numbers scattered over the whole range of a carrier, as in a grown list of customers.
const phoneOf = (index: number) => `138${String((index * 7_368_787) % 100_000_000).padStart(8, '0')}`
const blocked = Array.from({ length: 10_000 }, (_, index) => phoneOf(index * 7))
await sql`insert into blacklist (account_id, blacklist_id, phone, level, scope, source)
  select ${account}, gen_random_uuid(), phone, 'account', 'all', 'import' from unnest(${blocked}::text[]) as phone`.execute(db)
const rowOf = (index: number) => [phoneOf(index), `王小${index % 100}`, `A${index}`]
const header = ['手机号', '姓名', '订单']

function* csv(): Generator<Buffer> {
  let lines = `${header}\n`
  for (let index = 0; index < rowCount; index += 1) {
    lines += `${rowOf(index)}\n`
    if (lines.length < 60_000) continue
    yield Buffer.from(lines)
    lines = ''
  }
  yield Buffer.from(lines)
}

function* rows(): Generator<string[]> {
  yield header
  for (let index = 0; index < rowCount; index += 1) yield rowOf(index)
}

const bytes = isWorkbook ? Readable.fromWeb(writeXlsxStream(rows(), { name: '名单' }) as never) : Readable.from(csv())
const receivedAt = performance.now()
const uploadId = await receiveUpload(db, account, files, { fileName: 'numbers.csv', bytes, memberId, now: new Date() })
const receivedMs = performance.now() - receivedAt
const upload = () => asAccount(db, account, tx => readUpload(tx, account, uploadId))

const jobs = fork(path.join(import.meta.dirname, '../bin/jobs.ts'), [], {
  env: { ...process.env, DATABASE_URL: server.url, DATA_DIR: folder, HONGYAN_SECRET: secret, LOG_LEVEL: 'warn' },
})
await new Promise(resolve => jobs.once('message', resolve))
const memoryOf = async (name: string) =>
  Number((await readFile(`/proc/${jobs.pid}/status`, 'utf8')).match(new RegExp(`${name}:\\s+(\\d+)`))![1]) / 1024
const idleMegabytes = await memoryOf('VmRSS')
const startedAt = performance.now()
await asAccount(db, account, tx =>
  mapUpload(tx, account, {
    uploadId,
    signatureId,
    templateId,
    phoneColumn: 0,
    hasHeader: true,
    repeats: 'all',
    consent: 'declared',
    variables: isPlain ? {} : { name: { column: 1 }, order: { column: 2 } },
  }),
)
let now = await upload()
while (now.state === 'reading') {
  await new Promise(resolve => setTimeout(resolve, 50))
  now = await upload()
}
const seconds = (performance.now() - startedAt) / 1000
const { shortest, longest, ...report } = now.report!
console.log(JSON.stringify({ ...report, shortest: shortest?.text, longest: longest?.text }))
console.log(`received and looked at in ${(receivedMs / 1000).toFixed(1)} s, ${(now.byteCount / 1e6).toFixed(0)} MB`)
console.log(`ready after ${seconds.toFixed(1)} s, ${Math.round(rowCount / seconds).toLocaleString('en')} rows a second`)
console.log(
  `jobs process: ${idleMegabytes.toFixed(0)} MB idle, ${(await memoryOf('VmHWM')).toFixed(0)} MB at most; load ${firstOrThrow(os.loadavg()).toFixed(1)}`,
)
jobs.kill('SIGTERM')
await new Promise(resolve => jobs.once('exit', resolve))
await db.destroy()
await server.stop()
await rm(folder, { recursive: true })

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { streamXlsxRows } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExportFormat } from '#contract/export/export.ts'
import { accountRow } from '#db/account-row.ts'
import { asAccount } from '#db/connect.ts'
import { issueTicket, openDownload } from '#domain/export/download.ts'
import { readExport } from '#domain/export/list.ts'
import { requestExport } from '#domain/export/request.ts'
import { Files } from '#domain/platform/files.ts'
import { openStore } from '#domain/platform/storage/object-store.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { Program } from '#test/support/engine.ts'
import { type S3Server, s3Environment, startS3Server } from '#test/support/s3-server.ts'
import { encodeId, newId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'

const isLong = process.env.HONGYAN_PROOF === 'long'
const rowCount = isLong ? 1_000_000 : 60_000
/** Shares of the rows after which the program is killed. */
const kills = isLong ? [0.2, 0.5, 0.8] : [0.5]
const secret = 'a secret of at least thirty-two characters'
/** Every third message begins like a formula (CSV injection). */
const payloads = ['=cmd|"/C calc"!A0', '+1+1', '-1', '@SUM(1,1)', '\t=1+1', '＝1+1']

const database = prepareTestDatabase()
let dataDir: string
let bucket: S3Server
let files: Files
let jobs: Program
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hongyan-whole-'))
  bucket = await startS3Server()
})
afterAll(async () => {
  await jobs.stop()
  await bucket.close()
  await rm(dataDir, { recursive: true })
})

/** A program of another host, where files are in a bucket. */
const programAt = (place: string) => (host: number) => {
  const env = place.startsWith('s3://')
    ? { FILES_AT: place, ...s3Environment(bucket), DATA_DIR: `${dataDir}/${host}` }
    : { DATA_DIR: dataDir }
  return new Program('jobs', { DATABASE_URL: database.url, HONGYAN_SECRET: secret, ...env })
}

// Both know the same operations: one of them in each run.
test.each([...(isLong ? ['the data folder'] : []), 's3://shop/files'])(
  'exports to %s are killed midway: another program resumes them, and each row is there once, in order, and no formula',
  async place => {
    const programOf = programAt(place)
    files = place.startsWith('s3://') ? new Files(openStore(place, s3Environment(bucket))) : new Files(path.join(dataDir, 'files'))
    const of = await createAccount(database.db)
    await addMessages(of)
    const exports = { csv: await ask(of, 'csv'), xlsx: await ask(of, 'xlsx') }
    const stateOf = (exportId: string) => asAccount(database.db, of.account, tx => readExport(tx, of.account, exportId, 'owner'))
    const both = () => Promise.all([stateOf(exports.csv), stateOf(exports.xlsx)])
    let peakBytes = 0
    const until = async (isReached: (rows: Awaited<ReturnType<typeof both>>) => boolean) => {
      for (let rows = await both(); !isReached(rows); rows = await both()) {
        peakBytes = Math.max(peakBytes, await maxBytes(jobs.pid!))
        await wait(10)
      }
    }
    for (const [host, share] of kills.entries()) {
      jobs = programOf(host)
      await jobs.start()
      await until(rows => rows.some(row => row.state === 'done' || row.rowCount >= rowCount * share))
      await jobs.kill()
      expect((await both()).map(row => row.state)).toContain('writing')
    }
    jobs = programOf(kills.length)
    await jobs.start()
    await until(rows => rows.every(row => row.state === 'done'))
    await jobs.stop()
    console.log(
      `${rowCount.toLocaleString('en')} rows twice, ${kills.length} kills: at most ${Math.round(peakBytes / 1024 ** 2)} MiB resident`,
    )
    // The program itself takes some 150 MiB; ten times the rows take at most a tenth more.
    expect(peakBytes).toBeLessThan(450 * 1024 ** 2)

    const expected = await expectedRows(of)
    expect(expected).toHaveLength(rowCount)
    const csv = (await download(of, exports.csv)).toString()
    const lines = csv.trimEnd().split('\r\n').slice(1)
    expect(
      differences(
        lines,
        expected.map(row => csvLine(row)),
      ),
    ).toEqual([])
    const cells: string[] = []
    for await (const { index, values } of streamXlsxRows(await download(of, exports.xlsx)))
      if (index > 0) cells.push(values.map(String).join('|'))
    expect(
      differences(
        cells,
        expected.map(row => [row.phone, row.content, row.messageId].join('|')),
      ),
    ).toEqual([])
  },
)

/** The number of differences, with the first few. */
function differences(given: readonly string[], expected: readonly string[]): [string | undefined, string | undefined][] {
  const found: [string | undefined, string | undefined][] = []
  for (let index = 0; index < Math.max(given.length, expected.length) && found.length < 5; index += 1)
    if (given[index] !== expected[index]) found.push([given[index], expected[index]])
  return found
}

async function addMessages({ account }: TestAccount): Promise<void> {
  const signatureId = newId()
  const newestMs = Date.now() - 60_000
  await database.platformDb
    .insertInto('signature')
    .values({ accountId: account, signatureId, text: '山间茶舍', kind: 'company', purpose: 'own', state: 'approved', extension: '100041' })
    .execute()
  for (let from = 0; from < rowCount; from += 50_000) {
    const indexes = Array.from({ length: Math.min(50_000, rowCount - from) }, (_, index) => from + index)
    await sql`
      insert into message (account_id, message_id, kind, signature_id, phone, carrier, content, segment_count, state)
      select owner.account_id, id, 'transactional', ${signatureId}, phone, 'mobile', content, 1, 'delivered'
      from ${accountRow(account)}
      cross join unnest(${indexes.map(index => newId(newestMs - (rowCount - index)))}::uuid[],
        ${indexes.map(index => `138${String(index).padStart(8, '0')}`)}::text[],
        ${indexes.map(index => (index % 3 === 0 ? `${payloads[(index / 3) % payloads.length]}` : `【山间茶舍】第${index}单已发货，取件码${index % 10_000}`))}::text[]
      ) as made (id, phone, content)`.execute(database.platformDb)
  }
}

const requesterOf = ({ memberId }: TestAccount) =>
  ({ memberId, role: 'owner', address: '127.0.0.1', agent: 'test', now: new Date() }) as const

const ask = (of: TestAccount, format: ExportFormat) =>
  asAccount(database.db, of.account, tx =>
    requestExport(
      tx,
      of.account,
      files,
      { source: 'message', filter: {}, columns: ['phone', 'content', 'messageId'], format, isFull: false },
      requesterOf(of),
    ),
  ).then(made => made.exportId)

const download = (of: TestAccount, exportId: string) =>
  asAccount(database.db, of.account, async tx => {
    const ticket = await issueTicket(tx, of.account, secret, exportId, requesterOf(of))
    return buffer((await openDownload(tx, of.account, { files, secret, ticket }, requesterOf(of))).bytes)
  })

interface ExpectedRow {
  phone: string
  content: string
  messageId: string
}

/** Expected rows from the database, newest first. */
async function expectedRows({ account }: TestAccount): Promise<ExpectedRow[]> {
  const rows = await database.platformDb
    .selectFrom('message')
    .select(['messageId', 'phone', 'content'])
    .where('accountId', '=', account)
    .orderBy('messageId', 'desc')
    .execute()
  return rows.map(row => ({ phone: maskPhone(row.phone), content: row.content, messageId: encodeId('message', row.messageId) }))
}

function csvLine({ phone, content, messageId }: ExpectedRow): string {
  const safe = payloads.includes(content) ? `'${content}` : content
  return [phone, /[",\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe, messageId].join(',')
}

/** The peak memory of a process, as Linux counts it. */
async function maxBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

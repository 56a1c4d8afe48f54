/**
 * Batches of links: a hundred thousand links from a CSV file and as many recipients' codes, by the code of the jobs
 * program, on a database of its own with fsync on. Run with `node bench/link-batch.ts [rows]`.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { asAccount, openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { verifyLedger } from '#domain/ledger/index.ts'
import { listBatches, startBatch } from '#domain/links/index.ts'
import { Files } from '#domain/platform/index.ts'
import { receiveUpload } from '#domain/recipients/index.ts'
import { makeLinksTask } from '#jobs/make-links.ts'
import { createAccount } from '#test/support/account.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const rowCount = Number(process.argv[2] ?? 100_000)
const shortLinkUrl = 'https://hy.example'
const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
await chmod(folder, 0o755)
const server = await startEmbeddedPostgres({ dataDir: folder })
await migrate(server.url)
const db = openDb({ url: server.url, role: 'hongyan_platform', max: 2 })
const files = new Files(path.join(folder, 'files'))
const { account, memberId } = await createAccount(db, { linkUnits: 10 * rowCount })
const now = () => new Date()
const logger = { info() {}, warn() {}, error() {}, debug() {} } as never

async function measure(name: string, lines: string, batch: object): Promise<void> {
  const bytes = Readable.from([Buffer.from(lines)])
  const uploadId = await receiveUpload(db, account, files, { fileName: `${name}.csv`, bytes, memberId, now: now() })
  const common = { uploadId, hasHeader: true, domain: '', linkGroupId: null, endsAt: null }
  const { linkBatchId } = await asAccount(db, account, tx =>
    startBatch(tx, account, { ...common, ...batch } as never, { memberId, now: now(), shortLinkUrl }),
  )
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  await makeLinksTask(files, shortLinkUrl)({ accountId: account, batchId: linkBatchId }, { db, now, logger })
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  const { state, madeCount } = firstOrThrow(await asAccount(db, account, tx => listBatches(tx, account)))
  console.log(
    `${name}: ${state}, ${madeCount.toLocaleString('en-US')} in ${seconds.toFixed(2)} s, of them ${((user + system) / 1e6).toFixed(2)} s of this process`,
  )
  if (state !== 'done' || madeCount !== rowCount) process.exitCode = 1
}

const linesOf = (line: (index: number) => string) => Array.from({ length: rowCount }, (_, index) => line(index)).join('\n')
// Like a shop with a verified domain: its links need no review.
await asAccount(db, account, tx =>
  tx.insertInto('targetDomain').values({ accountId: account, domain: 'example.com', state: 'verified', token: 'measured' }).execute(),
)
const targets = { way: 'targets', targetColumn: 0, codeColumn: 1, titleColumn: 2, tagsColumn: 3, endsColumn: 4 }
await measure(
  'links',
  `目标网址,自定义后缀,标题,标签,失效时间\n${linesOf(index => `https://shop${index % 50}.example.com/goods/${index}?from=sms,${index % 10 ? '' : `item-${index}x`},第${index}款,春茶、新品,2099-12-31`)}`,
  targets,
)
await measure('recipients', `收件人\n${linesOf(index => `M${100_000 + index}`)}`, {
  way: 'recipients',
  target: 'https://shop.example.com/sale?r={recipient}',
  title: '周年庆',
  recipientColumn: 0,
})
const problems = await asAccount(db, account, tx => verifyLedger(tx, account))
console.log(problems.length === 0 ? 'ledger adds up' : problems.join('\n'))
await db.destroy()
await server.stop()
await rm(folder, { recursive: true, force: true })

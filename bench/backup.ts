/**
 * Continuous backup of a platform with millions of messages while more arrive, then the loss of the machine: how long a
 * whole backup takes, how much is lost (RPO), and how long it takes until a new machine's database answers (RTO). On
 * the disk, with fsync on. Run with `node bench/backup.ts [--messages 5000000] [--lag 10]`.
 */
import { execFile, fork } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { sql } from 'kysely'
import { listBackups } from '#backup/catalog.ts'
import { asPlatform, openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedLarge } from '#db/seed/large-seed.ts'
import { isUnavailable } from '#db/unavailable.ts'
import { verifyLedger } from '#domain/ledger/index.ts'
import { FolderStore } from '#domain/platform/storage/folder-store.ts'
import { Vault } from '#domain/platform/storage/vault.ts'
import { createChannel } from '#test/support/channel.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const { values: flags } = parseArgs({
  options: { messages: { type: 'string', default: '5000000' }, lag: { type: 'string', default: '10' } },
})
const messageCount = Number(flags.messages)
const secret = 'a secret of at least thirty-two characters'
const loadSeconds = 30
const batchSize = 20
const root = path.join(import.meta.dirname, '..')
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString('en-US')} MB`

const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
await chmod(folder, 0o755)
const [dataDir, newDir, place] = ['data', 'new', 'backups'].map(name => path.join(folder, name))
const env = { ...process.env, DATABASE_URL: '', HONGYAN_SECRET: secret, BACKUP_TO: place, BACKUP_LAG_SECONDS: flags.lag }

/** Messages accepted one after the other until the end, with the time of each commit. */
function acceptSteadily(url: string) {
  const commits: { atMs: number; ids: string[] }[] = []
  let isOver = false
  const work = async () => {
    const db = openDb({ url, role: 'hongyan_app', max: 2, onError: () => undefined })
    const sender = await createSender(db, { segmentCount: 10_000_000 })
    const accept = async () => {
      for (let index = 0; !isOver; index += 1) {
        const phones = Array.from({ length: batchSize }, (_, at) => `192${String(index * batchSize + at).padStart(8, '0')}`)
        const ids = await acceptPhones(db, sender, phones).catch(error => {
          if (isUnavailable(error)) return null
          throw error
        })
        if (ids) commits.push({ atMs: Date.now(), ids })
        await pause(20)
      }
    }
    await accept()
    // The server is gone.
    void db.destroy().catch(() => undefined)
    return sender
  }
  const done = work()
  return {
    end: async () => {
      isOver = true
      return { sender: await done, commits }
    },
  }
}

const server = await startEmbeddedPostgres({ dataDir: dataDir ?? '' })
const endServer = () => process.kill(server.pid, 'SIGKILL')
process.once('exit', endServer)
await migrate(server.url)
const seeding = openDb({ url: server.url, role: 'hongyan_platform', max: 1 })
await seedLarge(seeding, { messageCount, contactCount: 10_000, dayCount: 90, now: new Date(), say: () => undefined })
const { rows: size } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(seeding)
await createChannel(seeding)
await seeding.destroy()
console.log(`database ${megabytes(firstOrThrow(size).bytes)}, ${messageCount.toLocaleString('en-US')} messages`)

const load = acceptSteadily(server.url)
const archive = fork(path.join(root, 'bin/archive.ts'), { env: { ...env, DATA_DIR: dataDir }, stdio: 'inherit' })
const vault = new Vault(new FolderStore(place ?? ''), secret)
const beganMs = performance.now()
while ((await listBackups(vault)).length === 0) await pause(100)
const { cluster } = firstOrThrow(await listBackups(vault))
const tookMs = performance.now() - beganMs
console.log(`whole backup ${seconds(tookMs)}: ${megabytes(cluster.bytes)}, stored ${megabytes(cluster.storedBytes)}`)
await pause(loadSeconds * 1000)

const killedAtMs = Date.now()
archive.kill('SIGKILL')
process.off('exit', endServer)
endServer()
await server.ended
const { sender, commits } = await load.end()
const restoringMs = performance.now()
await promisify(execFile)(process.execPath, [path.join(root, 'bin/restore.ts')], { env: { ...env, DATA_DIR: newDir } })
const restored = await startEmbeddedPostgres({ dataDir: newDir ?? '' })
const db = openDb({ url: restored.url, role: 'hongyan_platform', max: 1 })
const { rows } = await sql<{ messageId: string }>`select message_id from message where account_id = ${sender.account}`.execute(db)
const rtoMs = performance.now() - restoringMs
const there = new Set(rows.map(row => row.messageId))
const acknowledged = commits.filter(({ atMs }) => atMs <= killedAtMs)
const lost = acknowledged.filter(({ ids }) => ids.some(id => !there.has(id)))
const lastKept = acknowledged.findLastIndex(({ ids }) => ids.every(id => there.has(id)))
const gapCount = acknowledged.slice(0, lastKept).filter(one => lost.includes(one)).length
const problems = await asPlatform(db, tx => verifyLedger(tx, sender.account))
const whole = await sql<{ count: number }>`select count(*) as count from message -- across accounts: all that was restored`.execute(db)
await db.destroy()
await restored.stop()
const rpoMs = lost.length === 0 ? 0 : killedAtMs - firstOrThrow(lost).atMs
console.log(`${acknowledged.length * batchSize} messages were accepted meanwhile; the last ${lost.length * batchSize} are lost`)
console.log(`restored ${firstOrThrow(whole.rows).count.toLocaleString('en-US')} messages; gaps ${gapCount}, wrong books ${problems.length}`)
console.log(`RPO ${seconds(rpoMs)} (archived every ${flags.lag} s), RTO ${seconds(rtoMs)}`)
await rm(folder, { recursive: true, force: true })
process.exit(gapCount + problems.length === 0 ? 0 : 1)

/**
 * Statistics: the cost of counting when messages are accepted and reported, the speed of rolling counts up, and the
 * response time of 统计分析 over 90 days of millions of messages, as the console queries it (over HTTP, row level security
 * on). Run with `node bench/statistics.ts [messages] [folder]`; a folder is kept and reused, so that a second run
 * measures at once.
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedLarge } from '#db/seed/large-seed.ts'
import { seedReference } from '#db/seed/reference.ts'
import { measureAnswers } from './statistics/answers.ts'
import { measureCounting } from './statistics/counting.ts'

const messageCount = Number(process.argv[2] ?? 5_000_000)
const folder = process.argv[3] ?? (await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-')))
await mkdir(folder, { recursive: true })
await chmod(folder, 0o755)

const server = await startEmbeddedPostgres({ dataDir: folder })
// A failed measurement leaves no server behind.
const endServer = () => process.kill(server.pid, 'SIGINT')
process.once('exit', endServer)
await migrate(server.url)
const now = new Date()
await seedReference(server.url, { secret: 'a secret of at least thirty-two letters', upstream: { host: '127.0.0.1', port: 1 }, now })

await measureCounting(server.url)
const seeding = openDb({ url: server.url, role: 'hongyan_platform', max: 1 })
const account = await seedLarge(seeding, { messageCount, contactCount: 0, dayCount: 92, now, say: text => console.log(text) })
await seeding.destroy()
await measureAnswers(server.url, account, now)

process.off('exit', endServer)
await server.stop()
if (!process.argv[3]) await rm(folder, { recursive: true, force: true })

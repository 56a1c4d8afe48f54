/**
 * Visits: the rate of ingestion with statistics, and the response times of pages. `node bench/visits.ts [folder]`:
 * without a folder the first; with one that `npm run seed:large -- --visits 50000000` has filled (DATA_DIR) the second.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findRunningPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { measureAnswers } from './visits/answers.ts'
import { measureRecording } from './visits/recording.ts'

const filled = process.argv[2]
const folder = filled ?? (await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-')))
await chmod(folder, 0o755)
const running = filled ? await findRunningPostgres(filled) : null
const server = running ? null : await startEmbeddedPostgres({ dataDir: folder })
// A failed measurement leaves no server behind.
const endServer = () => server && process.kill(server.pid, 'SIGINT')
process.once('exit', endServer)
const url = running ?? server!.url
if (filled) await measureAnswers(url)
else {
  await migrate(url)
  await measureRecording(server!, folder)
}

process.off('exit', endServer)
await server?.stop()
if (!filled) await rm(folder, { recursive: true, force: true })

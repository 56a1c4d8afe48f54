import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'

/** One server for the whole run, with a migrated template that every test file's database is copied from. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-test-'))
  // Open to the server's user, or the cluster would be kept outside of this folder and outlive it.
  await chmod(folder, 0o755)
  const server = await startEmbeddedPostgres({ dataDir: folder, isDurable: false })
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database template_hongyan')
  await admin.end()
  await migrate(server.url.replace('/postgres?', '/template_hongyan?'))
  process.env.TEST_DATABASE_URL = server.url
  process.env.TEST_STATEMENTS_DIR = path.join(folder, 'statements')
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

import { rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { ensurePartitions } from '#db/partitions.ts'
import { makeTemplate, testNodes } from './citus.ts'
import { deleteLeftFolders, makeDataFolder } from './folder.ts'

/** Most tests have messages and visits of this month, whatever the date is. */
const dateOfTests = new Date('2026-11-15')

/**
 * One server for the whole run, started by the first project that needs it, with a migrated template that every test
 * file's database is copied from.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const nodes = testNodes()
  if (nodes.length > 0) {
    await makeTemplate(nodes)
    return undefined
  }
  await deleteLeftFolders()
  const folder = await makeDataFolder('hongyan-test-')
  const server = await startEmbeddedPostgres({ dataDir: folder, isDurable: false })
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database template_hongyan')
  await admin.end()
  const template = server.url.replace('/postgres?', '/template_hongyan?')
  await migrate(template)
  const db = openDb({ url: template, role: 'hongyan_platform', max: 1 })
  await ensurePartitions(db, dateOfTests)
  await db.destroy()
  process.env.TEST_DATABASE_URL = server.url
  process.env.TEST_STATEMENTS_DIR = path.join(folder, 'statements')
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

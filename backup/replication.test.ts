import { rm } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { makeDataFolder } from '#test/support/folder.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { databaseTime } from './make.ts'
import { copyCluster, Replication, readServerFacts } from './replication.ts'

let folder: string
let server: EmbeddedPostgres
beforeAll(async () => {
  folder = await makeDataFolder('hongyan-replication-')
  server = await startEmbeddedPostgres({ dataDir: folder, isDurable: false })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a copy waits for a slow destination, and the connection answers after it', async () => {
  const replication = await Replication.open(server.url)
  let byteCount = 0
  // Always full: the end arrives while the connection waits for room.
  const slow = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _, done) {
      byteCount += chunk.length
      setImmediate(done)
    },
  })
  const copied = await copyCluster(replication, 'test', slow)
  expect(copied.timeline).toBe((await readServerFacts(replication)).timeline)
  expect(Date.parse(await databaseTime(replication))).toBeGreaterThan(0)
  expect(byteCount).toBeGreaterThan(20 * 1024 * 1024)
  replication.close()
})

test('an error of who receives ends the connection, and so does the end of the server’s process', async () => {
  const receiving = await Replication.open(server.url)
  const copying = receiving.copy(`BASE_BACKUP (CHECKPOINT 'fast', WAIT false)`, () => {
    throw new Error('no room')
  })
  await expect(copying).rejects.toThrow('no room')
  const [cut, other] = [await Replication.open(server.url), await Replication.open(server.url)]
  const pid = firstOrThrow(await cut.query('select pg_backend_pid() as pid')).get('pid')
  await other.query(`select pg_terminate_backend(${pid})`)
  await expect(cut.broken).rejects.toThrow()
  other.close()
})

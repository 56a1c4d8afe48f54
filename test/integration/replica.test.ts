import { rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkReplica } from '#bin/doctor/database.ts'
import { openDb } from '#db/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { serversOf } from '#db/primary.ts'
import { exportingOn } from '#test/support/export.ts'
import { makeDataFolder } from '#test/support/folder.ts'
import { type Standby, startStandby } from '#test/support/standby.ts'
import { itemOrThrow } from '#values/or-throw.ts'

let folder: string
let server: EmbeddedPostgres
let standby: Standby
let standbyUrl: string
let exporting: Awaited<ReturnType<typeof exportingOn>>

beforeAll(async () => {
  folder = await makeDataFolder('hongyan-replica-')
  server = await startEmbeddedPostgres({ dataDir: folder })
  await migrate(server.url)
  standby = await startStandby(server, folder)
  standbyUrl = itemOrThrow(serversOf(standby.url), 1)
  const db = openDb({ url: server.url, role: 'hongyan_app' })
  const platformDb = openDb({ url: server.url, role: 'hongyan_platform' })
  const close = async () => {
    await db.destroy()
    await platformDb.destroy()
  }
  exporting = await exportingOn({ db, platformDb, close })
}, 180_000)
afterAll(async () => {
  await exporting?.close()
  await standby?.stop()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const onStandby = async (text: string) => {
  const client = new pg.Client({ connectionString: standbyUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** Exports two new messages, and returns the lines of the file, how many reads the replica got, and why it got none. */
async function exportFrom(url: string) {
  const reads: string[] = []
  const skipped: string[] = []
  const db = openDb({
    url,
    role: 'hongyan_platform',
    onStatement: text => {
      if (text.includes('from message')) reads.push(text)
    },
  })
  const of = await exporting.prepare([{ content: '【山间茶舍】第一条' }, { content: '【山间茶舍】第二条' }])
  const exportId = await exporting.request(of)
  const replica = { db, onSkip: (reason: Error) => skipped.push(reason.message), waitMs: 2_000 }
  expect(await exporting.write(of.account, exportId, { replica })).toBe('ended')
  const { bytes } = await exporting.download(of, exportId)
  await db.destroy()
  return { lineCount: bytes.toString().trimEnd().split('\r\n').length, readCount: reads.length, skipped }
}

test('an export reads its rows from the replica, with what was committed just before', async () => {
  const { lineCount, readCount, skipped } = await exportFrom(standbyUrl)
  expect([lineCount, skipped]).toEqual([3, []])
  expect(readCount).toBeGreaterThan(0)
})

test('a replica that lags, is none, or is away is not read: the rows are complete all the same', async () => {
  await onStandby('select pg_wal_replay_pause()')
  expect(await exportFrom(standbyUrl)).toEqual({ lineCount: 3, readCount: 0, skipped: ['the replica lags by more than 2000 ms'] })
  await onStandby('select pg_wal_replay_resume()')
  expect(await exportFrom(server.url)).toEqual({ lineCount: 3, readCount: 0, skipped: ['the replica is no standby'] })
  const away = await exportFrom('postgresql://hongyan_platform@127.0.0.1:1/hongyan')
  expect([away.lineCount, away.skipped.length]).toEqual([3, 1])
  expect((await exportFrom(standbyUrl)).skipped).toEqual([])
  const { platformDb } = exporting.database
  expect([await checkReplica(platformDb, standbyUrl), await checkReplica(platformDb, server.url)]).toMatchObject([
    { level: 'ok' },
    { level: 'wrong', text: expect.stringContaining('the replica is no standby') },
  ])
})

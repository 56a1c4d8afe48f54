import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hongyan-embedded-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

test('written data survives a stop and a start; durability is on unless a test turns it off', async () => {
  const first = await startEmbeddedPostgres({ dataDir })
  await query(first.url, 'create table kept as select 42 as answer')
  expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir })
  expect(await query(second.url, 'select * from kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test('the data folder is closed to others, whatever its mode was, and contains the cluster', async () => {
  await chmod(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir })
  // Started by root, the server runs as another user, who may only traverse the folder.
  expect((await stat(dataDir)).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o710 : 0o700)
  expect((await stat(path.join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  expect(await readdir(dataDir)).toEqual(['postgres'])
  await server.stop()
})

test('a second start on a folder in use is refused in one line, and the first continues', async () => {
  const first = await startEmbeddedPostgres({ dataDir })
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/^数据文件夹已被另一个正在运行的实例使用（进程 \d+）/)
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
})

test('a server whose starter was killed is taken over without loss', async () => {
  const script = `import { startEmbeddedPostgres } from './db/embedded.ts'
    import pg from 'pg'
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1] })
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query('create table kept as select 42 as answer')
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, dataDir], {
    cwd: path.join(import.meta.dirname, '..'),
    stdio: 'inherit',
  })
  expect(await new Promise(resolve => child.once('exit', (_, signal) => resolve(signal)))).toBe('SIGKILL')
  const server = await startEmbeddedPostgres({ dataDir })
  expect(await query(server.url, 'select * from kept')).toEqual([{ answer: 42 }])
  await server.stop()
})

test('preallocated WAL segments stay, and are not allocated twice', async () => {
  const segmentsOf = async (url: string) => (await query(url, 'select name from pg_ls_waldir() order by name')).length
  const first = await startEmbeddedPostgres({ dataDir })
  const before = await segmentsOf(first.url)
  await first.preallocateWal()
  const reserved = await segmentsOf(first.url)
  expect(reserved).toBeGreaterThan(before + 20)
  await first.preallocateWal()
  expect(await segmentsOf(first.url)).toBe(reserved)
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir })
  await query(second.url, 'checkpoint')
  expect(await segmentsOf(second.url)).toBe(reserved)
  await second.stop()
})

test('a killed server restarts at the same address, without loss', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  await query(server.url, 'create table kept as select 42 as answer')
  const killed = server.pid
  process.kill(killed, 'SIGKILL')
  await server.ended
  await server.startAgain()
  expect(server.pid).not.toBe(killed)
  expect(await query(server.url, 'select * from kept')).toEqual([{ answer: 42 }])
  await server.stop()
})

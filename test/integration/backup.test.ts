import { execFile } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBackups, readWalState, seriesOf } from '#backup/catalog.ts'
import { asPlatform, openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { Files } from '#domain/platform/files.ts'
import { FolderStore } from '#domain/platform/storage/folder-store.ts'
import { Vault } from '#domain/platform/storage/vault.ts'
import { crashServer, isBack } from '#test/support/crash.ts'
import { Program } from '#test/support/engine.ts'
import { makeDataFolder } from '#test/support/folder.ts'
import { startOwnServer } from '#test/support/own-server.ts'
import { webhookTestSecret } from '#test/support/webhook.ts'
import { inParallel, messagesAndEvents, openWorld, request, type World } from '#test/support/world.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { isLong } from './engine/load.ts'

const root = path.join(import.meta.dirname, '../..')
const messageCount = isLong ? 20_000 : 300

let world: World
let store: string
beforeAll(async () => {
  world = await openWorld(messageCount * 4)
  store = await makeDataFolder('hongyan-backup-')
})
afterAll(async () => {
  await world?.close()
  await rm(store, { recursive: true, force: true })
})

/** A command as its user types it. */
async function hongyan(program: 'backup' | 'restore', args: string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(root, 'bin', `${program}.ts`), ...args], {
    env: { ...process.env, DATA_DIR: world.folder, DATABASE_URL: '', HONGYAN_SECRET: webhookTestSecret, BACKUP_TO: store, ...env },
  })
  return stdout
}

/** Books, messages and visits, row by row. */
async function contentsOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const contents: Record<string, string> = {}
  for (const table of ['message', 'transfer', 'ledger_account', 'charge_hold', 'link', 'visit', 'push_event', 'account']) {
    const { rows } = await client.query<{ hash: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(one::text, ',' order by one::text), '')) as hash from ${table} as one`,
    )
    contents[table] = firstOrThrow(rows).hash
  }
  await client.end()
  return contents
}

async function send(from: number, count: number): Promise<void> {
  const problems: string[] = []
  await inParallel(count, 10, async index => void (await request(world, from + index, problem => problems.push(problem)))).done
  expect(problems).toEqual([])
}

const openCount = async () => {
  const { messages, events } = await messagesAndEvents(world)
  return messages.filter(({ state }) => state !== 'delivered').length + events.length
}
const now = async () => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(world.platformDb)
  return firstOrThrow(rows).now
}

/** Files of accounts with their bytes. */
async function filesOf(dataDir: string): Promise<Record<string, string>> {
  const folder = path.join(dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
  return Object.fromEntries(await Promise.all(files.map(async file => [path.relative(folder, file), hash('sha256', await readFile(file))])))
}

const storeFile = async () => {
  const files = new Files(path.join(world.folder, 'files'), webhookTestSecret)
  await files.writeEncrypted(world.customer.account, newId(), randomBytes(200_000))
}

/** What a moment has: rows and files. */
const stateOf = async (url: string, dataDir: string) => ({ rows: await contentsOf(url), files: await filesOf(dataDir) })

/** Restores into an empty folder and returns what it has, with what is wrong with its books. */
async function restored(args: string[]) {
  const dataDir = await makeDataFolder('hongyan-restored-')
  const output = await hongyan('restore', args, { DATA_DIR: dataDir })
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    const db = openDb({ url: server.url, role: 'hongyan_platform', max: 1 })
    const problems = await asPlatform(db, tx => verifyLedger(tx, world.customer.account))
    await db.destroy()
    return { state: await stateOf(server.url, dataDir), problems, output }
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

test('after the machine is gone another has the same books, messages and files, as of the end or of any moment', async () => {
  const env = { DATA_DIR: world.folder, DATABASE_URL: '', HONGYAN_SECRET: webhookTestSecret, BACKUP_TO: store, BACKUP_LAG_SECONDS: '0.3' }
  const archiving = new Program('archive', env)
  const vault = new Vault(new FolderStore(store), webhookTestSecret)
  const series = async () => seriesOf(world.folder)
  const archivedAt = async () => (await readWalState(vault, await series()))?.at ?? ''
  try {
    await storeFile()
    // Messages flow while the backup is made, and after it.
    const sending = send(0, messageCount)
    await archiving.start()
    await sending
    await expect.poll(() => listBackups(vault)).toHaveLength(1)
    await send(messageCount, messageCount)
    await storeFile()
    await expect.poll(openCount).toBe(0)
    const middle = { state: await stateOf(world.url, world.folder), at: (await now()).toISOString() }
    // The server keeps what a killed archive has not stored, and a crash of the server ends a pass.
    await archiving.kill()
    await send(2 * messageCount, messageCount / 2)
    await storeFile()
    await archiving.start()
    await crashServer(world.url)
    while (!(await isBack(world.url))) await pause(50)
    await send(2.5 * messageCount, messageCount / 2)
    await expect.poll(openCount).toBe(0)
    const end = { state: await stateOf(world.url, world.folder), at: (await now()).toISOString() }
    await expect.poll(archivedAt).toSatisfy(at => at > end.at)
    await archiving.kill()
    // Lost with the machine.
    await send(3 * messageCount, 20)

    const atMiddle = await restored(['--at', middle.at])
    expect(atMiddle.problems).toEqual([])
    expect(atMiddle.state).toEqual(middle.state)
    const atEnd = await restored([])
    expect(atEnd.problems).toEqual([])
    expect(atEnd.state).toEqual(end.state)
    expect(end.state.rows.message).not.toBe(middle.state.rows.message)
  } finally {
    await archiving.kill()
  }
})

test.runIf(isLong)(
  'five million messages are lost with the machine and restored: the last seconds are missing, the books are right',
  async () => {
    const bench = promisify(execFile)(process.execPath, [path.join(root, 'bench/backup.ts'), '--messages', '5000000'])
    const { stdout } = await bench
    console.log(stdout)
    expect(stdout).toMatch(/gaps 0, wrong books 0\nRPO \S+ s .*, RTO \S+ s/)
  },
)

test('a backup by hand: old ones are removed, changes are found, and only the secret opens it', async () => {
  const to = await makeDataFolder('hongyan-by-hand-')
  try {
    await storeFile()
    await hongyan('backup', ['--to', to])
    const made = await hongyan('backup', ['--to', to, '--keep', '1'])
    expect(made).toContain('已删除旧备份')
    expect((await hongyan('backup', ['list', '--to', to])).match(/密钥/g)).toHaveLength(1)
    expect(await hongyan('backup', ['verify', '--to', to])).toMatch(/^备份 \S+ 完好/)
    const empty = await makeDataFolder('hongyan-restored-')
    const other = { DATA_DIR: empty, HONGYAN_SECRET: 'another secret of at least thirty-two characters' }
    await expect(hongyan('restore', ['--from', to], other)).rejects.toThrow(/由密钥 \w{8} 加密/)
    expect(await readdir(empty)).toEqual([])

    const cluster = path.join(to, (await new FolderStore(to).list('backups/')).find(name => name.endsWith('/cluster')) ?? '')
    const bytes = await readFile(cluster)
    expect(bytes.includes('hongyan_platform')).toBe(false)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1000) ^ 1, bytes.length - 1000)
    await writeFile(cluster, bytes)
    await expect(hongyan('backup', ['verify', '--to', to])).rejects.toThrow(/有 1 处问题\n\S+cluster：.*不完整或已被改动/)
    await rm(cluster)
    await expect(hongyan('backup', ['verify', '--to', to])).rejects.toThrow(/有 1 处问题/)
    await rm(empty, { recursive: true, force: true })
  } finally {
    await rm(to, { recursive: true, force: true })
  }
})

test('a place inside of the data folder, or a folder that has data, is refused', async () => {
  await expect(hongyan('backup', ['--to', path.join(world.folder, 'backups')])).rejects.toThrow('备份不能放在 DATA_DIR')
  await expect(hongyan('restore', [], { DATA_DIR: world.folder })).rejects.toThrow('不是空文件夹')
  const early = hongyan('restore', ['--at', '2020-01-01T00:00:00Z'], { DATA_DIR: path.join(world.folder, 'none') })
  await expect(early).rejects.toThrow('最早只能恢复到')
})

test('a server of one’s own, of which only a login is known, is backed up, and restored for a server of its release', async () => {
  const own = await startOwnServer()
  const [dataDir, to, empty] = await Promise.all(
    ['own-data', 'own-backups', 'own-restored'].map(name => makeDataFolder(`hongyan-${name}-`)),
  )
  if (!dataDir || !to || !empty) throw new Error('no folders')
  const { uid, gid } = await stat(own.socketDir)
  const database = path.join(empty, 'postgres/cluster')
  const env = { DATA_DIR: dataDir, DATABASE_URL: own.ownerUrl, BACKUP_TO: to }
  try {
    await own.query(own.ownerUrl, 'create table kept as select 42 as answer')
    await expect(hongyan('backup', [], env)).rejects.toThrow(/permission denied/)
    await own.query(own.superUrl, 'alter role shop_owner replication')
    await hongyan('backup', [], env)
    await expect(hongyan('restore', [], { ...env, DATA_DIR: path.join(empty, 'data') })).rejects.toThrow('--database-folder')
    await hongyan('restore', ['--database-folder', database], { ...env, DATA_DIR: path.join(empty, 'data') })
    await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, path.join(empty, 'postgres')])
    const server = await startEmbeddedPostgres({ dataDir: empty })
    expect(await own.query(server.url.replace('/postgres?', '/shop?'), 'select * from kept')).toEqual([{ answer: 42 }])
    await server.stop()
  } finally {
    await own.stop()
    for (const folder of [dataDir, to, empty]) await rm(folder, { recursive: true, force: true })
  }
})

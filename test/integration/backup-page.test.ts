import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, urlAs } from '#db/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { monthsBack } from '#db/partitions.ts'
import { archiveMonths } from '#domain/message-archive/index.ts'
import { FolderStore } from '#domain/platform/storage/folder-store.ts'
import { Vault } from '#domain/platform/storage/vault.ts'
import { makeDataFolder } from '#test/support/folder.ts'
import { firstOrThrow, itemOrThrow, matchOrThrow } from '#values/or-throw.ts'

const root = path.join(import.meta.dirname, '../..')

/** The commands of a page, in their order. */
async function commandsOf(page: string): Promise<string[]> {
  const text = await readFile(path.join(root, 'docs/operating', page), 'utf8')
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(match => itemOrThrow(match, 1))
  return blocks.flatMap(block => block.trim().split('\n'))
}

let folder: string
let server: EmbeddedPostgres
beforeAll(async () => {
  folder = await makeDataFolder('hongyan-pages-')
  server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data') })
  await migrate(server.url)
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command of a page, in which the names of another machine stand for ours. */
async function run(command: string, dataDir: string, at: string): Promise<string> {
  const own = command
    .replace('/root/', `${folder}/`)
    .replace('/var/lib/postgresql/', `${folder}/`)
    .replace(/--at \S+/, `--at ${at}`)
  const [program = '', ...args] = own.split(' ')
  expect(program, command).toBe('./hongyan')
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    BACKUP_TO: path.join(folder, 'backups'),
    HONGYAN_PASSPHRASE: '正确的马电池订书钉加长一些',
  }
  return (await promisify(execFile)(process.execPath, [path.join(root, 'bin/hongyan.ts'), ...args], { env })).stdout
}

test('the commands of the pages of secrets and backups do what the pages say', async () => {
  const [first, ...secrets] = await commandsOf('secrets.md')
  const backups = await commandsOf('backup.md')
  expect([secrets.length, backups.length]).toEqual([5, 6])
  const dataDir = path.join(folder, 'data')
  const outputs: Record<string, string> = {}
  let at = ''
  for (const command of [first ?? '', ...backups, ...secrets]) {
    // Each on a machine of its own.
    const target = command.includes(' restore ') ? path.join(folder, `new-${Object.keys(outputs).length}`) : dataDir
    outputs[command] = await run(command, target, at)
    if (command.endsWith(' list')) at = itemOrThrow(matchOrThrow(/\d{4}-\S+Z/, firstOrThrow(outputs[command]?.split('\n') ?? [])), 0)
  }
  const told = Object.entries(outputs).map(([command, output]) => [command.replace(/ --.*/, ''), output] as const)
  for (const [command, output] of told.filter(([command]) => command.endsWith(' restore'))) expect(output, command).toContain('已恢复到')
  expect(Object.fromEntries(told)['./hongyan backup verify']).toContain('完好')
  expect(Object.fromEntries(told)['./hongyan secret status']).toMatch(/^\w{8} {2}当前.*\n\w{8} {2}旧/)
  expect((await readFile(path.join(dataDir, 'secret'), 'utf8')).split('\n')).toHaveLength(2)
})

test('the commands of the page of retention list, verify and attach what was archived', async () => {
  const commands = await commandsOf('retention.md')
  expect(commands).toHaveLength(3)
  const dataDir = path.join(folder, 'data')
  const secret = await readFile(path.join(dataDir, 'secret'), 'utf8')
  const db = openDb({ url: server.url, role: 'hongyan_platform', max: 2 })
  const now = new Date()
  const later = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2))
  const archive = {
    vault: new Vault(new FolderStore(path.join(dataDir, 'archive')), secret),
    secret,
    url: urlAs(server.url, 'hongyan_platform'),
  }
  const months = await archiveMonths(db, archive, monthsBack, later)
  await db.destroy()
  expect(months).toHaveLength(1)
  const month = firstOrThrow(months)
  const outputs = []
  for (const command of commands) outputs.push(await run(command.replace('2026-03', month), dataDir, ''))
  expect(outputs[0]).toContain(`${month}  0 条  归档于`)
  expect(outputs[1]).toBe('0 个归档文件完好\n')
  expect(outputs[2]).toBe(`已载入 ${month} 的 0 条短信\n`)
})

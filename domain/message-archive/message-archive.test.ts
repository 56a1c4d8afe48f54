import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asAccount, urlAs } from '#db/connect.ts'
import { monthsBack } from '#db/partitions.ts'
import { verifyLedger } from '#domain/ledger/index.ts'
import { FolderStore } from '#domain/platform/storage/folder-store.ts'
import { Vault } from '#domain/platform/storage/vault.ts'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { archiveMonths, listFiles, lockArchive, type MessageArchive } from './archive.ts'
import { attachMonth, listMonths, verifyArchive } from './attach.ts'
import { countArchivedByKey, reEncryptArchive } from './re-encrypt.ts'
import { OpenArchive } from './rewrite.ts'

const dayMs = 86_400_000
const secret = 'a secret of at least thirty-two characters'
let database: TestDatabase
let folder: string
let archive: MessageArchive
let accounts: AccountId[]
/** The middle of a month so many months from now. */
function middleOf(months: number): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15))
}
const [oldest, older, current] = [middleOf(-4), middleOf(-3), middleOf(0)]
/** When only the first of them is past the months that are kept. */
const later = new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth() + monthsBack + 1, 2))
const month = oldest.toISOString().slice(0, 7)
const texts = ['普通的一条', '逗号,引号"和\n换行', '', '=2+2 \\. NULL', '最后']
const phones = ['13800138000', '13800138001']

/** A folder to which something happens while an object is stored. */
class FailingStore extends FolderStore {
  readonly #happen: (name: string, put: () => Promise<void>) => Promise<void>

  constructor(place: string, happen: (name: string, put: () => Promise<void>) => Promise<void>) {
    super(place)
    this.#happen = happen
  }

  override put(name: string, source: Readable): Promise<void> {
    return this.#happen(name, () => super.put(name, source))
  }
}

beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-archive-'))
  archive = { vault: new Vault(new FolderStore(folder), secret), secret, url: urlAs(database.url, 'hongyan_platform') }
  accounts = []
  for (let index = 0; index < 2; index++) {
    const { account } = await createAccount(database.db)
    accounts.push(account)
    for (const at of [oldest, older, current])
      for (const [line, text] of texts.entries()) await insert(account, { at, phone: itemOrThrow(phones, line % 2), text })
  }
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

function insert(account: AccountId, { at, phone, text, state = 'delivered' }: { at: Date; phone: string; text: string; state?: string }) {
  const submittedAt = new Date(at.getTime() + 1)
  return asAccount(database.db, account, tx =>
    sql`insert into message (account_id, message_id, kind, signature_id, phone, carrier, content, segment_count, state, submitted_at, province)
      values (${account}, ${newId(at.getTime())}, 'marketing', ${newId()}, ${phone}, 'mobile', ${text}, 1, ${state}, ${submittedAt}, null)`.execute(
      tx,
    ),
  )
}

/** All messages of the accounts as text, to the microsecond. */
async function stored(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select row_to_json(message)::text as line from message -- across accounts: all of the test
    order by message_id`.execute(database.platformDb)
  return rows.map(({ line }) => line)
}

const archived = (now = later) => archiveMonths(database.platformDb, archive, monthsBack, now)

test('an old month goes into a file for each account and comes back equal; later months stay', async () => {
  const before = await stored()
  expect((await archived()).at(-1)).toBe(month)
  expect(await stored()).toHaveLength(20)
  expect(await archived()).toEqual([])
  expect(await readdir(path.join(folder, 'messages', month))).toHaveLength(3)
  expect(await verifyArchive(database.platformDb, archive)).toBe(2)
  const attach = () => attachMonth(database.platformDb, archive, { month, ownerUrl: database.url, now: later })
  expect(await attach()).toBe(10)
  expect(await stored()).toEqual(before)
  // Again, as after a kill.
  expect(await attach()).toBe(10)
  expect(await stored()).toEqual(before)
  expect(await archived()).toEqual([])
  expect((await listMonths(database.platformDb)).at(-1)).toMatchObject({ month, messageCount: 10, attachedUntil: expect.any(Date) })
  // Still in the same month, however short.
  expect(await archived(new Date(later.getTime() + 26 * dayMs))).toEqual([])
  expect(await archiveMonths(database.platformDb, archive, monthsBack + 1, new Date(later.getTime() + 31 * dayMs))).toContain(month)
  expect(await stored()).toHaveLength(20)
})

test('what fails halfway is finished by the next run, which keeps the files that are there', async () => {
  const written: string[] = []
  const failing = new FailingStore(folder, async (name, put) => {
    if (written.length === 1) throw new Error('the disk is full')
    written.push(name)
    await put()
  })
  await expect(archiveMonths(database.platformDb, { ...archive, vault: new Vault(failing, secret) }, monthsBack, later)).rejects.toThrow(
    'the disk is full',
  )
  expect(await stored()).toHaveLength(30)
  const [first] = await listFiles(database.platformDb)
  expect((await archived()).at(-1)).toBe(month)
  expect((await listFiles(database.platformDb)).find(file => file.accountId === first?.accountId)).toEqual(first)
  expect(await verifyArchive(database.platformDb, archive)).toBe(2)
})

test('a month with a message that has no final state stays, and so does one whose files are not what was written', async () => {
  const account = itemOrThrow(accounts, 0)
  await insert(account, { at: oldest, phone: itemOrThrow(phones, 0), text: '在途', state: 'submitted' })
  await expect(archived()).rejects.toThrow(`messages of ${month} have no final state`)
  await sql`update message set state = 'unknown' where account_id = ${account} and state = 'submitted'`.execute(database.platformDb)
  const damaging = new FailingStore(folder, async (name, put) => {
    await put()
    await writeFile(path.join(folder, name), 'something else')
  })
  await expect(archiveMonths(database.platformDb, { ...archive, vault: new Vault(damaging, secret) }, monthsBack, later)).rejects.toThrow(
    '已被改动',
  )
  expect(await stored()).toHaveLength(31)
})

test('a number is found and erased in the files, which stay complete; others are as they were', async () => {
  const before = await stored()
  await archived()
  const phone = itemOrThrow(phones, 1)
  const open = await OpenArchive.open(database.platformDb, archive)
  if (!open) throw new Error('the archive is in use')
  expect(await OpenArchive.open(database.platformDb, archive)).toBeNull()
  expect((await open.find(phone)).map(({ accountId, content }) => [accountId, content]).sort()).toEqual(
    accounts
      .flatMap(one => [
        [one, texts[1]],
        [one, texts[3]],
      ])
      .sort(),
  )
  expect(await open.erase(phone, '已删除')).toBe(4)
  expect(await open.find(phone)).toEqual([])
  expect(await open.erase(phone, '已删除')).toBe(0)
  for (const one of accounts) expect(await readdir(path.join(folder, 'messages', month, one))).toHaveLength(1)
  await open.close()
  expect(await verifyArchive(database.platformDb, archive)).toBe(2)
  await attachMonth(database.platformDb, archive, { month, ownerUrl: database.url, now: later })
  const after = await stored()
  expect(after.filter(line => !before.includes(line))).toHaveLength(4)
  expect(after.filter(line => line.includes(`"phone":"${phone}"`) && before.includes(line))).toHaveLength(8)
})

test('after a rotation of the secret the files are encrypted anew, and the new secret alone opens them', async () => {
  await archived()
  const newer = 'a newer secret of at least thirty-two characters'
  const ring = `${newer}\n${secret}`
  const rotated = { ...archive, secret: ring, vault: new Vault(archive.vault.store, ring) }
  expect(await reEncryptArchive(database.platformDb, rotated)).toBe(true)
  expect([...(await countArchivedByKey(database.platformDb)).values()]).toEqual([1, 1])
  expect(await reEncryptArchive(database.platformDb, rotated)).toBe(true)
  expect(await reEncryptArchive(database.platformDb, rotated)).toBe(false)
  expect(await verifyArchive(database.platformDb, { ...archive, vault: new Vault(archive.vault.store, newer) })).toBe(2)
})

test('nobody archives while another does, and holds of archived messages are not compared with them', async () => {
  const account = itemOrThrow(accounts, 0)
  const holdId = newId(oldest.getTime())
  await asAccount(database.db, account, async tx => {
    await sql`insert into charge_hold (account_id, hold_id, segment_count, posted_count, kind) values (${account}, ${holdId}, 5, 5, 'marketing')`.execute(
      tx,
    )
    await sql`update message set hold_id = ${holdId} where account_id = ${account} and message_id < ${newId(oldest.getTime() + dayMs)}`.execute(
      tx,
    )
  })
  const unequal = async () => (await verifyLedger(database.platformDb, account)).filter(problem => problem.startsWith('hold '))
  expect(await unequal()).toEqual([])
  const other = await lockArchive(archive)
  expect(await archived()).toEqual([])
  await other?.end()
  expect((await archived()).at(-1)).toBe(month)
  expect(await unequal()).toEqual([])
})

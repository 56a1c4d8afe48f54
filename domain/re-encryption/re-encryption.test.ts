import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asAccount, urlAs } from '#db/connect.ts'
import { keptSecret } from '#domain/apps/index.ts'
import { openKeySecret } from '#domain/apps/key.ts'
import { decryptTotp, encryptTotp } from '#domain/identity/second-factor.ts'
import { Files } from '#domain/platform/index.ts'
import { FolderStore } from '#domain/platform/storage/folder-store.ts'
import { Vault } from '#domain/platform/storage/vault.ts'
import { openWebhookSecret } from '#domain/push/secret.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createWebhook, webhookTestSecret } from '#test/support/webhook.ts'
import { newId } from '#values/id.ts'
import { encryptedTables } from './tables.ts'
import { readUse } from './use.ts'
import { reEncrypt, reEncryptAll } from './work.ts'

const former = webhookTestSecret
const current = 'a newer secret of at least thirty-two characters'
const ring = `${current}\n${former}`
const now = new Date('2026-11-26T02:00:00Z')

const database = prepareTestDatabase()
let owner: TestAccount
let folder: string
beforeEach(async () => {
  owner = await createAccount(database.db)
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-re-encryption-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('every encrypted column of the database is in the list', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'bytea' and c.column_name ~ '^(encrypted_|totp_)'
    order by 1`.execute(database.platformDb)
  const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const listed = encryptedTables.flatMap(({ table, columns }) => Object.keys(columns).map(column => `${snake(table)}.${snake(column)}`))
  expect(listed.sort()).toEqual(rows.map(({ name }) => name))
})

test('after a rotation all values and files are encrypted anew, although the run is killed in its middle', async () => {
  const { account, memberId } = owner
  const { webhookId, appId, secret: text } = await createWebhook(database.db, account, { url: 'http://127.0.0.1:9/' })
  const keyIds = Array.from({ length: 1_500 }, (_, index) => `HYAK${String(index).padStart(20, '0')}`)
  await database.platformDb
    .insertInto('accessKey')
    .values(
      keyIds.map(accessKeyId => ({ accessKeyId, accountId: account, appId, ...keptSecret(former, accessKeyId, `of ${accessKeyId}`) })),
    )
    .execute()
  // As it was before there were key ids.
  const totpSecret = encryptTotp(former, memberId, 'JBSWY3DPEHPK3PXP').subarray(8)
  await asAccount(database.db, account, tx =>
    tx.updateTable('member').set({ totpSecret }).where('accountId', '=', account).where('memberId', '=', memberId).execute(),
  )
  const files = new Files(path.join(folder, 'files'), former)
  const fileIds = [newId(), newId(), newId()]
  for (const fileId of fileIds) await files.writeEncrypted(account, fileId, Buffer.from(fileId))
  await files.put(account, newId(), Readable.from([Buffer.from('plain')]), 10)
  const archive = {
    vault: new Vault(new FolderStore(path.join(folder, 'archive')), ring),
    secret: ring,
    url: urlAs(database.url, 'hongyan_platform'),
  }
  const where = { db: database.platformDb, secret: ring, files: new Files(files.place, ring), archive }

  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, HONGYAN_SECRET: ring }
  const run = fork(path.join(import.meta.dirname, '../../bin/secret.ts'), ['re-encrypt'], { env })
  const ended = once(run, 'exit')
  const rowCount = async () => (await where.db.selectFrom('reEncryption').select('rowCount').executeTakeFirst())?.rowCount ?? 0
  await expect.poll(rowCount, { interval: 5 }).toBeGreaterThan(0)
  run.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  const killed = await readUse(where.db, ring, where.files)
  expect(killed.map(({ isCurrent, valueCount }) => [isCurrent, valueCount > 0])).toEqual(expect.arrayContaining([[true, true]]))
  expect(killed.filter(one => !one.isCurrent && one.valueCount > 0)).not.toEqual([])

  await reEncryptAll(where, () => now)
  expect((await readUse(where.db, ring, where.files)).map(({ valueCount, fileCount }) => [valueCount, fileCount])).toEqual([
    [keyIds.length + 2, fileIds.length],
    [0, 0],
  ])
  // The current secret alone opens all of them.
  const rows = await where.db.selectFrom('accessKey').select(['accessKeyId', 'encryptedSecret']).where('accountId', '=', account).execute()
  expect(rows.every(row => openKeySecret(current, row.accessKeyId, row.encryptedSecret) === `of ${row.accessKeyId}`)).toBe(true)
  const webhook = await where.db.selectFrom('appWebhook').selectAll().where('accountId', '=', account).executeTakeFirstOrThrow()
  expect(openWebhookSecret(current, webhookId, webhook.encryptedSecret)).toBe(text)
  const member = await where.db.selectFrom('member').select('totpSecret').where('accountId', '=', account).executeTakeFirstOrThrow()
  expect(decryptTotp(current, memberId, member.totpSecret ?? Buffer.alloc(0))).toBe('JBSWY3DPEHPK3PXP')
  for (const fileId of fileIds) expect((await new Files(files.place, current).readEncrypted(account, fileId)).toString()).toBe(fileId)
  expect(await reEncrypt(where, now)).toBe(false)
})

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { keyReader } from './keys.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const secret = 'a-secret-of-a-key-0123456789'
const key = (id: string, text = secret) => `Bearer ${id}:${text}`

test('a key opens its own app; switched off it is refused within five seconds', async () => {
  const { account } = await createAccount(database.db)
  const [appId, id] = [newId(), 'HYTEST0000000001']
  await database.platformDb.insertInto('app').values({ account_id: account, app_id: appId, name: '订单系统' }).execute()
  const secretHash = createHash('sha256').update(secret).digest()
  await database.platformDb
    .insertInto('access_key')
    .values({ access_key_id: id, account_id: account, app_id: appId, secret_hash: secretHash })
    .execute()
  let atMs = Date.parse('2026-11-02T01:00:00Z')
  const ownerOf = keyReader(database.db, () => new Date(atMs))
  expect(await ownerOf(key(id))).toEqual({ account, appId })
  await expect(ownerOf(key(id, `${secret}x`))).rejects.toMatchObject({ code: 'key_invalid' })
  await expect(ownerOf(key('HYTEST0000000002'))).rejects.toMatchObject({ code: 'key_invalid' })
  await database.platformDb.updateTable('access_key').set({ state: 'disabled' }).where('access_key_id', '=', id).execute()
  atMs += 5_000
  await expect(ownerOf(key(id))).rejects.toMatchObject({ code: 'key_invalid' })
})

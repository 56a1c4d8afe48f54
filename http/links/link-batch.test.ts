import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { encodeId, newId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'

let database: TestDatabase
let app: App
let base: string
let me: TestAccount
beforeAll(async () => {
  database = await createTestDatabase()
  app = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now: () => new Date(), shortLinkUrl: 'https://hy-s.cn' })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  me = await createAccount(database.db)
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

/** A batch for one recipient, from a file that this session or an earlier one uploaded. */
async function batchOf(sessionId: string | null): Promise<string> {
  const { platformDb: db } = database
  const [uploadId, batchId] = [newId(), newId()]
  const own = { accountId: me.account, createdAt: new Date() }
  const file = { fileName: '会员.csv', byteCount: 1, origin: 'file', state: 'ready', shape: '{}', refusedFileId: newId() }
  await db
    .insertInto('upload')
    .values({ ...own, ...file, uploadId, sessionId, memberId: me.memberId })
    .execute()
  const input = JSON.stringify({ way: 'recipients', uploadId, fileName: '会员.csv' })
  await db
    .insertInto('task')
    .values({ ...own, taskId: batchId, kind: 'make_links', state: 'done', input, memberId: me.memberId })
    .execute()
  await db
    .insertInto('linkBatchRow')
    .values({ accountId: me.account, batchId, line: 2, given: '13800138000', problem: '与前面的行重复' })
    .execute()
  return batchId
}

test('recipients are shown whole to the session that uploaded them and, logged, to members with the permission; else masked', async () => {
  const cookie = await createSessionCookie(database.platformDb, me.account, me.memberId)
  const { sessionId } = await database.platformDb
    .selectFrom('session')
    .select('sessionId')
    .where('accountId', '=', me.account)
    .executeTakeFirstOrThrow()
  const download = async (batchId: string) => {
    const answer = await fetch(`${base}/api/link-batches/result?linkBatchId=${encodeId('linkBatch', batchId)}`, { headers: { cookie } })
    return itemOrThrow(itemOrThrow((await answer.text()).split('\r\n'), 1).split(','), 1).trim()
  }
  const logged = () =>
    database.platformDb
      .selectFrom('auditLog')
      .select('object')
      .where('accountId', '=', me.account)
      .where('action', '=', 'link-recipients.download')
      .execute()
  expect(await download(await batchOf(sessionId))).toBe('13800138000')
  expect(await logged()).toEqual([])
  const older = await batchOf(null)
  expect(await download(older)).toBe('13800138000')
  expect(await logged()).toEqual([{ object: '会员.csv' }])
  await database.platformDb
    .updateTable('member')
    .set({ masksNumbers: true })
    .where('accountId', '=', me.account)
    .where('memberId', '=', me.memberId)
    .execute()
  expect(await download(older)).toBe('138****8000')
  expect(await logged()).toHaveLength(1)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type AccountId, encodeId, type IdNoun, idNouns, newId } from '#values/id.ts'
import { objectName } from './object-name.ts'

let database: TestDatabase
let mine: Awaited<ReturnType<typeof prepareUpload>>
let other: Awaited<ReturnType<typeof prepareUpload>>

beforeAll(async () => {
  database = await createTestDatabase()
  mine = await prepareUpload(database.db, new Date(), 1)
  other = await prepareUpload(database.db, new Date(), 1)
})
afterAll(() => database?.close())

const named = (section: string, sent: Record<string, unknown>, account: AccountId = mine.account) =>
  asAccount(database.db, account, (tx: Tx) => objectName(tx, account, section, sent))
const wire = (noun: IdNoun, id: string) => encodeId(noun, id)

test('object name: the name of the object, of the section’s main object first', async () => {
  const sent = { templateId: wire('template', mine.templateId), signatureId: wire('signature', mine.signatureId) }
  expect(await named('signatures', sent)).toBe('【测试商城】')
  expect(await named('templates', sent)).toMatch(/^\S+ SMS_\d+$/)
  expect(await named('uploads', { uploadId: wire('upload', mine.uploadId), ...sent })).toBe('numbers.csv')
})

test('new object: named as sent; phone numbers are masked, lists are counted', async () => {
  expect(await named('templates', { name: '发货', text: '您好' })).toBe('发货')
  expect(await named('signatures', { text: '云栈' })).toBe('【云栈】')
  expect(await named('webhooks', { url: 'https://example.com/hook?key=1234' })).toBe('https://example.com/hook')
  expect(await named('blacklist', { signatureId: null, numbers: ['13800138000', '13900139000'] })).toBe('138****8000 等 2 个')
  expect(await named('contacts', { phone: '13800138000', name: '' })).toBe('138****8000')
  expect(await named('links', { title: '打13800138000' })).toBe('打138****8000')
  expect(await named('exports', { source: 'message' })).toBe('发送记录')
  expect(await named('sign-out', {})).toBeNull()
})

test('object of another account: has no name', async () => {
  expect(await named('signatures', { signatureId: wire('signature', other.signatureId) })).toBeNull()
})

test.each(idNouns)('unknown id of %s: no name and no error', async noun => {
  expect(await named('other', { thingId: wire(noun, newId()) })).toBeNull()
})

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportMapping } from '#contract/recipients/contact-task.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { receiveUpload } from '../upload/upload.ts'
import { runContactTask } from './act.ts'
import { registerConsent } from './contact.ts'
import { createField } from './field.ts'
import { createGroup, listGroups } from './group.ts'
import { listContacts } from './list.ts'
import { countDuplicates, type Mergeable, mergeContacts } from './merge.ts'
import { pasteContacts } from './paste.ts'
import { createTag, listTags } from './tag.ts'
import { cancelTask, readTask, refusedContactsFile, startAct, startImport } from './task.ts'

const now = new Date('2026-11-21T02:00:00Z')
const database = prepareTestDatabase()
let files: Files
let owner: TestAccount
beforeAll(async () => {
  files = new Files(await mkdtemp(path.join(os.tmpdir(), 'hongyan-contacts-')))
})
afterAll(() => rm(files.place, { recursive: true, force: true }))

const run = <T>(work: (tx: Tx, account: AccountId) => Promise<T>) => asAccount(database.db, owner.account, tx => work(tx, owner.account))
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
/** An account of its own with a group. */
async function begin() {
  owner = await createAccount(database.db)
  return makeGroup('老客户')
}
const makeGroup = (name: string) => run(async (tx, account) => (await createGroup(tx, account, { name, now })).groupId)
const paste = (groupId: string, text: string) => run((tx, account) => pasteContacts(tx, account, { groupId, text, now }))
const contacts = async (filter: object = {}) =>
  (await run((tx, account) => listContacts(tx, account, { pageSize: 100, now, ...filter }))).rows.toSorted((a, b) =>
    a.phone < b.phone ? -1 : 1,
  )
const start = (act: Parameters<typeof startAct>[2]['act']) =>
  run(async (tx, account) => (await startAct(tx, account, { act, memberId: owner.memberId, now })).taskId)
const work = (taskId: string, db: Db = database.platformDb) =>
  runContactTask(owner.account, taskId, { db, files, now: () => now, pieceRows: 3 })
const stateOf = (taskId: string) => run((tx, account) => readTask(tx, account, taskId, now))
async function done(act: Parameters<typeof start>[0]) {
  const taskId = await start(act)
  await work(taskId)
  return stateOf(taskId)
}
const upload = (content: string) =>
  receiveUpload(database.db, owner.account, files, {
    fileName: '客户.csv',
    bytes: Readable.from([Buffer.from(content)]),
    memberId: owner.memberId,
    now,
  })
const plain: ImportMapping = {
  hasHeader: true,
  phoneColumn: 0,
  nameColumn: 1,
  remarkColumn: null,
  tagsColumn: null,
  fieldColumns: [],
  rule: 'skip',
  consent: null,
  tagIds: [],
}
async function startFile(groupId: string, content: string, mapping: Partial<ImportMapping> = {}) {
  const uploadId = await upload(content)
  const input = { ...plain, ...mapping, uploadId, groupId, memberId: owner.memberId, now }
  return run(async (tx, account) => (await startImport(tx, account, input)).taskId)
}
async function importFile(...file: Parameters<typeof startFile>) {
  const taskId = await startFile(...file)
  await work(taskId)
  return stateOf(taskId)
}
async function refusedOf(taskId: string) {
  const { fileId } = await run((tx, account) => refusedContactsFile(tx, account, taskId))
  return (await buffer(files.open(owner.account, fileId))).toString().trimEnd().split('\r\n').slice(1)
}

test('consent is recorded for all contacts of a filter; an earlier one stays as it was given', async () => {
  const groupId = await begin()
  await paste(groupId, '13800000001 张三\n13800000002 李四')
  const known = firstOrThrow(await contacts())
  await run((tx, account) =>
    registerConsent(tx, account, { contactIds: [known.contactId], consent: { kind: 'form', note: '预约', at: null } }),
  )
  const declared = { kind: 'paper' as const, note: '门店登记', at: now, isDeclared: true as const }
  expect(await done({ kind: 'consent', filter: { groupId }, consent: declared })).toMatchObject({
    state: 'done',
    counts: { done: 1, unchanged: 1 },
  })
  expect((await contacts()).map(row => [row.phone === known.phone, row.consent?.note]).sort()).toEqual([
    [false, '门店登记'],
    [true, '预约'],
  ])
})

test('each row of a file has one outcome, and refused rows are in a file with line and reason', async () => {
  const groupId = await begin()
  const { fieldKey } = await run((tx, account) => createField(tx, account, { name: '生日', now }))
  const { tagId } = await run((tx, account) => createTag(tx, account, { name: '导入', now }))
  await paste(groupId, '13800000001 张三')
  const content = [
    '电话,名字,生日,标签,说明',
    '13800000001,张山,5月1日,老客,',
    '"138 0000 0002","李四 ""小李""",,老客、贵宾,爱喝茶',
    '13800000002,李思,,,',
    '12345,王五,,,',
    `13800000003,${'长'.repeat(33)},,,`,
    '+8613800000004,,6月1日,,',
  ].join('\n')
  const consent = { kind: 'form' as const, note: '官网表单', at: now }
  const mapping = { remarkColumn: 4, tagsColumn: 3, fieldColumns: [{ fieldKey, column: 2 }], consent, tagIds: [tagId] }
  const task = await importFile(groupId, content, { ...mapping, rule: 'fill' })
  expect(task).toMatchObject({ state: 'done', totalCount: 6, doneCount: 6, hasRefusedRows: true, subject: '客户.csv → 老客户' })
  expect(task.counts).toEqual({ added: 2, updated: 1, duplicate: 1, malformed: 2 })
  expect(await refusedOf(task.taskId)).toEqual([
    '13800000002,李思,,,,4,与前面的行重复,13800000002',
    '12345,王五,,,,5,号码格式错误,12345',
    `13800000003,${'长'.repeat(33)},,,,6,姓名不能超过32个字,${'长'.repeat(33)}`,
  ])
  const tags = new Map((await run(listTags)).map(tag => [tag.tagId, tag.name]))
  const shown = (await contacts()).map(row => [
    row.phone.at(-1),
    row.name,
    row.fields[fieldKey],
    row.remark,
    row.tagIds.map(id => tags.get(id)).sort(),
  ])
  expect(shown).toEqual([
    ['1', '张三', '5月1日', '', ['导入', '老客'].sort()],
    ['2', '李四 "小李"', undefined, '爱喝茶', ['导入', '老客', '贵宾'].sort()],
    ['4', '', '6月1日', '', ['导入']],
  ])
  expect(firstOrThrow(await contacts()).consent).toEqual(consent)
})

test.each([
  ['skip', { skipped: 2, added: 1 }, ['旧名', '']],
  ['fill', { unchanged: 1, updated: 1, added: 1 }, ['旧名', '新乙']],
  ['overwrite', { updated: 2, added: 1 }, ['新甲', '新乙']],
] as const)('a number that is there already: %s', async (rule, counts, names) => {
  const groupId = await begin()
  await paste(groupId, '13800000001 旧名\n13800000002')
  const task = await importFile(groupId, '手机号,姓名\n13800000001,新甲\n13800000002,新乙\n13800000003,丙', { rule })
  expect(task.counts).toEqual(counts)
  expect((await contacts()).map(row => row.name)).toEqual([...names, '丙'])
  // An empty cell deletes nothing, whatever the rule.
  await importFile(groupId, '手机号,姓名\n13800000003,\n', { rule })
  expect(itemOrThrow(await contacts(), 2).name).toBe('丙')
})

test('a killed import resumes after its last piece: each row is written once, and all refused rows are in the file', async () => {
  const groupId = await begin()
  const lines = Array.from({ length: 20 }, (_, index) =>
    index % 5 === 4 ? `x${index},坏` : `138000000${String(index).padStart(2, '0')},客户${index}`,
  )
  const taskId = await startFile(groupId, `手机号,姓名\n${lines.join('\n')}\n13800000000,重复`)
  let pieces = 0
  const dying = new Proxy(database.platformDb, {
    get: (db, name) => {
      if (name === 'transaction') pieces += 1
      if (pieces > 5) throw new Error('killed')
      const found = Reflect.get(db, name)
      return typeof found === 'function' ? found.bind(db) : found
    },
  })
  await expect(work(taskId, dying)).rejects.toThrow('killed')
  const half = await stateOf(taskId)
  expect(half.state).toBe('running')
  expect(half.doneCount).toBeGreaterThan(0)
  expect(half.doneCount).toBeLessThan(21)
  await work(taskId)
  expect(await stateOf(taskId)).toMatchObject({ state: 'done', doneCount: 21, counts: { added: 16, malformed: 4, duplicate: 1 } })
  expect(await contacts()).toHaveLength(16)
  expect(await refusedOf(taskId)).toHaveLength(5)
  expect(firstOrThrow(await run(listGroups)).contactCount).toBe(16)
})

test('a stopped task stops where it is', async () => {
  const groupId = await begin()
  await paste(groupId, Array.from({ length: 7 }, (_, index) => `1380000000${index}`).join('\n'))
  const taskId = await start({ kind: 'delete', filter: { groupId } })
  await run((tx, account) => cancelTask(tx, account, { taskId, now }))
  expect(await refusalOf(run((tx, account) => cancelTask(tx, account, { taskId, now })))).toBe('state_forbids')
  await work(taskId)
  expect(await contacts()).toHaveLength(7)
  expect(await stateOf(taskId)).toMatchObject({ state: 'canceled', doneCount: 0 })
})

test('tasks act on all contacts of a filter: copy, move, tag, untag, delete, and count those that failed', async () => {
  const from = await begin()
  const to = await makeGroup('新客户')
  await paste(from, Array.from({ length: 8 }, (_, index) => `1380000000${index} 客户${index}`).join('\n'))
  await paste(to, '13800000000 已有')
  const { tagId } = await run((tx, account) => createTag(tx, account, { name: '春茶', now }))
  expect((await done({ kind: 'copy', filter: {}, groupId: to })).counts).toEqual({ done: 7, stayed: 2 })
  expect((await done({ kind: 'tag', filter: { groupId: to, search: '客户' }, tagId })).counts).toEqual({ done: 7 })
  expect(await contacts({ groupId: to, tagId })).toHaveLength(7)
  expect((await done({ kind: 'move', filter: { groupId: to, tagId }, groupId: from })).counts).toEqual({ stayed: 7 })
  expect((await done({ kind: 'untag', filter: { tagId }, tagId })).counts).toEqual({ done: 7 })
  expect((await done({ kind: 'delete', filter: { groupId: from } })).counts).toEqual({ done: 8 })
  expect((await run(listGroups)).map(group => group.contactCount).sort()).toEqual([0, 8])
  expect(await refusalOf(start({ kind: 'delete', filter: { groupId: from } }))).toBe('contacts_none')
})

const contact = (facts: Partial<Mergeable>): Mergeable => ({
  contactId: '1',
  groupId: 'g',
  phone: '13800000001',
  name: '',
  remark: '',
  fields: {},
  consentKind: null,
  consentNote: '',
  consentAt: null,
  ...facts,
})

test('the rule decides which of several contacts with one number stays; missing fields come from the others', () => {
  const [old, full, young] = [
    contact({ contactId: '1', name: '旧' }),
    contact({ contactId: '2', name: '全', remark: '备注', fields: { 1: 'a', 2: 'b' } }),
    contact({ contactId: '3', fields: { 2: 'c' }, consentKind: 'form', consentNote: '官网' }),
  ]
  const all = { fields: { 1: 'a', 2: 'b' }, remark: '备注', consentKind: 'form', consentNote: '官网' }
  expect(mergeContacts([young, full, old], 'oldest')).toMatchObject({
    kept: { contactId: '1', name: '旧', ...all },
    removed: [full, young],
  })
  expect(mergeContacts([young, full, old], 'newest').kept).toMatchObject({ contactId: '3', name: '全', fields: { 1: 'a', 2: 'c' } })
  expect(mergeContacts([young, full, old], 'fullest').kept).toMatchObject({ contactId: '2', name: '全', ...all })
})

test('duplicates across groups are counted first and then merged, with their tags', async () => {
  const [one, two] = [await begin(), await makeGroup('新客户')]
  await paste(one, Array.from({ length: 8 }, (_, index) => `1380000000${index} 甲${index}`).join('\n'))
  await paste(two, Array.from({ length: 6 }, (_, index) => `1380000000${index + 4} 乙${index + 4}`).join('\n'))
  const { tagId } = await run((tx, account) => createTag(tx, account, { name: '春茶', now }))
  await done({ kind: 'tag', filter: { groupId: two }, tagId })
  expect(await run(countDuplicates)).toEqual({ phoneCount: 4, surplusCount: 4 })
  expect((await done({ kind: 'merge', keep: 'oldest' })).counts).toEqual({ merged: 4, removed: 4 })
  expect((await contacts()).map(row => row.name)).toEqual(['甲0', '甲1', '甲2', '甲3', '甲4', '甲5', '甲6', '甲7', '乙8', '乙9'])
  expect(firstOrThrow(await run(listTags)).contactCount).toBe(6)
  expect(await contacts({ tagId })).toHaveLength(6)
  expect((await run(listGroups)).map(group => group.contactCount).sort()).toEqual([2, 8])
  expect(await refusalOf(start({ kind: 'merge', keep: 'oldest' }))).toBe('contacts_none')
})

test("a task is refused for another account's group, tag or file, a column used twice, or too many at a time", async () => {
  const groupId = await begin()
  await paste(groupId, '13800000001')
  const { tagId } = await run((tx, account) => createTag(tx, account, { name: '私有', now }))
  const uploadId = await upload('13800000001\n13800000002')
  const theirs = await begin()
  await paste(theirs, '13800000009')
  expect(await refusalOf(start({ kind: 'move', filter: {}, groupId }))).toBe('not_found')
  expect(await refusalOf(start({ kind: 'tag', filter: {}, tagId }))).toBe('not_found')
  expect(await refusalOf(start({ kind: 'delete', filter: { groupId } }))).toBe('contacts_none')
  const input = { ...plain, nameColumn: null, memberId: owner.memberId, now }
  const startWith = (facts: object) =>
    refusalOf(run((tx, account) => startImport(tx, account, { ...input, uploadId, groupId: theirs, ...facts })))
  expect(await startWith({})).toBe('not_found')
  const own = await upload('13800000001\n13800000002')
  expect(await startWith({ uploadId: own, groupId })).toBe('not_found')
  expect(await startWith({ uploadId: own, tagIds: [tagId] })).toBe('not_found')
  expect(await startWith({ uploadId: own, nameColumn: 0 })).toBe('input_invalid')
  for (let count = 0; count < 5; count += 1)
    await start({
      kind: 'tag',
      filter: {},
      tagId: (await run((tx, account) => createTag(tx, account, { name: `标签${count}`, now }))).tagId,
    })
  expect(await startWith({ uploadId: own })).toBe('contact_tasks_busy')
})

test('a file without numbers fails with its sentence and leaves no file', async () => {
  const groupId = await begin()
  const task = await importFile(groupId, '姓名,电话\n张三,无\n李四,没有\n')
  expect(task).toMatchObject({ state: 'failed', failure: '所选列中没有可用的手机号，请检查列的对应关系', hasRefusedRows: false })
  expect(await readdir(path.join(files.place, owner.account))).toHaveLength(1)
})

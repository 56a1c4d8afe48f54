import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { runContactTask } from './act.ts'
import { addContact, editContact, moveContacts, removeContacts } from './contact.ts'
import { createGroup, deleteGroup, editGroup, listGroups } from './group.ts'
import { type ContactList, listContacts } from './list.ts'
import { pasteContacts } from './paste.ts'
import { readTask, startAct } from './task.ts'

const now = new Date('2026-11-21T02:00:00Z')
const database = prepareTestDatabase()
let owner: TestAccount
let stranger: TestAccount
beforeAll(async () => {
  owner = await createAccount(database.db)
  stranger = await createAccount(database.db)
})

const run = <T>(work: (tx: Tx, account: AccountId) => Promise<T>, account = owner.account) =>
  asAccount(database.db, account, tx => work(tx, account))
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
const makeGroup = (name: string, account = owner.account) =>
  run(async (tx, id) => (await createGroup(tx, id, { name, now })).groupId, account)
const paste = (groupId: string, text: string) => run((tx, account) => pasteContacts(tx, account, { groupId, text, now }))
const add = (groupId: string, phone: string, name = '') => run((tx, account) => addContact(tx, account, { groupId, phone, name, now }))
const list = (input: Partial<ContactList> = {}) => run((tx, account) => listContacts(tx, account, { pageSize: 100, now, ...input }))
const namesIn = async (groupId: string) => (await list({ groupId })).rows.map(row => row.name).sort()
/** The stored count, checked against the contacts. */
async function countOf(groupId: string) {
  const group = (await run(listGroups)).find(one => one.groupId === groupId)
  const rows = await run((tx, account) =>
    tx.selectFrom('contact').select('contactId').where('accountId', '=', account).where('groupId', '=', groupId).execute(),
  )
  expect(group?.contactCount).toBe(rows.length)
  return rows.length
}
let made = 0
const freshPhone = () => {
  made += 1
  return `137${String(made).padStart(8, '0')}`
}

test('groups have unique names, and are deleted with their contacts unless there are more than were seen', async () => {
  const groupId = await makeGroup('老客户')
  expect(await refusalOf(makeGroup('老客户'))).toBe('group_taken')
  const other = await makeGroup('新客户')
  const rename = (name: string) => refusalOf(run((tx, account) => editGroup(tx, account, { groupId: other, name })))
  expect(await rename('老客户')).toBe('group_taken')
  expect(await rename('新客户')).toBe('done')
  await paste(groupId, `${freshPhone()}\n${freshPhone()}`)
  const remove = (contactCount: number) => run((tx, account) => deleteGroup(tx, account, { groupId, contactCount }))
  expect(await refusalOf(remove(1))).toBe('group_grew')
  expect(await remove(2)).toEqual({ removedCount: 2 })
  expect((await list({ groupId })).rows).toEqual([])
  expect(await refusalOf(remove(2))).toBe('not_found')
})

test('each pasted row has one outcome, and the counts are those of the rows', async () => {
  const groupId = await makeGroup('粘贴')
  const [known, renamed, fresh] = [freshPhone(), freshPhone(), freshPhone()]
  await paste(groupId, `${known} 张三\n${renamed} 李四`)
  const { counts, rows } = await paste(
    groupId,
    [known, `${renamed} 李思`, `王五,${fresh}`, `${fresh} 王六`, '12345 赵七', `${freshPhone()} ${'长'.repeat(33)}`].join('\n'),
  )
  expect(rows.map(row => [row.position, row.outcome, row.reason])).toEqual([
    [1, 'known', ''],
    [2, 'updated', ''],
    [3, 'added', ''],
    [4, 'duplicate', '与第3行相同'],
    [5, 'malformed', '号码格式错误'],
    [6, 'malformed', '姓名不能超过32个字'],
  ])
  expect(counts).toEqual({ known: 1, updated: 1, added: 1, duplicate: 1, malformed: 2 })
  expect(await namesIn(groupId)).toEqual(['张三', '李思', '王五'])
  expect(await countOf(groupId)).toBe(3)
  expect(await refusalOf(paste(groupId, ' \n '))).toBe('paste_empty')
})

test('a paste takes ten thousand and refuses one more; a full group must be emptied by a task before it is deleted', async () => {
  const groupId = await makeGroup('一万')
  const line = (_: unknown, index: number) => `136${String(index).padStart(8, '0')} 客户${index}`
  const { counts } = await paste(groupId, Array.from({ length: 10_000 }, line).join('\n'))
  expect(counts.added).toBe(10_000)
  expect(await countOf(groupId)).toBe(10_000)
  expect(await refusalOf(paste(groupId, Array.from({ length: 10_001 }, line).join('\n')))).toBe('paste_too_many_contacts')
  expect(await refusalOf(run((tx, account) => deleteGroup(tx, account, { groupId, contactCount: 10_000 })))).toBe('group_too_full')
  const act = { kind: 'delete', filter: { groupId } } as const
  const { taskId } = await run((tx, account) => startAct(tx, account, { act, memberId: owner.memberId, now }))
  await runContactTask(owner.account, taskId, { db: database.platformDb, files: new Files('/dev/null/files'), now: () => now })
  expect(await run((tx, account) => readTask(tx, account, taskId, now))).toMatchObject({
    state: 'done',
    totalCount: 10_000,
    counts: { done: 10_000 },
  })
  expect(await countOf(groupId)).toBe(0)
  expect(await run((tx, account) => deleteGroup(tx, account, { groupId, contactCount: 0 }))).toEqual({ removedCount: 0 })
})

test('a contact is added, changed and deleted; a number is unique in a group', async () => {
  const groupId = await makeGroup('单个')
  const [first, second] = [freshPhone(), freshPhone()]
  const { contactId } = await add(groupId, first, '张三')
  await add(groupId, second)
  expect(await refusalOf(add(groupId, first))).toBe('contact_exists')
  const edit = (facts: { phone?: string; name: string }) =>
    refusalOf(run((tx, account) => editContact(tx, account, { contactId, ...facts })))
  expect(await edit({ phone: second, name: '张三' })).toBe('contact_exists')
  expect(await edit({ phone: first, name: '张山' })).toBe('done')
  expect(await edit({ name: '章山' })).toBe('done')
  expect((await list({ groupId, search: first })).rows).toMatchObject([{ contactId, phone: first, name: '章山', groupName: '单个' }])
  expect(await run((tx, account) => removeContacts(tx, account, [contactId, newId()]))).toEqual({ removedCount: 1 })
  expect(await countOf(groupId)).toBe(1)
  expect(await refusalOf(run((tx, account) => removeContacts(tx, account, [contactId])))).toBe('not_found')
})

test('moving skips numbers already in the other group, and moves the first of two with one number', async () => {
  const [from, also, to] = [await makeGroup('甲'), await makeGroup('乙'), await makeGroup('丙')]
  const [shared, there, free] = [freshPhone(), freshPhone(), freshPhone()]
  const contacts = [await add(from, shared), await add(also, shared), await add(from, there), await add(from, free)]
  await add(to, there)
  const ids = contacts.map(one => one.contactId)
  const move = () => run((tx, account) => moveContacts(tx, account, { contactIds: ids, groupId: to }))
  expect(await move()).toEqual({ movedCount: 2, stayedCount: 2 })
  expect(await Promise.all([from, also, to].map(countOf))).toEqual([1, 1, 3])
  expect(await move()).toEqual({ movedCount: 0, stayedCount: 4 })
})

test('a search finds whole numbers, last four digits and prefixes of names, in one group or in all', async () => {
  const [one, two] = [await makeGroup('搜索一'), await makeGroup('搜索二')]
  await paste(one, '15512346789 欧阳晴\n15512340001 Anna Li\n15512340002 100%')
  await paste(two, '15600006789 欧阳朗\n15512346789 欧阳')
  const found = async (search: string, groupId?: string) => (await list({ search, groupId })).rows.map(row => row.name).sort()
  expect(await found('155 1234 6789')).toEqual(['欧阳', '欧阳晴'])
  expect(await found('6789')).toEqual(['欧阳', '欧阳晴', '欧阳朗'].sort())
  expect(await found('6789', one)).toEqual(['欧阳晴'])
  expect(await found('欧阳')).toEqual(['欧阳', '欧阳晴', '欧阳朗'].sort())
  expect(await found('欧阳', two)).toEqual(['欧阳', '欧阳朗'].sort())
  expect(await found('阳')).toEqual([])
  expect(await found('aNN')).toEqual(['Anna Li'])
  expect(await found('%')).toEqual([])
})

test.each([
  [undefined, undefined],
  ['页', undefined],
  [undefined, 'name'],
] as const)('pages follow each other without gap or repetition (search %s, order %s)', async (search, order) => {
  const groupId = await makeGroup(`分页${search ?? ''}${order ?? ''}`)
  const names = Array.from({ length: 25 }, (_, index) => `页${index % 3}`)
  await paste(groupId, names.map(name => `${freshPhone()} ${name}`).join('\n'))
  const seen: string[] = []
  const seenNames: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await list({ groupId, search, order, pageSize: 10, cursor })
    seenNames.push(...page.rows.map(row => row.name))
    seen.push(...page.rows.map(row => row.contactId))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  expect(seen).toHaveLength(25)
  expect(new Set(seen).size).toBe(25)
  expect(seenNames).toEqual(search || order ? names.toSorted() : names.toReversed())
  expect((await list({ groupId, search, order, cursor: 'nonsense' })).rows).toHaveLength(25)
})

test('by name: letters first, then by pinyin, and every character has a place', async () => {
  const groupId = await makeGroup('拼音')
  const names = ['anna', 'Ben', '安宁', '陈静', '李娜', '李想', '王芳', '赵一', '😀']
  await paste(
    groupId,
    names
      .toReversed()
      .map(name => `${freshPhone()} ${name}`)
      .join('\n'),
  )
  const found = async (input: Partial<ContactList>) => (await list({ groupId, ...input })).rows.map(row => row.name)
  const sorted = await found({ order: 'name' })
  expect(sorted.filter(name => name !== '😀')).toEqual(names.slice(0, -1))
  expect(sorted).toContain('😀')
  expect(await found({ search: '李' })).toEqual(['李娜', '李想'])
  expect(await found({ search: '😀' })).toEqual(['😀'])
})

test("another account's groups and contacts are not found", async () => {
  const groupId = await makeGroup('只属于我')
  const phone = freshPhone()
  const { contactId } = await add(groupId, phone, '石榴籽')
  const theirs = await makeGroup('别人的', stranger.account)
  const asStranger = (work: (tx: Tx, account: AccountId) => Promise<unknown>) => refusalOf(run(work, stranger.account))
  expect(await asStranger((tx, account) => moveContacts(tx, account, { contactIds: [contactId], groupId: theirs }))).toBe('not_found')
  expect(await asStranger((tx, account) => removeContacts(tx, account, [contactId]))).toBe('not_found')
  expect(await asStranger((tx, account) => editContact(tx, account, { contactId, name: '' }))).toBe('not_found')
  expect(await asStranger((tx, account) => pasteContacts(tx, account, { groupId, text: phone, now }))).toBe('not_found')
  expect(await refusalOf(run((tx, account) => moveContacts(tx, account, { contactIds: [contactId], groupId: theirs })))).toBe('not_found')
  expect((await run((tx, account) => listContacts(tx, account, { search: phone, pageSize: 10, now }), stranger.account)).rows).toEqual([])
  expect(await countOf(groupId)).toBe(1)
})

test('concurrent writers of the same groups are serialized, and the counts are right', async () => {
  const [one, two] = [await makeGroup('同时一'), await makeGroup('同时二')]
  const contacts = await Promise.all(Array.from({ length: 6 }, (_, index) => add(index % 2 ? one : two, freshPhone())))
  const ids = contacts.map(contact => contact.contactId)
  await Promise.all([
    run((tx, account) => moveContacts(tx, account, { contactIds: ids, groupId: one })),
    run((tx, account) => moveContacts(tx, account, { contactIds: ids, groupId: two })),
    paste(one, freshPhone()),
    paste(two, freshPhone()),
  ])
  expect((await countOf(one)) + (await countOf(two))).toBe(8)
})

import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { addContact, copyContacts, editContact, moveContacts, removeContacts } from './contact.ts'
import { createField, listFields, removeField, renameField } from './field.ts'
import { createGroup, deleteGroup, editGroup } from './group.ts'
import { listContacts, readContact } from './list.ts'
import { createTag, listTags, removeTag, renameTag, tagContacts, untagContacts } from './tag.ts'

const now = new Date('2026-11-21T02:00:00Z')
const database = prepareTestDatabase()
let owner: TestAccount
beforeAll(async () => {
  owner = await createAccount(database.db)
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
const makeGroup = (name: string, parentId: string | null = null) =>
  run(async (tx, account) => (await createGroup(tx, account, { name, parentId, now })).groupId)
const tagCounts = async () => Object.fromEntries((await run(listTags)).map(tag => [tag.name, tag.contactCount]))

test('groups are a tree of two levels; a name is unique below its parent', async () => {
  const east = await makeGroup('华东')
  const shop = await makeGroup('门店', east)
  expect(await refusalOf(makeGroup('门店', east))).toBe('group_taken')
  await makeGroup('门店')
  expect(await refusalOf(makeGroup('柜台', shop))).toBe('group_too_deep')
  const edit = (groupId: string, parentId: string | null, name = '门店') =>
    refusalOf(run((tx, account) => editGroup(tx, account, { groupId, name, parentId })))
  expect(await edit(shop, null)).toBe('group_taken')
  expect(await edit(shop, null, '总店')).toBe('done')
  expect(await edit(shop, shop, '总店')).toBe('group_too_deep')
  expect(await edit(shop, east, '总店')).toBe('done')
  const north = await makeGroup('华北')
  expect(await edit(east, north, '华东')).toBe('group_too_deep')
  const remove = (groupId: string) => refusalOf(run((tx, account) => deleteGroup(tx, account, { groupId, contactCount: 0 })))
  expect(await remove(east)).toBe('group_has_groups')
  expect(await remove(shop)).toBe('done')
  expect(await remove(east)).toBe('done')
})

test('a group includes those below it, and tags and consent narrow it', async () => {
  const top = await makeGroup('会员')
  const below = await makeGroup('金卡', top)
  const { tagId } = await run((tx, account) => createTag(tx, account, { name: '常客', now }))
  const add = (groupId: string, phone: string, tagIds: string[], kind: 'form' | null) =>
    run((tx, account) =>
      addContact(tx, account, {
        groupId,
        phone,
        name: `会员${phone.slice(-1)}`,
        tagIds,
        consent: kind && { kind, note: '', at: now },
        now,
      }),
    )
  await add(top, '13711110001', [tagId], 'form')
  await add(below, '13711110002', [tagId], null)
  await add(below, '13711110003', [], 'form')
  const found = async (filter: object) =>
    (await run((tx, account) => listContacts(tx, account, { pageSize: 100, now, groupId: top, ...filter }))).rows.map(row =>
      row.phone.at(-1),
    )
  expect(await found({})).toEqual(['3', '2', '1'])
  expect(await found({ groupId: below })).toEqual(['3', '2'])
  expect(await found({ tagId })).toEqual(['2', '1'])
  expect(await found({ groupId: below, tagId })).toEqual(['2'])
  expect(await found({ consent: 'no' })).toEqual(['2'])
  expect(await found({ search: '会员', tagId })).toEqual(['1', '2'])
  expect(await found({ search: '0003', tagId })).toEqual([])
  expect((await run((tx, account) => listContacts(tx, account, { pageSize: 1, now, groupId: top, tagId }))).nextCursor).not.toBeNull()
})

test('tag counts follow contacts that are added, deleted, moved and copied', async () => {
  const [from, to] = [await makeGroup('甲'), await makeGroup('乙')]
  const { tagId } = await run((tx, account) => createTag(tx, account, { name: '计数', now }))
  const add = (phone: string) => run((tx, account) => addContact(tx, account, { groupId: from, phone, name: '', now }))
  const contactIds = [(await add('13722220001')).contactId, (await add('13722220002')).contactId]
  const tag = () => run((tx, account) => tagContacts(tx, account, { contactIds, tagId }))
  expect(await tag()).toEqual({ changedCount: 2 })
  expect(await tag()).toEqual({ changedCount: 0 })
  expect(await run((tx, account) => copyContacts(tx, account, { contactIds, groupId: to, now }))).toEqual({
    copiedCount: 2,
    stayedCount: 0,
  })
  expect((await tagCounts()).计数).toBe(4)
  const inGroup = async (groupId: string) =>
    (await run((tx, account) => listContacts(tx, account, { pageSize: 9, now, groupId, tagId }))).rows.length
  const third = await makeGroup('丙')
  await run((tx, account) => moveContacts(tx, account, { contactIds: contactIds.slice(0, 1), groupId: third }))
  expect([await inGroup(from), await inGroup(to), await inGroup(third)]).toEqual([1, 2, 1])
  expect(await run((tx, account) => untagContacts(tx, account, { contactIds, tagId }))).toEqual({ changedCount: 2 })
  await run((tx, account) => removeContacts(tx, account, contactIds))
  expect((await tagCounts()).计数).toBe(2)
  await run((tx, account) => deleteGroup(tx, account, { groupId: to, contactCount: 2 }))
  expect((await tagCounts()).计数).toBe(0)
  expect(await refusalOf(run((tx, account) => renameTag(tx, account, { tagId, name: '常客' })))).toBe('contact_tag_taken')
  await run((tx, account) => removeTag(tx, account, tagId))
  expect(Object.keys(await tagCounts())).not.toContain('计数')
})

test("a contact stores texts of existing fields only; a deleted field's key is never reused", async () => {
  const groupId = await makeGroup('字段')
  const field = (name: string) => run(async (tx, account) => (await createField(tx, account, { name, now })).fieldKey)
  const [birthday, level] = [await field('生日'), await field('等级')]
  expect(await refusalOf(field('生日'))).toBe('contact_field_taken')
  expect(await refusalOf(run((tx, account) => renameField(tx, account, { fieldKey: level, name: '生日' })))).toBe('contact_field_taken')
  const fields = { [birthday]: '5月1日', [level]: '', 999: '没有这个字段' }
  const { contactId } = await run((tx, account) => addContact(tx, account, { groupId, phone: '13733330001', name: '张三', fields, now }))
  const read = () => run((tx, account) => readContact(tx, account, contactId, now))
  expect(await read()).toMatchObject({
    fields: { [birthday]: '5月1日' },
    consent: null,
    blockedBy: null,
    otherGroupNames: [],
    lastMessageAt: null,
  })
  await run((tx, account) => editContact(tx, account, { contactId, name: '张山' }))
  expect(await read()).toMatchObject({ name: '张山', fields: { [birthday]: '5月1日' } })
  await run((tx, account) => removeField(tx, account, { fieldKey: birthday, now }))
  expect((await read()).fields).toEqual({})
  expect(await field('生日')).toBe(level + 1)
  for (let made = (await run(listFields)).length; made < limits.contactFields; made += 1) await field(`字段${made}`)
  expect(await refusalOf(field('第十一个'))).toBe('too_many')
})

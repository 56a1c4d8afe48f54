import { beforeEach, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import { runContactTask } from '#domain/recipients/phonebook/act.ts'
import { editContact, moveContacts, registerConsent, removeContacts } from '#domain/recipients/phonebook/contact.ts'
import { createGroup, deleteGroup, listGroups } from '#domain/recipients/phonebook/group.ts'
import { listContacts } from '#domain/recipients/phonebook/list.ts'
import { pasteContacts } from '#domain/recipients/phonebook/paste.ts'
import { deleteGroupReversibly, recordContacts, removeTagReversibly } from '#domain/recipients/phonebook/record.ts'
import { createTag, listTags, tagContacts } from '#domain/recipients/phonebook/tag.ts'
import { startAct } from '#domain/recipients/phonebook/task.ts'
import { purgeUndo } from '#domain/undo-record/clean.ts'
import { findUndos, readUndo } from '#domain/undo-record/find.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { runUndo, undoAct } from './undo.ts'

const now = new Date('2026-11-21T02:00:00Z')
const later = new Date(now.getTime() + limits.undoHours * 3_600_000)
const shortLinkUrl = 'https://hy.example'
const database = prepareTestDatabase()
let owner: TestAccount
let from: string
let to: string

const run = <T>(work: (tx: Tx, account: AccountId) => Promise<T>) => asAccount(database.db, owner.account, tx => work(tx, owner.account))
const makeGroup = (name: string) => run(async (tx, account) => (await createGroup(tx, account, { name, now })).groupId)
/** Three contacts in one of two groups. */
beforeEach(async () => {
  owner = await createAccount(database.db)
  from = await makeGroup('老客户')
  to = await makeGroup('新客户')
  await paste(from, '13800000001 张三\n13800000002 李四\n13800000003 王五')
})

const by = () => ({ undoId: newId(), memberId: owner.memberId, now })
const paste = (groupId: string, text: string) => run((tx, account) => pasteContacts(tx, account, { groupId, text, now, undo: by() }))
const contacts = async (filter: object = {}) =>
  (await run((tx, account) => listContacts(tx, account, { pageSize: 100, now, ...filter }))).rows.toSorted((a, b) =>
    a.phone < b.phone ? -1 : 1,
  )
/** All that undo restores, but for the counts of groups and tags. */
const state = async () => ({ contacts: await contacts(), groups: await run(listGroups), tags: await run(listTags) })
const idsOf = async (filter: object = {}) => (await contacts(filter)).map(row => row.contactId)
const move = (contactIds: string[], groupId = to) =>
  run((tx, account) =>
    recordContacts(tx, account, { ...by(), touched: { contactIds }, targetGroupId: groupId }, () =>
      moveContacts(tx, account, { contactIds, groupId }),
    ),
  )
const remove = (contactIds: string[]) =>
  run((tx, account) => recordContacts(tx, account, { ...by(), touched: { contactIds } }, () => removeContacts(tx, account, contactIds)))

const undo = async (undoId: string | null, at = now) => {
  await run((tx, account) => undoAct(tx, account, { undoId: undoId ?? 'nothing', memberId: owner.memberId, now: at, shortLinkUrl }))
  return outcomeOf(undoId)
}
const read = (undoId: string | null) => run((tx, account) => readUndo(tx, account, undoId ?? 'nothing'))
/** What became of the rows. */
const outcomeOf = async (undoId: string | null) =>
  Object.fromEntries(Object.entries((await read(undoId)).counts).filter(([, count]) => count > 0))
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
const work = (taskId: string, db: Db = database.platformDb) =>
  runContactTask(owner.account, taskId, { db, files: new Files('/dev/null/files'), now: () => now, pieceRows: 2 })

/** The database of a program that is killed after so many transactions. */
function dyingAfter(most: number): Db {
  let count = 0
  return new Proxy(database.platformDb, {
    get: (db, name) => {
      if (name === 'transaction') count += 1
      if (count > most) throw new Error('killed')
      const found = Reflect.get(db, name)
      return typeof found === 'function' ? found.bind(db) : found
    },
  })
}

test('moved contacts return with their tags; one that was changed since stays, and nothing is undone twice', async () => {
  const ids = await idsOf()
  const { tagId } = await run((tx, account) => createTag(tx, account, { name: '会员', now }))
  await run((tx, account) => tagContacts(tx, account, { contactIds: ids, tagId }))
  const before = await state()
  const { undoId } = await move(ids)
  expect((await idsOf({ groupId: to })).length).toBe(3)
  expect(await undo(undoId)).toEqual({ restored: 3 })
  expect(await state()).toEqual(before)
  expect(await refusalOf(undo(undoId))).toBe('undo_done')

  const again = await move(ids)
  await run((tx, account) => editContact(tx, account, { contactId: firstOrThrow(ids), name: '张山' }))
  await run((tx, account) => deleteGroup(tx, account, { groupId: from, contactCount: 0 }))
  expect(await undo(again.undoId)).toEqual({ changed: 1, homeless: 2 })
})

test('acts are undone in reverse order; one on contacts that a later act changed leaves them', async () => {
  const before = await state()
  const first = await move(await idsOf())
  const second = await remove(await idsOf())
  expect(await undo(second.undoId)).toEqual({ restored: 3 })
  expect(await undo(first.undoId)).toEqual({ restored: 3 })
  expect(await state()).toEqual(before)
  const moved = await move(await idsOf())
  await remove(await idsOf())
  expect(await undo(moved.undoId)).toEqual({ gone: 3 })
})

test('deleted contacts return as they were, unless another one has the number by now', async () => {
  const consent = { kind: 'form' as const, note: '预约', at: now }
  const ids = await idsOf()
  await run((tx, account) => registerConsent(tx, account, { contactIds: ids, consent }))
  const before = await state()
  const first = await remove(ids)
  expect(await undo(first.undoId)).toEqual({ restored: 3 })
  expect(await state()).toEqual(before)
  const second = await remove(ids)
  await paste(from, '13800000002 另一个')
  expect(await undo(second.undoId)).toEqual({ restored: 2, taken: 1 })
  expect((await contacts()).map(row => row.name)).toEqual(['张三', '另一个', '王五'])
  expect((await run(listGroups)).map(group => group.contactCount).sort()).toEqual([0, 3])
})

test('a deleted group returns with its contacts, unless its name is taken', async () => {
  const before = await state()
  const removed = await run((tx, account) => deleteGroupReversibly(tx, account, { ...by(), groupId: from, contactCount: 3 }))
  await makeGroup('老客户')
  expect(await refusalOf(undo(removed.undoId))).toBe('group_taken')
  const taken = firstOrThrow((await run(listGroups)).filter(group => group.name === '老客户'))
  await run((tx, account) => deleteGroup(tx, account, { groupId: taken.groupId, contactCount: 0 }))
  expect(await undo(removed.undoId)).toEqual({ restored: 3 })
  expect(await state()).toEqual(before)
})

test('a deleted tag returns to the contacts that had it', async () => {
  const { tagId } = await run((tx, account) => createTag(tx, account, { name: '会员', now }))
  const ids = (await idsOf()).slice(1)
  await run((tx, account) => tagContacts(tx, account, { contactIds: ids, tagId }))
  const before = await state()
  const { undoId } = await run((tx, account) => removeTagReversibly(tx, account, { ...by(), tagId }))
  expect(await run(listTags)).toEqual([])
  expect(await undo(undoId)).toEqual({ restored: 2 })
  expect(await state()).toEqual(before)
})

test('what was added is deleted, what was overwritten is as before, what changed since stays', async () => {
  const before = await state()
  const { undoId } = await paste(from, '13800000001 张山\n13900000001 新\n13900000002 也新')
  const added = firstOrThrow(await contacts({ search: '13900000002' }))
  await run((tx, account) => editContact(tx, account, { contactId: added.contactId, name: '改过' }))
  expect(await undo(undoId)).toEqual({ restored: 2, changed: 1 })
  expect((await contacts()).map(row => row.name)).toEqual(['张三', '李四', '王五', '改过'])
  await remove([added.contactId])
  expect((await state()).contacts).toEqual(before.contacts)
})

test('an act of a task is undone once the task has ended, and a merge like any other', async () => {
  await paste(to, '13800000001 张\n13800000002 李')
  const before = await state()
  const start = (act: Parameters<typeof startAct>[2]['act']) =>
    run(async (tx, account) => (await startAct(tx, account, { act, memberId: owner.memberId, now })).taskId)
  const merged = await start({ kind: 'merge', keep: 'newest' })
  expect(await refusalOf(undo(merged))).toBe('not_found')
  await work(merged)
  expect(await contacts()).toHaveLength(3)
  expect(await undo(merged)).toEqual({ restored: 2 })
  expect(await state()).toEqual(before)

  const copied = await start({ kind: 'copy', filter: { groupId: from }, groupId: to })
  await expect(work(copied, dyingAfter(3))).rejects.toThrow('killed')
  expect(await run((tx, account) => findUndos(tx, account, [copied, merged], now))).toHaveProperty('size', 1)
  await work(copied)
  expect(await undo(copied)).toEqual({ restored: 1 })
  expect(await state()).toEqual(before)
})

test('a large act is undone by a task, which resumes after it was killed and restores each row once', async () => {
  const before = await state()
  const count = limits.undoCallRows + 500
  const { undoId } = await paste(from, Array.from({ length: count }, (_, index) => `137${String(10_000_000 + index)}`).join('\n'))
  expect(await undo(undoId)).toEqual({})
  expect((await read(undoId)).state).toBe('undoing')
  expect(await refusalOf(undo(undoId))).toBe('undo_running')
  const { taskId } = await run((tx, account) =>
    tx.selectFrom('task').select('taskId').where('accountId', '=', account).where('kind', '=', 'undo').executeTakeFirstOrThrow(),
  )
  const workOn = (db: Db) => runUndo(owner.account, taskId, { db, now: () => now, shortLinkUrl, pieceRows: 1_000 })
  await expect(workOn(dyingAfter(2))).rejects.toThrow('killed')
  expect(await outcomeOf(undoId)).toEqual({ restored: 1_000 })
  await workOn(database.platformDb)
  expect(await outcomeOf(undoId)).toEqual({ restored: count })
  expect((await read(undoId)).state).toBe('undone')
  expect(await state()).toEqual(before)
})

test('an act expires after a day, is unknown to others, and its rows are purged then', async () => {
  const { undoId } = await move(await idsOf())
  const stranger = await createAccount(database.db)
  const asStranger = asAccount(database.db, stranger.account, tx =>
    undoAct(tx, stranger.account, { undoId: undoId ?? '', memberId: stranger.memberId, now, shortLinkUrl }),
  )
  expect(await refusalOf(asStranger)).toBe('not_found')
  expect((await run((tx, account) => findUndos(tx, account, [undoId ?? ''], later))).size).toBe(0)
  expect(await refusalOf(undo(undoId, later))).toBe('undo_expired')
  await purgeUndo(database.platformDb, new Date(later.getTime() - 1))
  expect((await read(undoId)).state).toBe('open')
  await purgeUndo(database.platformDb, later)
  expect(await refusalOf(undo(undoId))).toBe('not_found')
  const rows = await database.platformDb.selectFrom('undoRow').select('undoId').where('accountId', '=', owner.account).execute()
  expect(rows).toEqual([])
})

test('an act that changes more than is kept can not be undone, not even in part', async () => {
  const ids = await idsOf()
  const taskId = await run(
    async (tx, account) =>
      (await startAct(tx, account, { act: { kind: 'move', filter: { groupId: from }, groupId: to }, memberId: owner.memberId, now }))
        .taskId,
  )
  const record = (undoId: string, rowCount: number) =>
    run(async (tx, accountId) => {
      await tx.insertInto('undo').values({ accountId, undoId, subject: 'contact', rowCount, createdAt: now, expiresAt: later }).execute()
      await tx.insertInto('undoRow').values({ accountId, undoId, objectId: newId() }).execute()
    })
  await record(taskId, limits.undoActRows)
  await work(taskId)
  expect(await idsOf({ groupId: to })).toEqual(ids)
  expect(await read(taskId)).toMatchObject({ state: 'too_large', count: 0 })
  expect(await refusalOf(undo(taskId))).toBe('undo_too_large')

  await record(newId(), limits.undoAccountRows)
  expect((await move(ids, from)).undoId).toBeNull()
  expect(await idsOf({ groupId: from })).toEqual(ids)
})

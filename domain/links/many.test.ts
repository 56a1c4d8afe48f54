import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { LinkBulkAction } from '#contract/links/link-list.ts'
import type { LinkState } from '#contract/links/link-state.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { createLinks } from './create.ts'
import { editLink } from './edit.ts'
import { createLinkGroup, deleteLinkGroup, listLinkGroups, renameLinkGroup } from './group.ts'
import { linkHistory, linkHours } from './history.ts'
import { runLinkBulkAction } from './many.ts'
import { cancelLinkTask, listLinkTasks, runLinkTask, startLinkTask } from './task.ts'

const now = new Date()
const soon = new Date(now.getTime() + 86_400_000)
const shortLinkUrl = 'https://hy.example'
const database = prepareTestDatabase()
let me: TestAccount
let other: TestAccount
let linkIds: string[]

beforeAll(async () => {
  me = await createAccount(database.db, { linkUnits: 1_000 })
  other = await createAccount(database.db)
  await database.platformDb
    .insertInto('targetDomain')
    .values({ accountId: me.account, domain: 'mine.cn', state: 'verified', token: 'x' })
    .execute()
})

const as = <T>(who: TestAccount, work: (tx: Tx) => Promise<T>) => asAccount(database.db, who.account, work)
const acting = () => ({ memberId: me.memberId, now, shortLinkUrl })
const make = async (...targets: string[]) =>
  (
    await as(me, tx =>
      createLinks(
        tx,
        me.account,
        targets.map(target => ({ target, tags: ['旧'] })),
        { now, memberId: me.memberId, source: 'console', shortLinkUrl },
      ),
    )
  ).map(link => link.linkId)
/** Two active links and one that waits for review. */
beforeEach(async () => {
  linkIds = await make('https://mine.cn/1', 'https://mine.cn/2', 'https://unknown.cn/3')
})

const act = (one: LinkBulkAction, ids = linkIds) => as(me, tx => runLinkBulkAction(tx, me.account, ids, one, acting()))
const rowsOf = async (ids = linkIds) => {
  const rows = await database.platformDb
    .selectFrom('link')
    .select(['linkId', 'state', 'tags', 'endsAt', 'groupId', 'deletedAt'])
    .where('accountId', '=', me.account)
    .where('linkId', 'in', ids)
    .execute()
  return ids.map(id => firstOrThrow(rows.filter(row => row.linkId === id)))
}
const states = async (ids = linkIds) => (await rowsOf(ids)).map(row => row.state)
const changeCount = async () =>
  (await database.platformDb.selectFrom('linkChange').select('changeId').where('linkId', 'in', linkIds).execute()).length
const setState = (linkId: string, state: LinkState) =>
  database.platformDb.updateTable('link').set({ state }).where('accountId', '=', me.account).where('linkId', '=', linkId).execute()
const history = (linkId: string) => as(me, tx => linkHistory(tx, me.account, { linkId, pageSize: 20 }))

test('enabling: a formerly active link is active again, a waiting one waits again; the redirector is notified of each', async () => {
  expect(await act({ kind: 'disable' })).toMatchObject({ changedCount: 3, unchangedCount: 0 })
  expect(await states()).toEqual(['disabled', 'disabled', 'disabled'])
  expect(await act({ kind: 'disable' })).toMatchObject({ changedCount: 0, unchangedCount: 3 })
  expect(await changeCount()).toBe(3)
  expect(await act({ kind: 'enable' })).toMatchObject({ changedCount: 3, unchangedCount: 0 })
  expect(await states()).toEqual(['active', 'active', 'reviewing'])
  expect(await history(itemOrThrow(linkIds, 2))).toMatchObject({
    rows: [
      { memberName: '张三', changes: [{ field: 'state', before: 'disabled', after: 'reviewing' }] },
      { changes: [{ field: 'state', before: 'reviewing', after: 'disabled' }] },
    ],
    nextCursor: null,
  })
})

test('enabling an approved link: needs no second review, unless its target changed meanwhile', async () => {
  await setState(itemOrThrow(linkIds, 2), 'active')
  const moved = firstOrThrow(await make('https://unknown.cn/moved'))
  await setState(moved, 'active')
  const both = [itemOrThrow(linkIds, 2), moved]
  await act({ kind: 'disable' }, both)
  await as(me, tx => editLink(tx, me.account, { linkId: moved, target: 'https://mine.cn/moved', ...acting() }))
  await as(me, tx => editLink(tx, me.account, { linkId: moved, target: 'https://unknown.cn/again', ...acting() }))
  await setState(moved, 'disabled')
  await act({ kind: 'enable' }, both)
  expect(await states(both)).toEqual(['active', 'reviewing'])
})

test('enabling a link whose target was blocked meanwhile: it stays disabled', async () => {
  const link = firstOrThrow(await make('https://evil.cn/'))
  await setState(link, 'active')
  await act({ kind: 'disable' }, [link])
  await database.platformDb.insertInto('domainRule').values({ domain: 'evil.cn', kind: 'blocked' }).execute()
  expect(await act({ kind: 'enable' }, [link])).toMatchObject({ changedCount: 0, unchangedCount: 1 })
  expect(await states([link])).toEqual(['disabled'])
})

test('expiry: can be set and removed; a past one is refused, a blocked link keeps its own', async () => {
  await expect(act({ kind: 'extend', endsAt: now })).rejects.toMatchObject({ code: 'link_end_past' })
  await setState(itemOrThrow(linkIds, 1), 'blocked')
  expect(await act({ kind: 'extend', endsAt: soon })).toMatchObject({ changedCount: 2, unchangedCount: 1 })
  expect((await rowsOf()).map(row => row.endsAt)).toEqual([soon, null, soon])
  await act({ kind: 'extend', endsAt: null }, [firstOrThrow(linkIds)])
  expect((await history(firstOrThrow(linkIds))).rows.map(row => row.changes)).toEqual([
    [{ field: 'endsAt', before: soon.toISOString(), after: null }],
    [{ field: 'endsAt', before: null, after: soon.toISOString() }],
  ])
})

test('tags: added without duplicates up to ten, and removed', async () => {
  const nine = Array.from({ length: 9 }, (_, index) => `新${index}`)
  await act({ kind: 'tag', tags: ['旧', ...nine] }, [firstOrThrow(linkIds)])
  expect(await act({ kind: 'tag', tags: ['旧', '又一个'] })).toMatchObject({ changedCount: 2, unchangedCount: 1 })
  await act({ kind: 'untag', tags: ['旧', ...nine.slice(1)] })
  expect((await rowsOf()).map(row => row.tags)).toEqual([['新0'], ['又一个'], ['又一个']])
  // Tags don't affect visitors, so the redirector isn't notified.
  expect(await changeCount()).toBe(0)
})

test('deleted link: is hidden from its owner, and its code is never reused', async () => {
  const first = firstOrThrow(linkIds)
  await act({ kind: 'delete' }, [first])
  await expect(act({ kind: 'enable' }, [first])).rejects.toMatchObject({ code: 'not_found' })
  await expect(history(first)).rejects.toMatchObject({ code: 'not_found' })
  const codes = database.platformDb.selectFrom('shortCode').select('code').where('accountId', '=', me.account).where('linkId', '=', first)
  expect(await codes.execute()).toHaveLength(1)
})

test('links and groups of other accounts are not found', async () => {
  await expect(as(other, tx => runLinkBulkAction(tx, other.account, linkIds, { kind: 'delete' }, acting()))).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(as(other, tx => linkHours(tx, other.account, { linkId: firstOrThrow(linkIds), now }))).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(act({ kind: 'move', linkGroupId: newId() })).rejects.toMatchObject({ code: 'not_found' })
  expect((await rowsOf()).every(row => row.deletedAt === null)).toBe(true)
})

test('last day: 24 hours, the present one last', async () => {
  const { rows, totals } = await as(me, tx => linkHours(tx, me.account, { linkId: firstOrThrow(linkIds), now }))
  expect(rows).toHaveLength(24)
  expect(lastOrThrow(rows).at.getTime()).toBe(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
  expect(totals).toEqual({ pvToday: 0, uvToday: 0, pvTotal: 0, uvTotal: 0 })
})

test('groups: created, renamed and deleted; their links stay', async () => {
  const { linkGroupId } = await as(me, tx => createLinkGroup(tx, me.account, { name: '春季', now }))
  const again = as(me, tx => createLinkGroup(tx, me.account, { name: '春季', now }))
  await expect(again).rejects.toMatchObject({ code: 'group_taken', fields: { name: '分组“春季”已存在' } })
  const { linkGroupId: second } = await as(me, tx => createLinkGroup(tx, me.account, { name: '夏季', now }))
  await expect(as(me, tx => renameLinkGroup(tx, me.account, { linkGroupId: second, name: '春季' }))).rejects.toMatchObject({
    code: 'group_taken',
  })
  await as(me, tx => renameLinkGroup(tx, me.account, { linkGroupId: second, name: '秋季' }))
  await act({ kind: 'move', linkGroupId })
  await act({ kind: 'delete' }, [itemOrThrow(linkIds, 1)])
  expect(await as(me, tx => listLinkGroups(tx, me.account))).toMatchObject([
    { name: '春季', linkCount: 2 },
    { name: '秋季', linkCount: 0 },
  ])
  expect(await as(me, tx => deleteLinkGroup(tx, me.account, { linkGroupId, undoId: newId(), ...acting() }))).toMatchObject({ taskId: null })
  expect((await rowsOf()).map(row => row.groupId)).toEqual([null, null, null])
  expect((await history(firstOrThrow(linkIds))).rows[0]).toMatchObject({
    changes: [{ field: 'linkGroupId', before: encodeId('linkGroup', linkGroupId), after: null }],
  })
  await expect(
    as(other, tx => deleteLinkGroup(tx, other.account, { linkGroupId: second, undoId: newId(), ...acting() })),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})

const start = (one: LinkBulkAction, tag: string) => as(me, tx => startLinkTask(tx, me.account, { filter: { tag }, act: one, ...acting() }))
const run = (taskId: string, pieceRows = 2) =>
  runLinkTask(me.account, taskId, { db: database.platformDb, now: () => now, shortLinkUrl, pieceRows })
const taskOf = async (taskId: string) => (await as(me, tx => listLinkTasks(tx, me.account))).find(task => task.taskId === taskId)

test('bulk action on a filter: runs in pieces, and a second run repeats nothing', async () => {
  await act({ kind: 'tag', tags: ['全部'] })
  const { taskId } = await start({ kind: 'extend', endsAt: soon }, '全部')
  expect(await taskOf(taskId)).toMatchObject({ kind: 'extend', state: 'waiting', totalCount: 3, doneCount: 0 })
  // Created later, so not part of the task.
  const later = firstOrThrow(await make('https://mine.cn/later'))
  await act({ kind: 'tag', tags: ['全部'] }, [later])
  await Promise.all([run(taskId, 1), run(taskId, 1)])
  await run(taskId)
  expect(await taskOf(taskId)).toMatchObject({ state: 'done', totalCount: 3, doneCount: 3, changedCount: 3 })
  expect((await rowsOf([...linkIds, later])).map(row => row.endsAt)).toEqual([soon, soon, soon, null])
  expect((await history(firstOrThrow(linkIds))).rows).toHaveLength(2)
})

test('bulk action that moves links out of its own filter: still reaches all of them', async () => {
  await act({ kind: 'tag', tags: ['走'] })
  const { taskId } = await start({ kind: 'untag', tags: ['走'] }, '走')
  await run(taskId)
  expect((await rowsOf()).map(row => row.tags)).toEqual([['旧'], ['旧'], ['旧']])
})

test('canceled task: leaves the rest; a group deleted meanwhile ends it with a message', async () => {
  await act({ kind: 'tag', tags: ['停'] })
  const stopped = await start({ kind: 'disable' }, '停')
  await as(me, tx => cancelLinkTask(tx, me.account, { taskId: stopped.taskId, now }))
  await run(stopped.taskId)
  expect(await states()).toEqual(['active', 'active', 'reviewing'])
  await expect(as(me, tx => cancelLinkTask(tx, me.account, { taskId: stopped.taskId, now }))).rejects.toMatchObject({
    code: 'state_forbids',
  })
  await expect(as(other, tx => cancelLinkTask(tx, other.account, { taskId: stopped.taskId, now }))).rejects.toMatchObject({
    code: 'not_found',
  })
  const { linkGroupId } = await as(me, tx => createLinkGroup(tx, me.account, { name: '将去', now }))
  const { taskId } = await start({ kind: 'move', linkGroupId }, '停')
  await as(me, tx => deleteLinkGroup(tx, me.account, { linkGroupId, undoId: newId(), ...acting() }))
  await run(taskId)
  expect(await taskOf(taskId)).toMatchObject({ state: 'failed', failure: expect.stringContaining('不存在') })
})

test('refused: nothing matches, or too many tasks run', async () => {
  await expect(start({ kind: 'delete' }, '没有这个')).rejects.toMatchObject({ code: 'links_none' })
  await act({ kind: 'tag', tags: ['忙'] })
  const begun = [await start({ kind: 'enable' }, '忙'), await start({ kind: 'enable' }, '忙'), await start({ kind: 'enable' }, '忙')]
  await expect(start({ kind: 'enable' }, '忙')).rejects.toMatchObject({ code: 'link_tasks_busy' })
  for (const { taskId } of begun) await run(taskId)
})

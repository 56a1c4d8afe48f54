import { beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newAccountId, newId } from '#values/id.ts'
import {
  createAnnouncement,
  editAnnouncement,
  publishAnnouncement,
  removeAnnouncement,
  withdrawAnnouncement,
} from './admin-announcement.ts'
import { countUnreadAnnouncements, listAnnouncements, markAllRead, markAnnouncementRead, mustReadAnnouncement } from './announcement.ts'
import { countUnreadNotifications, findNotification, listNotifications, readAllNotifications, readNotification } from './inbox.ts'
import { notifyAccount } from './message.ts'

const database = prepareTestDatabase()
let staffId: string
const now = new Date()
beforeAll(async () => {
  staffId = newId()
  await database.platformDb
    .insertInto('staff')
    .values({ staffId, login: 'zhao', name: '赵', role: 'operations', passwordHash: '', createdAt: now })
    .execute()
})

type Facts = Parameters<typeof createAnnouncement>[1]
const facts: Facts = { kind: 'system', title: '维护', body: '今晚', audience: 'all', accountIds: [], isMustRead: false }
const write = (more: Partial<Facts> = {}) =>
  asPlatform(database.platformDb, tx => createAnnouncement(tx, { ...facts, ...more }, { staffId, now }))
const publish = (announcementId: string, at: Date | null = null) =>
  asPlatform(database.platformDb, tx => publishAnnouncement(tx, announcementId, at, now))
const seenBy = (account: AccountId, memberId: string, at = now) =>
  asAccount(database.db, account, async tx =>
    (await listAnnouncements(tx, account, memberId, { pageSize: 50 }, at)).rows.map(row => row.announcementId),
  )

test('an announcement is visible to its audience from its moment until it is withdrawn', async () => {
  const attested = await createAccount(database.db)
  const plain = await createAccount(database.db, { attested: false })
  const draft = await write()
  const [all, forAttested, forPlain, chosen, later] = [
    await write(),
    await write({ audience: 'attested' }),
    await write({ audience: 'unattested' }),
    await write({ audience: 'chosen', accountIds: [plain.account] }),
    await write(),
  ]
  for (const announcementId of [all, forAttested, forPlain, chosen]) await publish(announcementId)
  const tomorrow = new Date(now.getTime() + 86_400_000)
  await publish(later, tomorrow)
  expect((await seenBy(attested.account, attested.memberId)).sort()).toEqual([all, forAttested].sort())
  expect((await seenBy(plain.account, plain.memberId)).sort()).toEqual([all, forPlain, chosen].sort())
  expect(await seenBy(attested.account, attested.memberId, tomorrow)).toContain(later)
  await asPlatform(database.platformDb, tx => withdrawAnnouncement(tx, all, now))
  expect(await seenBy(attested.account, attested.memberId)).toEqual([forAttested])
  await expect(publish(forAttested)).rejects.toMatchObject({ code: 'announcement_state' })
  await expect(asPlatform(database.platformDb, tx => editAnnouncement(tx, forAttested, facts, now))).rejects.toMatchObject({
    code: 'announcement_state',
  })
  await expect(asPlatform(database.platformDb, tx => removeAnnouncement(tx, forAttested, now))).rejects.toMatchObject({
    code: 'announcement_state',
  })
  await expect(publish(draft, new Date(now.getTime() - 1))).rejects.toMatchObject({ code: 'announcement_past' })
  await expect(write({ audience: 'chosen', accountIds: [newAccountId()] })).rejects.toMatchObject({ code: 'announcement_accounts' })
  await asPlatform(database.platformDb, tx => removeAnnouncement(tx, draft, now))
})

test("a mandatory announcement is shown until it is opened; marking all as read doesn't count", async () => {
  const { account, memberId } = await createAccount(database.db)
  const announcementId = await write({ isMustRead: true, audience: 'chosen', accountIds: [account] })
  await publish(announcementId)
  await asAccount(database.db, account, async tx => {
    await markAllRead(tx, account, memberId, now)
    expect(await mustReadAnnouncement(tx, account, memberId, now)).toMatchObject({ announcementId })
    expect(await countUnreadAnnouncements(tx, account, memberId, now)).toBe(1)
    await markAnnouncementRead(tx, account, memberId, announcementId, now)
    expect(await mustReadAnnouncement(tx, account, memberId, now)).toBeNull()
  })
})

test('messages are for one member or for all who may see them; each member reads for themselves', async () => {
  const { account, memberId } = await createAccount(database.db)
  const viewer = { memberId: newId(), role: 'operations' as const }
  const owner = { memberId, role: 'owner' as const }
  const finance = { memberId: newId(), role: 'finance' as const }
  await asAccount(database.db, account, async tx => {
    await notifyAccount(tx, account, { kind: 'finance', title: '到账', body: '一', now })
    const own = await notifyAccount(tx, account, { kind: 'security', title: '登录', body: '二', memberId: viewer.memberId, now })
    await notifyAccount(tx, account, { kind: 'review', title: '通过', body: '三', now })
    const titlesOf = async (reader: typeof viewer | typeof owner | typeof finance) =>
      (await listNotifications(tx, account, reader, { pageSize: 20 })).rows.map(row => row.title)
    expect(await titlesOf(owner)).toEqual(['通过', '到账'])
    expect(await titlesOf(viewer)).toEqual(['通过', '登录', '到账'])
    expect(await titlesOf(finance)).toEqual(['到账'])
    await expect(readNotification(tx, account, owner, own)).rejects.toMatchObject({ code: 'not_found' })
    await expect(findNotification(tx, account, owner, own)).rejects.toMatchObject({ code: 'not_found' })
    const newest = await listNotifications(tx, account, viewer, { pageSize: 1 })
    expect(newest.rows.map(row => row.title)).toEqual(['通过'])
    expect(await findNotification(tx, account, viewer, own)).toMatchObject({
      notificationId: own,
      title: '登录',
      body: '二',
      isRead: false,
    })
    await readNotification(tx, account, viewer, own)
    expect(await findNotification(tx, account, viewer, own)).toMatchObject({ isRead: true })
  })
  await asAccount(database.db, account, async tx => {
    await readAllNotifications(tx, account, viewer)
    expect(await countUnreadNotifications(tx, account, viewer)).toBe(0)
    expect(await countUnreadNotifications(tx, account, owner)).toBe(2)
    await notifyAccount(tx, account, { kind: 'export', title: '导出', body: '四', now })
    expect(await countUnreadNotifications(tx, account, viewer)).toBe(1)
  })
})

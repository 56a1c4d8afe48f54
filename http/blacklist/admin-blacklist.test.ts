import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminBlacklistCalls } from '#contract/blacklist/admin-blacklist.ts'
import { staffRoles } from '#contract/identity/permission.ts'
import { asAccount } from '#db/connect.ts'
import { blockedPhones } from '#domain/blacklist/blacklist.ts'
import { removeFromBlacklist } from '#domain/blacklist/blacklist-entry.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { uuidOf } from '#test/support/answer.ts'
import { type BackOffice, officeTime, startBackOffice } from '#test/support/back-office.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const at = officeTime()
const database = prepareTestDatabase()
let office: BackOffice

beforeAll(async () => {
  office = await startBackOffice(database, () => at)
  await createChannel(database.platformDb)
})
afterAll(() => office.close())

const isBlocked = ({ account, signatureId }: Sending, phone: string, kind: MessageKind) =>
  asAccount(database.db, account, async tx =>
    (await blockedPhones(tx, account, { phones: [phone], kind, signatureId, now: at })).has(phone),
  )
const logged = async () => {
  const rows = await database.platformDb
    .selectFrom('staffAuditLog')
    .select(['action', 'result', 'detail'])
    .orderBy('at')
    .orderBy('auditId')
    .execute()
  return rows.filter(row => !row.action.startsWith('sign-in'))
}

test('a platform-level blacklist entry blocks all messages, codes included, until it is removed; both are logged with a reason', async () => {
  const [sender, phone] = [await createSender(database.db), '19200003001']
  expect((await office.act(adminBlacklistCalls.add, { numbers: [phone, '12'], reason: '司法协查' })).answer).toMatchObject({
    addedCount: 1,
    knownCount: 0,
    malformedCount: 1,
    problems: [{ text: '12', reason: '号码格式错误' }],
  })
  expect((await office.act(adminBlacklistCalls.add, { numbers: [`+86 ${phone}`], reason: '司法协查' })).answer).toMatchObject({
    addedCount: 0,
    knownCount: 1,
  })
  for (const kind of ['otp', 'transactional', 'marketing'] as const) expect(await isBlocked(sender, phone, kind), kind).toBe(true)
  expect((await office.get(adminBlacklistCalls.list, {})).rows).toMatchObject([
    { phone, reason: '司法协查', staffName: staffRoles.administrator.name },
  ])
  expect((await office.get(adminBlacklistCalls.list, { phone: '3001' })).rows).toMatchObject([{ phone }])
  expect((await office.get(adminBlacklistCalls.list, { phone: '3002' })).rows).toEqual([])
  expect((await office.act(adminBlacklistCalls.remove, { phone, reason: '' })).code).toBe('input_invalid')
  expect((await office.act(adminBlacklistCalls.remove, { phone, reason: '协查结束' })).code).toBe('ok')
  expect(await isBlocked(sender, phone, 'otp')).toBe(false)
  expect((await office.act(adminBlacklistCalls.remove, { phone, reason: '再来' })).code).toBe('not_found')
  const log = await logged()
  expect(firstOrThrow(log.filter(row => row.action === 'blacklist/remove' && row.result === 'ok')).detail).toMatchObject({
    reason: '协查结束',
    phone: '192****3001',
  })
  expect(JSON.stringify(log)).not.toContain(phone)
})

test('a complaint stops marketing of that account at once; staff can lift it, the account cannot', async () => {
  const [sender, other, phone] = [await createSender(database.db), await createSender(database.db), '19200003002']
  await acceptPhones(database.db, sender, [phone], { kind: 'marketing' })
  const accountId = encodeId('account', sender.account)
  const complain = () => office.act(adminBlacklistCalls.complain, { accountId, phone, words: '多次退订无效' })
  expect((await complain()).code).toBe('ok')
  expect((await complain()).code).toBe('complaint_known')
  expect([
    await isBlocked(sender, phone, 'marketing'),
    await isBlocked(sender, phone, 'transactional'),
    await isBlocked(other, phone, 'marketing'),
  ]).toEqual([true, false, false])
  const message = await asAccount(database.db, sender.account, tx =>
    tx.selectFrom('message').select('state').where('accountId', '=', sender.account).executeTakeFirst(),
  )
  expect(message).toEqual({ state: 'refused' })
  const row = firstOrThrow((await office.get(adminBlacklistCalls.complaints, { phone })).rows)
  expect(row).toMatchObject({ accountId, words: '多次退订无效', staffName: staffRoles.administrator.name, lifted: null })
  expect((await office.get(adminBlacklistCalls.complaints, { phone: '3002' })).rows).toEqual([row])
  expect((await office.get(adminBlacklistCalls.complaints, { phone: '3001' })).rows).toEqual([])
  const blacklistId = uuidOf('blacklist', row.blacklistId)
  const lifting = asAccount(database.db, sender.account, tx =>
    removeFromBlacklist(tx, sender.account, {
      blacklistIds: [blacklistId],
      reason: '误会',
      consent: '已当面致歉并取得同意',
      memberId: newId(),
      now: at,
    }),
  )
  await expect(lifting).rejects.toMatchObject({ code: 'blacklist_complaint' })
  expect((await office.act(adminBlacklistCalls.lift, { accountId, blacklistId: row.blacklistId, reason: '投诉人撤回' })).code).toBe('ok')
  expect(await isBlocked(sender, phone, 'marketing')).toBe(false)
  expect(firstOrThrow((await office.get(adminBlacklistCalls.complaints, { phone })).rows).lifted).toMatchObject({ reason: '投诉人撤回' })
})

test('platform-level lists are visible and editable only to staff with the permission', async () => {
  await expect(office.get(adminBlacklistCalls.list, {}, 'reviewer')).rejects.toThrow('staff_not_allowed')
  const added = await office.act(adminBlacklistCalls.add, { numbers: ['13800138000'], reason: '试试' }, 'reviewer')
  expect(added.code).toBe('staff_not_allowed')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminBlacklistCalls } from '#contract/blacklist/admin-blacklist.ts'
import type { Call } from '#contract/call.ts'
import type { StaffRole } from '#contract/identity/permission.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { blockedPhones } from '#domain/blacklist/blacklist.ts'
import { removeFromBlacklist } from '#domain/blacklist/blacklist-entry.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { hashPassword } from '#domain/platform/password.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAdminApp } from '#http/server/admin.ts'
import type { App } from '#http/server/app.ts'
import { queryOf, readAnswer, uuidOf } from '#test/support/answer.ts'
import { officeTime } from '#test/support/back-office.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const password = 'Hongyan2026'
const at = officeTime()
const database = prepareTestDatabase()
let app: App
let base: string
const cookies = {} as Record<StaffRole, string>

beforeAll(async () => {
  app = await createAdminApp({ db: database.platformDb, secret: 'a secret of at least thirty-two characters', now: () => at })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  await createChannel(database.platformDb)
  const passwordHash = await hashPassword(password)
  for (const role of ['operations', 'reviewer'] as const) {
    await asPlatform(database.platformDb, tx => createStaff(tx, { login: role, name: `人员${role}`, role, passwordHash, now: at }))
    const answer = await ask(adminSignInCalls.byPassword, { login: role, password }, '')
    cookies[role] = firstOrThrow((answer.headers.get('set-cookie') ?? '').split(';'))
  }
})
afterAll(() => app.close())

const ask = (call: Call, input: Record<string, unknown>, cookie = cookies.operations) => {
  const isRead = call.method === 'GET'
  const query = isRead ? `?${queryOf(input)}` : ''
  return fetch(base + call.path + query, {
    method: call.method,
    headers: { cookie, ...(isRead ? {} : { 'content-type': 'application/json' }) },
    ...(isRead ? {} : { body: JSON.stringify(input) }),
  })
}
const answerOf = async <C extends Call>(call: C, input: Record<string, unknown>) => await readAnswer(call, await ask(call, input))
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
  expect(await answerOf(adminBlacklistCalls.add, { numbers: [phone, '12'], reason: '司法协查' })).toMatchObject({
    addedCount: 1,
    knownCount: 0,
    malformedCount: 1,
    problems: [{ text: '12', reason: '号码格式错误' }],
  })
  expect(await answerOf(adminBlacklistCalls.add, { numbers: [`+86 ${phone}`], reason: '司法协查' })).toMatchObject({
    addedCount: 0,
    knownCount: 1,
  })
  for (const kind of ['otp', 'transactional', 'marketing'] as const) expect(await isBlocked(sender, phone, kind), kind).toBe(true)
  expect((await answerOf(adminBlacklistCalls.list, {})).rows).toMatchObject([{ phone, reason: '司法协查', staffName: '人员operations' }])
  expect((await answerOf(adminBlacklistCalls.list, { phone: '3001' })).rows).toMatchObject([{ phone }])
  expect((await answerOf(adminBlacklistCalls.list, { phone: '3002' })).rows).toEqual([])
  expect((await ask(adminBlacklistCalls.remove, { phone, reason: '' })).status).toBe(422)
  expect((await ask(adminBlacklistCalls.remove, { phone, reason: '协查结束' })).status).toBe(200)
  expect(await isBlocked(sender, phone, 'otp')).toBe(false)
  expect((await ask(adminBlacklistCalls.remove, { phone, reason: '再来' })).status).toBe(404)
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
  const complain = () => ask(adminBlacklistCalls.complain, { accountId, phone, words: '多次退订无效' })
  expect((await complain()).status).toBe(200)
  expect((await complain()).status).toBe(409)
  expect([
    await isBlocked(sender, phone, 'marketing'),
    await isBlocked(sender, phone, 'transactional'),
    await isBlocked(other, phone, 'marketing'),
  ]).toEqual([true, false, false])
  const message = await asAccount(database.db, sender.account, tx =>
    tx.selectFrom('message').select('state').where('accountId', '=', sender.account).executeTakeFirst(),
  )
  expect(message).toEqual({ state: 'refused' })
  const row = firstOrThrow((await answerOf(adminBlacklistCalls.complaints, { phone })).rows)
  expect(row).toMatchObject({ accountId, words: '多次退订无效', staffName: '人员operations', lifted: null })
  expect((await answerOf(adminBlacklistCalls.complaints, { phone: '3002' })).rows).toEqual([row])
  expect((await answerOf(adminBlacklistCalls.complaints, { phone: '3001' })).rows).toEqual([])
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
  expect((await ask(adminBlacklistCalls.lift, { accountId, blacklistId: row.blacklistId, reason: '投诉人撤回' })).status).toBe(200)
  expect(await isBlocked(sender, phone, 'marketing')).toBe(false)
  expect(firstOrThrow((await answerOf(adminBlacklistCalls.complaints, { phone })).rows).lifted).toMatchObject({ reason: '投诉人撤回' })
})

test('platform-level lists are visible and editable only to staff with the permission', async () => {
  for (const call of Object.values(adminBlacklistCalls)) {
    const input = {
      numbers: ['13800138000'],
      phone: '13800138000',
      reason: '试试',
      words: '试试',
      accountId: encodeId('account', newId()),
      blacklistId: encodeId('blacklist', newId()),
    }
    expect((await ask(call, call.method === 'GET' ? {} : input, cookies.reviewer)).status, call.path).toBe(403)
  }
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminChannelCalls, adminRouteCalls } from '#contract/messages/admin-channel.ts'
import { leaseName } from '#dispatch/channel/lease.ts'
import { openChannelPassword } from '#domain/channels/channel-password.ts'
import { createAccount } from '#test/support/account.ts'
import { answered, uuidOf } from '#test/support/answer.ts'
import { type BackOffice, backOfficeSecret, officeTime, startBackOffice } from '#test/support/back-office.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const at = officeTime()
const reason = '测试需要'
const database = prepareTestDatabase()
let office: BackOffice

beforeAll(async () => {
  office = await startBackOffice(database, () => at)
})
afterAll(() => office.close())

const facts = {
  name: '移动行业一',
  host: 'smsc.example.com',
  port: 2775,
  systemId: 'hongyan',
  senderNumber: '10690001',
  kinds: ['otp', 'transactional'] as ('otp' | 'transactional' | 'marketing')[],
  carriers: ['mobile', 'broadnet'] as ('mobile' | 'broadnet')[],
  windowSize: 100,
  ratePerSecond: 500,
  bindCount: 2,
  upstreamIdForm: 'hex' as const,
  settings: { protocol: 'smpp' as const },
}
async function create(given: Partial<typeof facts> = {}): Promise<string> {
  const done = await office.act(adminChannelCalls.create, { ...facts, ...given, password: 'secret-1', reason }, 'operations')
  expect(done.code).toBe('ok')
  return answered(done).channelId
}
const row = async (channelId: string) =>
  firstOrThrow((await office.get(adminChannelCalls.list, {})).rows.filter(one => one.channelId === channelId))
const sealedOf = async (channelId: string) => {
  const id = uuidOf('channel', channelId)
  const { encryptedPassword } = await database.platformDb
    .selectFrom('channel')
    .select('encryptedPassword')
    .where('channelId', '=', id)
    .executeTakeFirstOrThrow()
  return openChannelPassword(backOfficeSecret, id, encryptedPassword)
}
/** Simulates a dispatch program with a bound link. */
async function bring(channelId: string): Promise<void> {
  const id = uuidOf('channel', channelId)
  await sql`insert into lease (name, owner, token, until) values (${leaseName(id)}, 'test', 1, now() + interval '1 hour')`.execute(
    database.platformDb,
  )
  await database.platformDb.updateTable('channel').set({ state: 'up' }).where('channelId', '=', id).execute()
}

test('a channel is created by operations staff alone; its password is stored encrypted and never returned', async () => {
  for (const role of ['reviewer', 'finance'] as const)
    expect((await office.act(adminChannelCalls.create, { ...facts, password: 'secret-1', reason }, role)).code).toBe('staff_not_allowed')
  const wrong = await office.act(adminChannelCalls.create, {
    ...facts,
    host: 'http://x',
    systemId: 'a'.repeat(16),
    password: '',
    reason,
  })
  expect(Object.keys(wrong.fields).sort()).toEqual(['host', 'password', 'systemId'])
  const channelId = await create()
  expect(await row(channelId)).toMatchObject({ ...facts, isEnabled: true, version: 0 })
  expect(await sealedOf(channelId)).toBe('secret-1')
  expect((await office.act(adminChannelCalls.create, { ...facts, password: 'secret-1', reason })).code).toBe('channel_name_taken')
  const { rows } = await office.get(adminChannelCalls.history, {})
  expect(JSON.stringify([rows, await row(channelId)])).not.toMatch(/secret-1/)
})

test('a changed channel keeps its password unless a new one is given, logs before and after, and detects concurrent edits', async () => {
  const channelId = await create({ name: '移动行业二' })
  const next = { ...facts, name: '移动行业二', channelId, ratePerSecond: 200, version: 0, reason }
  expect((await office.act(adminChannelCalls.change, next)).code).toBe('ok')
  expect((await office.act(adminChannelCalls.change, { ...next, ratePerSecond: 300 })).code).toBe('changed_meanwhile')
  expect(await sealedOf(channelId)).toBe('secret-1')
  expect((await office.act(adminChannelCalls.change, { ...next, version: 1, password: 'secret-2' })).code).toBe('ok')
  expect(await sealedOf(channelId)).toBe('secret-2')
  const { rows } = await office.get(adminChannelCalls.history, { object: '移动行业二' })
  expect(rows.map(one => one.detail)).toMatchObject([
    { before: '密码 （旧）', after: '密码 （新）' },
    { before: '速率 500', after: '速率 200', reason },
    { reason },
  ])
})

test("a CMPP channel has its protocol's settings, account and secret; the protocol stays", async () => {
  const settings = {
    protocol: 'cmpp' as const,
    version: '3.0' as const,
    enterpriseCode: '',
    serviceId: 'HYTZ',
    coding: 'ucs2' as const,
    phoneForm: 'plain' as const,
  }
  const cmpp = { ...facts, name: '移动直连', port: 7890, systemId: '901234', settings, password: 'a-secret-of-16-ch', reason }
  const long = await office.act(adminChannelCalls.create, { ...cmpp, systemId: '9012345' })
  expect(long.fields).toEqual({ systemId: '账号为1-6位字母、数字或符号' })
  const smpp = await office.act(adminChannelCalls.create, { ...cmpp, settings: { protocol: 'smpp' } })
  expect(smpp.fields).toEqual({ password: '密码为1-8位字母、数字或符号' })
  const { channelId } = answered(await office.act(adminChannelCalls.create, cmpp))
  expect(await row(channelId)).toMatchObject({ settings })
  const { password: _, ...kept } = cmpp
  const change = { ...kept, channelId, version: 0, settings: { ...settings, version: '2.0' as const, serviceId: '' } }
  expect((await office.act(adminChannelCalls.change, { ...change, settings: { protocol: 'smpp' } })).code).toBe('channel_protocol_fixed')
  expect((await office.act(adminChannelCalls.change, change)).code).toBe('ok')
  const { rows } = await office.get(adminChannelCalls.history, { object: '移动直连' })
  expect(rows[0]?.detail).toMatchObject({ before: '版本 3.0，业务代码 HYTZ', after: '版本 2.0，业务代码 无' })
})

test('a channel is enabled and disabled; doing it twice is refused', async () => {
  const channelId = await create({ name: '移动行业三' })
  expect((await office.act(adminChannelCalls.enable, { channelId, reason })).code).toBe('state_forbids')
  expect((await office.act(adminChannelCalls.disable, { channelId, reason })).code).toBe('ok')
  expect((await row(channelId)).isEnabled).toBe(false)
  expect((await office.act(adminChannelCalls.enable, { channelId, reason })).code).toBe('ok')
})

test('routes name channels for a kind and carrier, in general, for a province or a customer; the trial explains its choice', async () => {
  const [first, second] = [await create({ name: '甲' }), await create({ name: '乙' })]
  await bring(first)
  await bring(second)
  const { account } = await createAccount(database.db, { name: '路由客户' })
  const route = { kind: 'transactional', carrier: 'mobile', province: null, accountId: null, seen: null, reason } as const
  const order = { by: 'order' } as const
  const set = (given: object) =>
    office.act(adminRouteCalls.set, { ...route, channelIds: [first], preference: order, ...given } as never, 'operations')
  expect((await set({ kind: 'marketing' })).code).toBe('channel_unfit')
  expect((await set({})).code).toBe('ok')
  expect((await set({ channelIds: [second] })).code).toBe('changed_meanwhile')
  const share = { by: 'share', shares: [30, 60] } as const
  const both = { channelIds: [second, first] }
  expect((await set({ ...both, preference: share })).fields).toEqual({ preference: '比例合计须为100%' })
  expect((await set({ channelIds: [first, first] })).fields).toEqual({ channelIds: '通道不能重复' })
  const shares = { ...both, preference: { by: 'share', shares: [30, 70] } as const }
  expect((await set({ ...shares, seen: { channelIds: [first], preference: order } })).code).toBe('ok')
  expect((await set({ ...both, seen: { ...both, preference: order } })).code).toBe('changed_meanwhile')
  expect((await set({ ...both, seen: shares })).code).toBe('ok')
  expect((await office.get(adminRouteCalls.history, {})).rows[0]?.detail).toMatchObject({
    before: '按比例：乙 30%、甲 70%',
    after: '按顺序：乙、甲',
  })
  expect((await set({ province: '山东', channelIds: [first] })).code).toBe('ok')
  expect((await set({ accountId: encodeId('account', newId()) })).code).toBe('not_found')
  expect((await set({ accountId: encodeId('account', account), channelIds: [first] })).code).toBe('ok')
  const trace = (input: Record<string, string>) => office.get(adminRouteCalls.trace, { kind: 'transactional', ...input })
  await database.platformDb
    .insertInto('numberSegment')
    .values({ prefix: '135', carrier: 'mobile' })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  expect(await trace({ phone: '13500000001' })).toMatchObject({ carrier: 'mobile', by: 'segment', segment: '135', chosenId: second })
  const own = await trace({ phone: '13500000001', accountId: encodeId('account', account) })
  expect(own).toMatchObject({ accountName: '路由客户', chosenId: first })
  expect(own.steps.map(step => [step.name, step.source, step.skip])).toEqual([
    ['甲', 'account', null],
    ['乙', 'general', null],
  ])
  await database.platformDb.insertInto('portedNumber').values({ phone: '13500000001', carrier: 'telecom', changedAt: at }).execute()
  expect(await trace({ phone: '13500000001' })).toMatchObject({ carrier: 'telecom', by: 'ported', steps: [], chosenId: null })
  const { rows } = await office.get(adminRouteCalls.list, {})
  expect(rows.map(one => [one.accountName, one.province, one.channelIds.length])).toEqual([
    [null, null, 2],
    [null, '山东', 1],
    ['路由客户', null, 1],
  ])
  expect((await office.act(adminRouteCalls.remove, { routeId: itemOrThrow(rows, 2).routeId, reason })).code).toBe('ok')
  expect((await office.act(adminRouteCalls.remove, { routeId: itemOrThrow(rows, 2).routeId, reason })).code).toBe('not_found')
  expect((await office.get(adminRouteCalls.history, {})).rows[0]).toMatchObject({
    object: '通知 · 中国移动',
    accountName: '路由客户',
    detail: { before: '按顺序：甲', after: '无', reason },
  })
})

test('traffic is withdrawn from a channel by hand, which its history and the trial tell', async () => {
  const [first, second] = [await create({ name: '割接' }), await create({ name: '备用' })]
  await bring(first)
  await bring(second)
  const route = { kind: 'otp', carrier: 'mobile', province: '山东', accountId: null, seen: null, reason } as const
  const set = { ...route, channelIds: [first, second], preference: { by: 'order' as const } }
  expect((await office.act(adminRouteCalls.set, set, 'operations')).code).toBe('ok')
  const withdraw = (rule: 'auto' | 'always') =>
    office.act(adminChannelCalls.setWithdrawalRule, { channelId: first, rule, reason: '运营商割接' }, 'operations')
  expect((await withdraw('always')).code).toBe('ok')
  expect(await row(first)).toMatchObject({ withdrawalRule: 'always', withdrawal: { since: at.toISOString(), reason: '运营商割接' } })
  const trace = await office.get(adminRouteCalls.trace, { kind: 'otp', phone: '13505310000' })
  expect(trace).toMatchObject({ province: '山东', chosenId: second })
  expect(trace.steps.map(step => [step.name, step.skip])).toContainEqual(['割接', 'withdrawn'])
  expect((await withdraw('auto')).code).toBe('ok')
  expect((await row(first)).withdrawal).toBeNull()
  const { rows } = await office.get(adminChannelCalls.history, { object: '割接' })
  expect(rows[0]?.detail).toMatchObject({ before: '人工撤量', after: '自动', reason: '运营商割接' })
  const none = { submittedCount: 0, reportedCount: 0 }
  expect(await office.get(adminChannelCalls.traffic, { channelId: first })).toEqual({
    rows: [],
    reports: { shares: [60, 3600, 259_200].map(withinSeconds => ({ ...none, withinSeconds })), medianSeconds: null, unmatchedCount: 0 },
  })
})

test('a channel shows its volume of today, over all customers', async () => {
  await database.platformDb.deleteFrom('route').execute()
  const channelId = await create({ name: '计量' })
  const id = uuidOf('channel', channelId)
  await database.platformDb.updateTable('channel').set({ enabled: false }).where('channelId', '!=', id).execute()
  for (const state of ['delivered', 'undelivered']) {
    const sender = await createSender(database.db)
    const [messageId] = await acceptPhones(database.db, sender, ['19200000001', '19200000002'])
    await sql`update message set state = ${state}, channel_id = ${id}, finished_at = now() -- statistics_delta: the books of counts are not looked at here
      where account_id = ${sender.account} and message_id = ${messageId}`.execute(database.platformDb)
    await sql`update outbox set message_ids = array_remove(message_ids, ${messageId}) where account_id = ${sender.account}`.execute(
      database.platformDb,
    )
  }
  const { rows } = await office.get(adminChannelCalls.volume, {})
  expect(rows.find(one => one.channelId === channelId)).toEqual({ channelId, submitted: 2, delivered: 1, ended: 2, waiting: 2 })
})

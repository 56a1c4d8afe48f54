import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminSettingCalls } from '#contract/account/admin-setting.ts'
import { initialSettings } from '#contract/account/setting.ts'
import { asAccount } from '#db/connect.ts'
import { accountSettings, readSettings } from '#domain/settings/settings.ts'
import { createAccount } from '#test/support/account.ts'
import { type BackOffice, officeTime, startBackOffice } from '#test/support/back-office.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, encodeId, newAccountId, newId } from '#values/id.ts'

const at = officeTime()
const reason = '投诉较多'
const database = prepareTestDatabase()
let office: BackOffice

beforeAll(async () => {
  office = await startBackOffice(database, () => at)
})
afterAll(() => office.close())

const wire = (account: AccountId) => encodeId('account', account)
const effective = (account: AccountId) => asAccount(database.db, account, tx => accountSettings(tx, account))
const change = (name: keyof typeof initialSettings, value: number | null, seen: number | null = null) => ({ name, value, seen, reason })
const rowOf = async (name: string) => (await office.get(adminSettingCalls.list, {})).rows.find(row => row.name === name)

test('a limit changes within its bounds, by operations staff alone; the audit log has before, after and reason; it can be reset', async () => {
  for (const role of ['reviewer', 'finance'] as const)
    expect((await office.act(adminSettingCalls.set, change('codePerDay', 5), role)).code).toBe('staff_not_allowed')
  const outside = await office.act(adminSettingCalls.set, change('marketingUntilMinute', 22 * 60 + 1), 'operations')
  expect(outside).toMatchObject({ code: 'input_invalid', fields: { value: '须在09:00到22:00之间' } })
  const key = newId()
  for (const _ of [1, 2]) expect((await office.act(adminSettingCalls.set, change('codePerDay', 5), 'operations', key)).code).toBe('ok')
  expect(await readSettings(database.db)).toEqual({ ...initialSettings, codePerDay: 5 })
  expect(await rowOf('codePerDay')).toMatchObject({ set: 5, changedBy: '运维', changedAt: at.toISOString() })
  expect((await office.act(adminSettingCalls.set, change('codePerDay', 6))).code).toBe('changed_meanwhile')
  expect((await office.act(adminSettingCalls.set, change('codePerDay', null, 5))).code).toBe('ok')
  expect(await readSettings(database.db)).toEqual(initialSettings)
  const { rows } = await office.get(adminSettingCalls.history, { object: '验证码每天' })
  expect(rows.map(row => [row.staffName, row.detail])).toEqual([
    ['管理员', { before: '5条', after: '10条（默认）', reason }],
    ['运维', { before: '10条（默认）', after: '5条', reason }],
  ])
})

test('quiet hours for marketing keep a whole hour, checked together with the stored other end', async () => {
  expect((await office.act(adminSettingCalls.set, change('marketingFromMinute', 20 * 60 + 30))).code).toBe('setting_hours')
  expect((await office.act(adminSettingCalls.set, change('marketingUntilMinute', 22 * 60))).code).toBe('ok')
  expect((await office.act(adminSettingCalls.set, change('marketingFromMinute', 20 * 60 + 30))).code).toBe('ok')
  for (const [name, seen] of [
    ['marketingFromMinute', 20 * 60 + 30],
    ['marketingUntilMinute', 22 * 60],
  ] as const)
    expect((await office.act(adminSettingCalls.set, change(name, null, seen))).code).toBe('ok')
})

test('a limit of one customer can only be lower than the general one', async () => {
  const { account } = await createAccount(database.db, { name: '限制客户' })
  const of = { accountId: wire(account) }
  const looser = await office.act(adminSettingCalls.setAccount, { ...of, ...change('transactionalPerDay', 50) })
  expect(looser).toMatchObject({ code: 'setting_not_stricter', fields: { value: '须比平台的50条更严' } })
  const earlier = await office.act(adminSettingCalls.setAccount, { ...of, ...change('marketingFromMinute', 8 * 60) })
  expect(earlier.code).toBe('setting_not_stricter')
  expect((await office.act(adminSettingCalls.setAccount, { ...of, ...change('transactionalPerDay', 3) })).code).toBe('ok')
  expect((await office.act(adminSettingCalls.setAccount, { ...of, ...change('marketingUntilMinute', 8 * 60 + 30) })).code).toBe(
    'input_invalid',
  )
  expect(await effective(account)).toEqual({ ...initialSettings, transactionalPerDay: 3 })
  const { rows } = await office.get(adminSettingCalls.account, of)
  expect(rows.find(row => row.name === 'transactionalPerDay')).toEqual({ name: 'transactionalPerDay', platform: 50, own: 3, effective: 3 })
  expect((await office.get(adminSettingCalls.accounts, {})).rows).toEqual([
    { ...of, name: '限制客户', own: [{ name: 'transactionalPerDay', value: 3 }], testNumberCount: 0 },
  ])
  const stranger = { accountId: wire(newAccountId()) }
  expect((await office.act(adminSettingCalls.setAccount, { ...stranger, ...change('transactionalPerDay', 3) })).code).toBe('not_found')
})

test('test numbers of a customer are added once, at most three hundred, and removed; the log shows them masked', async () => {
  const { account } = await createAccount(database.db)
  const number = { accountId: wire(account), phone: '13900001234', remark: '研发', reason }
  expect((await office.act(adminSettingCalls.addTestNumber, number)).code).toBe('ok')
  expect((await office.act(adminSettingCalls.addTestNumber, number)).code).toBe('test_number_exists')
  await database.platformDb
    .insertInto('testNumber')
    .values(Array.from({ length: 299 }, (_, index) => ({ accountId: account, phone: String(13_700_000_000 + index), createdAt: at })))
    .execute()
  expect((await office.act(adminSettingCalls.addTestNumber, { ...number, phone: '13900001235' })).code).toBe('too_many')
  expect((await office.act(adminSettingCalls.removeTestNumber, number)).code).toBe('ok')
  expect((await office.act(adminSettingCalls.removeTestNumber, number)).code).toBe('not_found')
  const { rows } = await office.get(adminSettingCalls.history, { accountId: wire(account) })
  expect(rows.map(row => [row.action, row.object])).toEqual([
    ['settings/test-number-remove', '139****1234'],
    ['settings/test-number-add', '139****1234'],
  ])
})

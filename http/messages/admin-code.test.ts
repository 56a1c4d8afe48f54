import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCodeCalls } from '#contract/messages/admin-code.ts'
import { asPlatform } from '#db/connect.ts'
import { countUnknownCodes, explainCode } from '#domain/numbering/report-code.ts'
import { type BackOffice, officeTime, startBackOffice } from '#test/support/back-office.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { encodeId, newId } from '#values/id.ts'

const at = officeTime()
const reason = '运营商来函'
const channelId = newId()
const database = prepareTestDatabase()
let office: BackOffice

beforeAll(async () => {
  office = await startBackOffice(database, () => at)
})
afterAll(() => office.close())

const words = { carrier: 'mobile', meaning: '号码被运营商限制', cause: '终端或业务限制', advice: '请联系运营商' } as const
const count = (codes: string[], when = at) => asPlatform(database.platformDb, tx => countUnknownCodes(tx, channelId, codes, when))
const unknown = async () => (await office.get(adminCodeCalls.unknown, {})).rows.map(row => [row.code, row.reportCount])

test('an explanation of a report code is shown to customers at once, for one code or a prefix', async () => {
  expect((await office.act(adminCodeCalls.set, { code: 'ZZ:0001', ...words, seen: null, reason }, 'finance')).code).toBe(
    'staff_not_allowed',
  )
  expect((await office.act(adminCodeCalls.set, { code: 'Z*Z', ...words, seen: null, reason })).fields).toHaveProperty('code')
  expect((await office.act(adminCodeCalls.set, { code: 'ZZ:*', ...words, seen: null, reason }, 'operations')).code).toBe('ok')
  expect(await explainCode(database.db, 'zz:0001')).toMatchObject({ meaning: '号码被运营商限制' })
  const own = { ...words, meaning: '另有说明' }
  expect((await office.act(adminCodeCalls.set, { code: 'ZZ:0001', ...own, seen: null, reason })).code).toBe('ok')
  expect((await office.act(adminCodeCalls.set, { code: 'zz:0001', ...words, seen: null, reason })).code).toBe('changed_meanwhile')
  expect((await office.act(adminCodeCalls.set, { code: 'zz:0001', ...own, advice: '无需处理', seen: own, reason })).code).toBe('ok')
  const listed = await office.get(adminCodeCalls.list, { search: 'ZZ:0001' })
  expect(listed.rows.map(row => row.code).sort()).toEqual(['ZZ:*', 'ZZ:0001'])
  expect(listed.shown).toMatchObject({ meaning: '另有说明', advice: '无需处理' })
  expect((await office.act(adminCodeCalls.remove, { code: 'ZZ:0001', reason })).code).toBe('ok')
  expect(await explainCode(database.db, 'ZZ:0001')).toMatchObject({ meaning: '号码被运营商限制' })
})

test('unexplained report codes are counted by channel until somebody explains them', async () => {
  await createChannel(database.platformDb, { channelId, name: '计数通道' })
  await count(['YY:1', 'YY:1', 'YY:2', 'ZZ:7', ''])
  const later = new Date(at.getTime() + 1_000)
  await count(['YY:1'], later)
  expect(await unknown()).toEqual([
    ['YY:1', 3],
    ['YY:2', 1],
  ])
  expect((await office.get(adminCodeCalls.unknown, {})).rows[0]).toEqual({
    code: 'YY:1',
    channelId: encodeId('channel', channelId),
    channelName: '计数通道',
    reportCount: 3,
    firstAt: at.toISOString(),
    lastAt: later.toISOString(),
  })
  expect((await office.get(adminCodeCalls.list, {})).unknownCount).toBe(2)
  expect((await office.act(adminCodeCalls.set, { code: 'YY:1', ...words, seen: null, reason })).code).toBe('ok')
  expect(await unknown()).toEqual([['YY:2', 1]])
  await office.act(adminCodeCalls.remove, { code: 'YY:1', reason })
  expect(await unknown()).toEqual([['YY:2', 1]])
})

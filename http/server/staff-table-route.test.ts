import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { actNames } from '#admin/act-names.ts'
import { wordFileRoute } from '#contract/forbidden-words/admin-word.ts'
import { portedFileRoute, segmentFileRoute } from '#contract/messages/admin-segment.ts'
import { receiptFileRoute } from '#contract/payments/admin-bank.ts'
import { senderRegistrationFileRoute } from '#contract/sender-registration/admin-sender-registration.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { type BackOffice, startBackOffice } from '#test/support/back-office.ts'
import { prepareTestDatabase } from '#test/support/database.ts'

const database = prepareTestDatabase()
let office: BackOffice
beforeAll(async () => {
  office = await startBackOffice(database, () => new Date())
})
afterAll(() => office.close())

const services: { path: string; summary: string; fileNameHeader: string; answer: z.ZodType }[] = [
  segmentFileRoute,
  portedFileRoute,
  wordFileRoute,
  senderRegistrationFileRoute,
  receiptFileRoute,
]

test('each table that staff upload is logged with its name and result, and the log shows both in Chinese', async () => {
  await office.send(portedFileRoute, Buffer.from('手机号,现运营商\n15400000001,联通\n'), '携转.csv')
  for (const route of services) await expect(office.send(route, Buffer.from([0xff, 0xd8, 0xff, 0]), '图片.jpg')).rejects.toThrow('error')
  const { rows } = await office.get(adminAuditLogCalls.list, {})
  const lines = rows.filter(row => row.action !== 'sign-in')
  const unread = lines.filter(line => line.object === '图片.jpg')
  expect(unread.map(line => actNames[line.action])).toEqual(services.map(route => route.summary).reverse())
  expect(new Set(unread.map(line => line.result))).toEqual(new Set(['file_kind_unknown']))
  expect(lines.at(-1)).toMatchObject({ action: 'ported/read', object: '携转.csv', result: 'ok', staffName: '管理员' })
})

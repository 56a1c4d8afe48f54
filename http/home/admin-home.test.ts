import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminHomeCalls } from '#contract/home/admin-home.ts'
import { systemStatusCalls } from '#contract/monitoring/admin-system-status.ts'
import { asAccount } from '#db/connect.ts'
import { raiseSystemAlert } from '#domain/platform/system-alert.ts'
import { createAccount } from '#test/support/account.ts'
import { type BackOffice, startBackOffice } from '#test/support/back-office.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { addInvoices } from '#test/support/invoice.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const now = new Date('2026-11-02T01:00:00Z')
const earlier = new Date('2026-11-01T01:00:00Z')
const database = prepareTestDatabase()
let office: BackOffice
beforeAll(async () => {
  office = await startBackOffice(database, () => now)
})
afterAll(() => office.close())

test('the start page shows invoice staff how many requests wait and since when, and shows it to nobody else', async () => {
  const none = { count: 0, oldestAt: null }
  const invoices = async (role: 'finance' | 'operations') => (await office.get(adminHomeCalls.overview, {}, role)).invoices
  expect(await invoices('finance')).toEqual({ reviewing: none, issuing: none, failed: none, reversing: none, unsent: none, titles: none })
  const { account } = await createAccount(database.db)
  await addInvoices(database, account, { name: '甲', grossHaos: [1_000_000], now })
  await addInvoices(database, account, { name: '乙', grossHaos: [1_000_000, 2_000_000], now: earlier })
  await asAccount(database.db, account, async tx => {
    await tx
      .updateTable('invoiceRequest')
      .set({ state: 'issuing', changedAt: now })
      .where('accountId', '=', account)
      .where('grossHao', '=', 2_000_000)
      .execute()
  })
  expect(await invoices('finance')).toMatchObject({
    reviewing: { count: 2, oldestAt: earlier.toISOString() },
    issuing: { count: 1, oldestAt: now.toISOString() },
    failed: none,
  })
  expect(await invoices('operations')).toBeNull()
})

test('the start page shows channel staff the problems of the platform, and shows them to nobody else', async () => {
  const alerts = async (role: 'finance' | 'operations') => (await office.get(adminHomeCalls.overview, {}, role)).alerts
  expect(await alerts('operations')).toEqual([])
  await raiseSystemAlert(database.platformDb, { kind: 'disk_low', subject: 'host-1', detail: '剩余1.2 GB' })
  expect(await alerts('operations')).toMatchObject([{ kind: 'disk_low', subject: 'host-1', detail: '剩余1.2 GB' }])
  expect(await alerts('finance')).toBeNull()
})

test('who takes care of a problem says so to colleagues; one that began anew is another', async () => {
  const alert = async () => firstOrThrow((await office.get(systemStatusCalls.read, {}, 'operations')).alerts)
  const { kind, subject, beganAt, acknowledged } = await alert()
  expect(acknowledged).toBeNull()
  const target = { kind, subject, beganAt }
  expect((await office.act(systemStatusCalls.acknowledge, target, 'finance')).code).toBe('staff_not_allowed')
  expect((await office.act(systemStatusCalls.acknowledge, { ...target, beganAt: now.toISOString() }, 'operations')).code).toBe('not_found')
  for (const role of ['operations', 'administrator'] as const)
    expect((await office.act(systemStatusCalls.acknowledge, target, role)).code).toBe('ok')
  expect((await alert()).acknowledged).toEqual({ by: '运维', at: now.toISOString() })
  await sql`update system_alert set confirmed_at = now() - interval '6 minutes'`.execute(database.platformDb)
  await raiseSystemAlert(database.platformDb, { kind: 'disk_low', subject: 'host-1', detail: '剩余1.0 GB' })
  expect((await alert()).acknowledged).toBeNull()
})

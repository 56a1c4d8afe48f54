import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { prepareTestDatabase } from '#test/support/database.ts'
import { endSystemAlert, listSystemAlerts, raiseSystemAlert } from './system-alert.ts'

const database = prepareTestDatabase()

const disk = { kind: 'disk_low', subject: 'host-1', detail: '剩余1.2 GB' } as const

test('a system alert is new once, is updated by each confirmation, and ends once', async () => {
  const db = database.platformDb
  expect(await raiseSystemAlert(db, disk)).toBe(true)
  expect(await raiseSystemAlert(db, { ...disk, detail: '剩余1.1 GB' })).toBe(false)
  expect(await raiseSystemAlert(db, { ...disk, subject: 'host-2' })).toBe(true)
  expect((await listSystemAlerts(db)).map(({ subject, detail }) => `${subject} ${detail}`)).toEqual([
    'host-1 剩余1.1 GB',
    'host-2 剩余1.2 GB',
  ])
  expect(await endSystemAlert(db, disk)).toBe(true)
  expect(await endSystemAlert(db, disk)).toBe(false)
  expect((await listSystemAlerts(db)).map(({ subject }) => subject)).toEqual(['host-2'])
})

test('an alert without further confirmation ends, and is new when it is raised again', async () => {
  const db = database.platformDb
  await raiseSystemAlert(db, { ...disk, subject: 'gone' })
  await sql`update system_alert set confirmed_at = now() - interval '6 minutes' where subject = 'gone'`.execute(db)
  expect((await listSystemAlerts(db)).map(({ subject }) => subject)).not.toContain('gone')
  expect(await raiseSystemAlert(db, { ...disk, subject: 'gone' })).toBe(true)
})

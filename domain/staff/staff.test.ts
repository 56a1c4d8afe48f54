import { expect, test } from 'vitest'
import { passwordRule } from '#contract/rules.ts'
import { asPlatform } from '#db/connect.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { initialPassword } from './initial-password.ts'
import { openStaffSession, readStaffSession } from './session.ts'
import { createStaff, findStaff, setStaffPassword, setStaffState } from './staff.ts'

const now = new Date('2026-11-02T01:00:00Z')
const later = new Date('2026-11-02T01:01:00Z')
const database = prepareTestDatabase()

const addStaff = (login: string) =>
  asPlatform(database.platformDb, tx => createStaff(tx, { login, name: '周运维', role: 'operations', passwordHash: 'old', now }))
const open = (staffId: string) => openStaffSession(database.platformDb, staffId, { address: '127.0.0.1', agent: 'test', now })

test('a member of staff is found by login in any case', async () => {
  const { staffId } = await addStaff('Zhou')
  expect(await findStaff(database.platformDb, 'ZHOU')).toEqual({ staffId, name: '周运维', passwordHash: 'old' })
  expect(await findStaff(database.platformDb, 'nobody')).toBeNull()
})

test('a new password ends all sessions, also one that a concurrent sign-in opens with the old password', async () => {
  const { staffId } = await addStaff('qian')
  const token = await open(staffId)
  await asPlatform(database.platformDb, tx => setStaffPassword(tx, staffId, { passwordHash: 'new', now: later }))
  expect(await readStaffSession(database.platformDb, token, later)).toBeNull()
  expect(await readStaffSession(database.platformDb, await open(staffId), later)).toBeNull()
})

test('a frozen person is signed out at once, and must sign in again after unfreezing', async () => {
  const { staffId } = await addStaff('sun')
  const token = await open(staffId)
  await asPlatform(database.platformDb, tx => setStaffState(tx, staffId, 'frozen'))
  expect(await readStaffSession(database.platformDb, token, later)).toBeNull()
  await asPlatform(database.platformDb, tx => setStaffState(tx, staffId, 'active'))
  expect(await readStaffSession(database.platformDb, token, later)).toBeNull()
  expect(await readStaffSession(database.platformDb, await open(staffId), later)).toMatchObject({ staffId })
})

test('initial passwords satisfy the rule, differ, and have no easily confused letters', () => {
  const words = Array.from({ length: 500 }, () => initialPassword())
  for (const word of words) {
    expect(passwordRule.safeParse(word).success, word).toBe(true)
    expect(word).not.toMatch(/[0O1lI]/)
  }
  expect(new Set(words).size).toBe(words.length)
})

import { expect, test } from 'vitest'
import { asPlatform } from '#db/connect.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { limits } from '#values/limits.ts'
import { issueSetup, useSetup } from './setup.ts'
import { signInStaff } from './sign-in.ts'
import { findStaff, setStaffState } from './staff.ts'

const database = prepareTestDatabase()

const now = new Date('2026-11-20T10:00:00Z')
const person = { login: 'zhao', name: '赵管理', password: 'Harbour%30y' }
const use = (token: string, facts: Partial<typeof person> = {}, at = now) =>
  useSetup(database.platformDb, { token, ...person, ...facts, address: '127.0.0.1', agent: 'test', now: at })

test('the setup link creates one administrator with a chosen password, once, and none while an administrator exists', async () => {
  const db = database.platformDb
  const old = (await issueSetup(db, now))!
  const token = (await issueSetup(db, now))!
  await expect(use(old)).rejects.toMatchObject({ code: 'setup_link_invalid' })
  await expect(use(token, {}, new Date(now.getTime() + limits.staffSetupHours * 3_600_000))).rejects.toMatchObject({
    code: 'setup_link_invalid',
  })
  // A correctable mistake leaves the link valid.
  await expect(use(token, { password: 'Hongyan2026' })).rejects.toMatchObject({ code: 'password_common' })
  const both = await Promise.allSettled([use(token), use(token, { login: 'qian' })])
  expect(both.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(use(token, { login: 'sun1' })).rejects.toMatchObject({ code: 'setup_link_invalid' })
  expect(await issueSetup(db, now)).toBeNull()

  const login = (await findStaff(db, 'zhao')) ? 'zhao' : 'qian'
  // It signs in too.
  const signIns = db.selectFrom('staff').select(['lastSignInAt', 'lastSignInAddress']).where('login', '=', login)
  expect(await signIns.executeTakeFirst()).toEqual({ lastSignInAt: now, lastSignInAddress: '127.0.0.1' })
  const origin = { address: '127.0.0.1', agent: 'test', now }
  await signInStaff(db, 'a secret of at least thirty-two characters', { login, password: person.password, code: '', ...origin })
  const made = (await findStaff(db, login))!
  await asPlatform(db, tx => setStaffState(tx, made.staffId, 'frozen'))
  expect(await issueSetup(db, now)).not.toBeNull()
})

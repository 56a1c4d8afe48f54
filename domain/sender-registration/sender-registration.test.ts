import { beforeAll, expect, test } from 'vitest'
import { summarizeSenderRegistration } from '#contract/sender-registration/sender-registration.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { decideReview } from '#domain/content/review-decide.ts'
import { createSignature, disableSignature } from '#domain/content/signature.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import {
  changeSenderRegistrations,
  type SenderRegistrationChange,
  senderRegistrationHistory,
  senderRegistrationStates,
  senderRegistrationsOf,
  startSenderRegistration,
} from './sender-registration.ts'

const database = prepareTestDatabase()
let owner: TestAccount
const staffId = newId()
const start = new Date('2026-11-21T02:00:00Z')
const later = new Date('2026-11-28T02:00:00Z')

beforeAll(async () => {
  owner = await createAccount(database.db)
})

let made = 0
async function approved(): Promise<string> {
  made += 1
  const { account, memberId } = owner
  const text = `青松${made}`
  const content = { text, kind: 'company', purpose: 'own', remark: '', isSubmitted: true, memberId, now: start } as const
  const { signatureId } = await asAccount(database.db, account, tx => createSignature(tx, account, content))
  const verdict = { object: 'signature', objectId: signatureId, staffId, submittedAt: start, reason: null, now: start } as const
  await asPlatform(database.platformDb, tx => decideReview(tx, account, verdict))
  return signatureId
}
const change = (signatureId: string, facts: Partial<SenderRegistrationChange> = {}, account = owner.account) =>
  asPlatform(database.platformDb, tx =>
    changeSenderRegistrations(tx, account, [{ signatureId, carrier: 'telecom', state: 'failed', reason: '材料不清晰', ...facts }], {
      staffId,
      now: later,
    }),
  )

test('an approved signature waits for all four carriers; an answer stands beside it with its time and in the history', async () => {
  const signatureId = await approved()
  const states = () => asAccount(database.db, owner.account, tx => senderRegistrationStates(tx, owner.account, [signatureId]))
  expect((await states()).get(signatureId)).toEqual({ mobile: 'pending', unicom: 'pending', telecom: 'pending', broadnet: 'pending' })
  expect(await change(signatureId)).toEqual(['pending'])
  await change(signatureId, { carrier: 'mobile', state: 'filed', reason: '' })
  expect((await states()).get(signatureId)).toMatchObject({ mobile: 'filed', telecom: 'failed', unicom: 'pending' })
  const senderRegistrations = await asAccount(database.db, owner.account, tx => senderRegistrationsOf(tx, owner.account, signatureId))
  expect(senderRegistrations.map(one => one.carrier)).toEqual(['mobile', 'unicom', 'telecom', 'broadnet'])
  expect(senderRegistrations[2]).toEqual({ carrier: 'telecom', state: 'failed', reason: '材料不清晰', changedAt: later })
  const history = await asAccount(database.db, owner.account, tx => senderRegistrationHistory(tx, owner.account, signatureId))
  expect(history).toHaveLength(6)
  expect(history[0]).toMatchObject({ carrier: 'mobile', state: 'filed', at: later })
})

test('registering again keeps the earlier answers', async () => {
  const signatureId = await approved()
  await change(signatureId, { state: 'filed', reason: '' })
  await asPlatform(database.platformDb, tx => startSenderRegistration(tx, owner.account, { signatureId, staffId, now: later }))
  expect(getOrThrow(await senderRegistrationStates(database.platformDb, owner.account, [signatureId]), signatureId).telecom).toBe('filed')
})

test("a signature that was never registered, or doesn't exist, is reported as such", async () => {
  const nowhere = newId()
  const none = { mobile: 'none', unicom: 'none', telecom: 'none', broadnet: 'none' }
  expect((await senderRegistrationStates(database.platformDb, owner.account, [nowhere])).get(nowhere)).toEqual(none)
})

test("only approved signatures of this account accept a carrier's answer", async () => {
  const other = await createAccount(database.db)
  const signatureId = await approved()
  await expect(change(signatureId, {}, other.account)).rejects.toMatchObject({ code: 'not_found' })
  const act = { signatureId, memberId: owner.memberId, now: later }
  await asAccount(database.db, owner.account, tx => disableSignature(tx, owner.account, act))
  await expect(change(signatureId)).rejects.toMatchObject({ code: 'sender_registration_signature_gone' })
})

test("the four carriers' states combine into one", () => {
  const all = (state: 'none' | 'pending' | 'filed' | 'failed') => ({ mobile: state, unicom: state, telecom: state, broadnet: state })
  expect(summarizeSenderRegistration(all('filed'))).toBe('usable')
  expect(summarizeSenderRegistration({ ...all('pending'), unicom: 'filed' })).toBe('partial')
  expect(summarizeSenderRegistration({ ...all('failed'), unicom: 'pending' })).toBe('pending')
  expect(summarizeSenderRegistration({ ...all('failed'), unicom: 'none' })).toBe('failed')
  expect(summarizeSenderRegistration(all('none'))).toBe('none')
})

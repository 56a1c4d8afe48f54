import { expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { limits } from '#values/limits.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { type CodePurpose, issueCode, redeemCode } from './one-time-code.ts'

const secret = 'a secret of at least thirty-two characters'
const minuteMs = 60_000
const start = new Date('2026-11-02T01:00:00Z').getTime()
const database = prepareTestDatabase()

let made = 0
const newPhone = () => `1920000${String(++made).padStart(4, '0')}`
const issue = (phone: string, atMs = start, address = phone, purpose: CodePurpose = 'register') =>
  issueCode(database.db, secret, { phone, purpose, address, now: new Date(atMs) })
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
const spend = (phone: string, code: string, atMs = start, purpose: CodePurpose = 'register') =>
  outcome(redeemCode(database.db, secret, { phone, purpose, code, now: new Date(atMs) }))
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('one-time code: works once, for its purpose and number only', async () => {
  const [phone, other] = [newPhone(), newPhone()]
  const code = await issue(phone)
  expect(code).toMatch(/^\d{6}$/)
  expect(await spend(other, code)).toBe('code_invalid')
  expect(await spend(phone, code, start, 'recovery')).toBe('code_invalid')
  expect(await spend(phone, code)).toBe('done')
  expect(await spend(phone, code)).toBe('code_invalid')
})

test('lifetime: five minutes, ends with the next code', async () => {
  const phone = newPhone()
  const first = await issue(phone)
  const second = await issue(phone, start + minuteMs)
  if (first !== second) expect(await spend(phone, first, start + minuteMs)).toBe('code_invalid')
  expect(await spend(phone, second, start + 6 * minuteMs)).toBe('code_invalid')
})

test('guessing: five attempts per code, also concurrent; then the right code fails too', async () => {
  const phone = newPhone()
  const code = await issue(phone)
  await Promise.all(Array.from({ length: 50 }, () => spend(phone, wrong(code))))
  expect(await spend(phone, code)).toBe('code_invalid')
})

test('fifty concurrent uses of the right code: one succeeds', async () => {
  const phone = newPhone()
  const code = await issue(phone)
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => spend(phone, code)))
  expect(outcomes.filter(one => one === 'done')).toHaveLength(1)
})

test('ten thousand requests in a day for one number, from as many addresses: exactly ten codes, never two in a minute', async () => {
  const phone = newPhone()
  const sentAt: number[] = []
  const stepMs = (24 * 60 * minuteMs) / 10_000
  for (let batch = 0; batch < 100; batch += 1)
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const atMs = start + (batch * 100 + i) * stepMs
        if ((await outcome(issue(phone, atMs, `address-${batch}-${i}`))) === 'done') sentAt.push(atMs)
      }),
    )
  sentAt.sort((a, b) => a - b)
  expect(sentAt).toHaveLength(limits.oneTimeCodesPerDay)
  for (const [i, at] of sentAt.entries()) if (i > 0) expect(at - itemOrThrow(sentAt, i - 1)).toBeGreaterThanOrEqual(minuteMs)
})

test('one address requesting codes for many numbers: twenty an hour', async () => {
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => outcome(issue(newPhone(), start, 'one-address'))))
  expect(outcomes.filter(one => one === 'done')).toHaveLength(limits.oneTimeCodesPerAddressHour)
  expect(await outcome(issue(newPhone(), start + 60 * minuteMs, 'one-address'))).toBe('done')
})

test('refused request: consumes no other limit', async () => {
  const [phone, other] = [newPhone(), newPhone()]
  await issue(phone, start, 'eager')
  for (let i = 0; i < 50; i += 1) expect(await outcome(issue(phone, start + i * 1000, 'eager'))).toBe('code_limited')
  // Fifty refusals later there are still four for the number this hour and nineteen for the address.
  for (let minute = 1; minute <= 4; minute += 1) expect(await outcome(issue(phone, start + minute * minuteMs, 'eager'))).toBe('done')
  expect(await outcome(issue(phone, start + 5 * minuteMs, 'eager'))).toBe('code_limited')
  expect(await outcome(issue(other, start + 5 * minuteMs, 'eager'))).toBe('done')
})

test('a signed-in member proves twenty acts an hour, whatever strangers request for the number or from the network', async () => {
  const phone = newPhone()
  const act = (minute: number, purpose: CodePurpose) => outcome(issue(phone, start + minute * minuteMs, 'office', purpose))
  for (let minute = 0; minute < 5; minute += 1) expect(await act(minute, 'sign-in')).toBe('done')
  expect(await act(5, 'sign-in')).toBe('code_limited')
  const acts: string[] = []
  for (let minute = 0; minute < 40; minute += 1) acts.push(await act(minute, minute % 2 ? 'step-up' : 'export'))
  expect(acts.filter(one => one === 'done')).toHaveLength(limits.memberCodesPerHour)
})

import { expect, test } from 'vitest'
import type { FoundCode } from '#domain/visits/route-read.ts'
import { newAccountId } from '#values/id.ts'
import { keyOf, LinkIndex } from './link-index.ts'

const accountA = newAccountId()
const accountB = newAccountId()

const found = (code: string, linkId: string, target = `https://${linkId}.example`): FoundCode => ({
  domain: '',
  code,
  messageId: null,
  route: {
    accountId: accountA,
    linkId,
    state: 'active',
    target,
    startsAt: null,
    endsAt: null,
    endedTarget: null,
    passesQuery: false,
    rules: [],
    passwordHash: null,
    visitLimit: null,
    visitCount: 0,
    activeFromMinute: null,
    activeUntilMinute: null,
    referrerPolicy: 'origin',
  },
})
const newIndex = (maxCodes = 100) => new LinkIndex({ maxCodes, missingMs: 1_000 })
const targetOf = (index: LinkIndex, code: string) => index.find(keyOf('', code), 0)?.route.target

test('a removed link is removed with all its codes, and found again when it was queried', () => {
  const index = newIndex()
  for (const code of ['one', 'two']) index.add(found(code, 'l1'))
  index.add(found('three', 'l2'))
  index.forget({ accountId: accountA, linkId: 'l1' })
  expect([targetOf(index, 'one'), targetOf(index, 'two'), targetOf(index, 'three')]).toEqual([undefined, undefined, 'https://l2.example'])
  index.add(found('one', 'l1', 'https://new.example'))
  expect(targetOf(index, 'one')).toBe('https://new.example')
  expect(index.find(keyOf('', 'two'), 0)).toBeUndefined()
})

test('a refreshed link takes effect for all of its known codes', () => {
  const index = newIndex()
  index.add(found('one', 'l1'))
  index.add(found('two', 'l1', 'https://new.example'))
  expect(targetOf(index, 'one')).toBe('https://new.example')
})

test('an unknown code is remembered for a while, and found at once when it is assigned meanwhile', () => {
  const index = newIndex()
  index.addMissing(keyOf('', 'none'), 0)
  expect(index.find(keyOf('', 'none'), 999)).toBeNull()
  expect(index.find(keyOf('', 'none'), 1_000)).toBeUndefined()
  index.addMissing(keyOf('', 'none'), 2_000)
  index.add(found('none', 'l1'))
  expect(index.find(keyOf('', 'none'), 2_001)).toMatchObject({ messageId: null })
})

test('the oldest codes are evicted', () => {
  const index = newIndex(2)
  for (const code of ['one', 'two', 'three']) index.add(found(code, 'l1'))
  expect(index.codeCount).toBe(2)
  expect(index.find(keyOf('', 'one'), 0)).toBeUndefined()
})

test('a stopped account’s links are all removed, and nobody else’s', () => {
  const index = newIndex()
  index.add(found('one', 'l1'))
  index.add({ ...found('two', 'l2'), route: { ...found('two', 'l2').route, accountId: accountB } })
  index.forget({ accountId: accountA, linkId: null })
  expect([targetOf(index, 'one'), targetOf(index, 'two')]).toEqual([undefined, 'https://l2.example'])
})

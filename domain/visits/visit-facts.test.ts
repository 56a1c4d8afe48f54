import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { devices, inApps } from '#contract/links/link-rule.ts'
import { agentFacts, visitorHash } from './visit-facts.ts'
import { readNote, type VisitLogEntry, writeNote } from './visit-note.ts'

const note: VisitLogEntry = {
  atMs: 1,
  accountId: '01900000-0000-7000-8000-000000000001',
  linkId: '01900000-0000-7000-8000-000000000002',
  messageId: null,
  address: '1.2.3.4',
  method: 'get',
  arm: null,
  agent: '',
  referrer: '',
  language: '',
  visitor: '',
  missed: null,
}

/**
 * Whole user agents as they were seen, each with where it is published; a wrong row is a person who is not counted, or
 * a program that is.
 */
const examples = readFileSync(new URL('user-agents.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(
    line =>
      line.split('\t') as [visitor: string, device: string, os: string, browser: string, inApp: string, source: string, agent: string],
  )

test.each(examples)('a %s on %s, %s, %s', (visitor, device, os, browser, inApp, _source, agent) => {
  // As the visit log stores it.
  const facts = agentFacts(readNote(writeNote({ ...note, agent }))!.agent)
  if (visitor === 'person') expect(facts).toEqual({ device, os, browser, inApp: inApp || null, program: null })
  else expect(facts.program).toBe(visitor)
})

test('the examples cover every device and app', () => {
  const people = examples.filter(([visitor]) => visitor === 'person')
  expect(examples.length).toBeGreaterThanOrEqual(80)
  expect(new Set(people.map(([, device]) => device))).toEqual(new Set(devices))
  // No whole user agent of 小红书 is published.
  expect(inApps.filter(name => !people.some(row => row[4] === name))).toEqual(['小红书'])
})

test('an empty user agent is a program', () => {
  expect(agentFacts('')).toEqual({ device: 'desktop', os: '其他', browser: '其他', inApp: null, program: 'crawler' })
})

test('a visitor by address keeps the hash for a day and gets another the next day', () => {
  const of = (day: string, address = '1.2.3.4') =>
    visitorHash('secret', { recipient: null, cookie: '', day, address, agent: 'a' }).toString('hex')
  expect(of('2026-11-20')).toBe(of('2026-11-20'))
  expect(new Set([of('2026-11-20'), of('2026-11-21'), of('2026-11-20', '1.2.3.5')]).size).toBe(3)
})

test('a recipient is one visitor on any phone, and distinct from others with the same address or cookie', () => {
  const of = (recipient: string | null, more: object = {}) =>
    visitorHash('secret', { recipient, cookie: 'c', day: '2026-11-20', address: '1.2.3.4', agent: 'a', ...more }).toString('hex')
  expect(of('m1', { cookie: '', address: '5.6.7.8', agent: 'b' })).toBe(of('m1'))
  expect(new Set([of('m1'), of('m2'), of(null)]).size).toBe(3)
})

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { NewReport } from '#domain/visits/report.ts'
import { portOrThrow } from '#values/or-throw.ts'
import { ReportIntake } from './report.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** A report intake that knows code `abcd` on the platform's domain and a link on a customer's. */
async function open({ isAway = false } = {}) {
  const taken: NewReport[] = []
  let now = new Date('2026-11-21T02:00:00Z')
  const state = { isAway }
  const desk = new ReportIntake({
    domainOf: host => (host === 'go.school.cn' ? host : ''),
    addressOf: request => String(request.headers['x-from'] ?? '203.0.113.7'),
    take: async report => {
      if (state.isAway) throw new Error('connection refused')
      taken.push(report)
      return report.code === 'abcd'
    },
    now: () => now,
    logger: pino({ level: 'silent' }),
  })
  server = createServer(desk.answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${portOrThrow(server)}`
  const send = async (fields: Record<string, string>, from = '203.0.113.7') => {
    const answer = await fetch(`${base}/report`, { method: 'POST', headers: { 'x-from': from }, body: new URLSearchParams(fields) })
    return { status: answer.status, text: await answer.text() }
  }
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return { base, taken, state, send, pass }
}
const good = { link: 'abcd', kind: 'phishing', words: '冒充银行', contact: '13800138000' }

test('the form is at the code’s address, with the code escaped', async () => {
  const { base } = await open()
  const answer = await fetch(`${base}/report?code=${encodeURIComponent('"><script>')}`)
  expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining("default-src 'none'")])
  const text = await answer.text()
  expect(text).toContain('value="&#34;&#62;&#60;script&#62;"')
  expect(Buffer.byteLength(text)).toBeLessThan(15_000)
})

test.each([
  ['abcd', { domain: '', code: 'abcd' }],
  ['https://hy.example/abcd?x=1', { domain: '', code: 'abcd' }],
  ['go.school.cn/abcd', { domain: 'go.school.cn', code: 'abcd' }],
])('%s names the link', async (link, named) => {
  const { send, taken } = await open()
  expect((await send({ ...good, link })).status).toBe(200)
  expect(taken).toEqual([
    expect.objectContaining({ ...named, kind: 'phishing', words: '冒充银行', contact: '13800138000', address: '203.0.113.7' }),
  ])
})

test.each([
  [{ link: '' }, '请填写收到的短链接'],
  [{ link: 'nothere' }, '没有找到这个短链接'],
  [{ kind: 'sorrow' }, '请选择举报原因'],
  [{ words: '长'.repeat(201) }, '补充说明不能超过200个字'],
  [{ contact: '1'.repeat(61) }, '联系方式不能超过60个字'],
])('an invalid report %o says why and keeps the other fields', async (change, sentence) => {
  const { send } = await open()
  const { status, text } = await send({ ...good, ...change })
  expect(status).toBe(422)
  expect(text).toContain(sentence)
  if (!('words' in change)) expect(text).toContain('冒充银行</textarea>')
})

test('reports are limited to five an hour by address; other addresses are unaffected', async () => {
  const { send, pass } = await open()
  for (let count = 0; count < 5; count += 1) expect((await send(good)).status).toBe(200)
  expect((await send(good)).status).toBe(429)
  expect((await send(good, '198.51.100.1')).status).toBe(200)
  pass(3_600_000)
  expect((await send(good)).status).toBe(200)
})

test('an unavailable database is reported, the form keeps its fields, and the attempt does not count', async () => {
  const { send, state } = await open({ isAway: true })
  for (let count = 0; count < 6; count += 1) {
    const { status, text } = await send(good)
    expect(status).toBe(503)
    expect(text).toMatch(/举报没有保存[\s\S]*冒充银行<\/textarea>/)
  }
  state.isAway = false
  expect((await send(good)).status).toBe(200)
})

test('a bot that fills the hidden field is thanked and nothing is saved', async () => {
  const { send, taken } = await open()
  expect((await send({ ...good, website: 'https://spam.example' })).text).toContain('已收到您的举报')
  expect(taken).toEqual([])
})

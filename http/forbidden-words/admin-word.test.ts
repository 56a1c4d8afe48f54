import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call, CallInputWire } from '#contract/call.ts'
import { contentCalls } from '#contract/content/content.ts'
import type { Finding } from '#contract/content/finding.ts'
import { templateCalls } from '#contract/content/template.ts'
import { adminWordCalls, wordFileRoute } from '#contract/forbidden-words/admin-word.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { readRefusal } from '#test/support/answer.ts'
import { type BackOffice, officeTime, startBackOffice } from '#test/support/back-office.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const at = officeTime()
const database = prepareTestDatabase()
let office: BackOffice
let customer: App
let customerBase: string
let owner: TestAccount
let ownerCookie: string

beforeAll(async () => {
  office = await startBackOffice(database, () => at)
  customer = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now: () => at })
  customerBase = await customer.listen({ host: '127.0.0.1', port: 0 })
  owner = await createAccount(database.db)
  ownerCookie = await createSessionCookie(database.db, owner.account, owner.memberId)
})
afterAll(() => Promise.all([office.close(), customer.close()]))

const json = (cookie: string, body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', cookie, 'idempotency-key': newId() },
  body: JSON.stringify(body),
})
const memberPost = (call: Call, body: unknown) => fetch(customerBase + call.path, json(ownerCookie, body))
const everywhere: Added['kinds'] = ['otp', 'transactional', 'marketing', 'signature']
type Added = CallInputWire<typeof adminWordCalls.add>['words'][number]
const add = async (word: string, facts: Partial<Added> = {}) => {
  const words = [{ word, level: 'reject' as const, kinds: everywhere, remark: '涉赌', ...facts }]
  return (await office.act(adminWordCalls.add, { words })).answer
}
const list = (query: Record<string, string> = {}) => office.get(adminWordCalls.list, query)
const findings = async (text: string, kind = 'transactional') =>
  ((await (await memberPost(contentCalls.check, { text, kind })).json()) as { findings: Finding[] }).findings
const template = (text: string) => ({ name: '试', kind: 'transactional', text, variables: [], remark: '', isSubmitted: true })

test('a forbidden word that staff add refuses the next text, while typing and at submission, until it is disabled', async () => {
  const text = '恭喜，德州❤扑 克房开放'
  expect(await findings(text)).toEqual([])
  expect(await add('德州扑克')).toEqual({ addedCount: 1, refused: [] })
  const found = firstOrThrow(await findings(text))
  expect(found).toMatchObject({ level: 'refuse', message: '“德州❤扑 克”（德州扑克）是禁止发送的内容：涉赌' })
  expect(found.marks?.map(({ from, to }) => text.slice(from, to))).toEqual(['德州❤扑 克'])
  const refused = await memberPost(templateCalls.create, template(text))
  expect(await readRefusal(refused)).toMatchObject({ code: 'template_text_invalid', fields: { text: found.message } })
  const { wordId } = firstOrThrow((await list({ search: '德州' })).rows)
  expect((await office.act(adminWordCalls.enable, { wordId, isEnabled: false })).code).toBe('ok')
  expect(await findings(text)).toEqual([])
  expect((await memberPost(templateCalls.create, template(text))).status).toBe(200)
})

test('a word for reviewers is accepted and marked for them, and counts only in its configured scope', async () => {
  await add('众筹', { level: 'review', kinds: ['marketing', 'signature'], remark: '须有资质' })
  expect(await findings('众筹今日开始')).toEqual([])
  expect(await findings('众筹今日开始', 'marketing')).toMatchObject([{ level: 'note', marks: [{ from: 0, to: 2 }] }])
  const { wordId } = firstOrThrow((await list({ search: '众筹' })).rows)
  await office.act(adminWordCalls.edit, { wordId, level: 'review', kinds: ['transactional'], remark: '' })
  const made = await memberPost(templateCalls.create, template('众筹今日开始'))
  expect(made.status).toBe(200)
  const { templateId } = z.looseObject({ templateId: z.string() }).parse(await made.json())
  const one = await fetch(`${customerBase}${templateCalls.one.path}?templateId=${templateId}`, { headers: { cookie: ownerCookie } })
  expect(await one.json()).toMatchObject({ history: [{ findings: [{ code: 'sensitive_word', marks: [{ from: 0, to: 2 }] }] }] })
})

test('hits of forbidden words are counted once a day for each customer', async () => {
  await add('水果机')
  for (let times = 0; times < 3; times += 1) await findings('水果机')
  expect((await list({ search: '水果机' })).rows).toMatchObject([{ hitCount: 1 }])
  const other = await createAccount(database.db)
  const cookie = await createSessionCookie(database.db, other.account, other.memberId)
  await fetch(customerBase + contentCalls.check.path, json(cookie, { text: '水.果.机', kind: 'otp' }))
  expect((await list({ search: '水果机' })).rows).toMatchObject([{ hitCount: 2 }])
})

test('words that exist in another form, are too short or too long are reported, and the rest is added', async () => {
  await add('老虎机')
  const words = ['老虎機', '老 虎 机', '我', 'ⓥ', '好'.repeat(31), '捕鱼机'].map(word => ({
    word,
    level: 'reject' as const,
    kinds: everywhere,
    remark: '',
  }))
  const { answer } = await office.act(adminWordCalls.add, { words })
  expect(answer?.addedCount).toBe(1)
  expect(answer?.refused.map(({ word, reason }) => `${word.slice(0, 6)} ${reason}`).sort()).toEqual([
    'ⓥ 至少须有两个字或字母',
    '好好好好好好 不能超过30个字',
    '我 至少须有两个字或字母',
    '老 虎 机 与前面的词相同',
    '老虎機 已在词库中',
  ])
})

test('a table of words is previewed before it is added, with the rows that could not be read', async () => {
  const text = '词,处理,适用内容,说明\n牌九,禁止,,涉赌\n炒鞋,,推广、通知,\n,禁止,,\n借呗,看看,,\n花呗,人工审核,朋友圈,'
  expect(await office.send(wordFileRoute, Buffer.from(text), 'a.csv')).toEqual({
    fileName: 'a.csv',
    words: [
      { word: '牌九', level: 'reject', kinds: everywhere, remark: '涉赌' },
      { word: '炒鞋', level: 'review', kinds: ['marketing', 'transactional'], remark: '' },
    ],
    problems: [
      { line: 4, problem: '没有词' },
      { line: 5, problem: '处理须为禁止或人工审核' },
      { line: 6, problem: '适用内容须为验证码、通知、推广、签名，用顿号隔开' },
    ],
  })
})

test('the list of words is also searched by a disguised form, and counts enabled and disabled ones', async () => {
  await add('麻将馆')
  expect((await list({ search: '麻❤將' })).rows.map(row => row.word)).toEqual(['麻将馆'])
  const { counts } = await list()
  expect((await list({ state: 'disabled', pageSize: '100' })).rows).toHaveLength(counts.disabled)
  expect((await list({ state: 'enabled', pageSize: '100' })).rows).toHaveLength(counts.enabled)
})

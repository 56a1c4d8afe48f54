import { expect, test } from 'vitest'
import { copyOf, draftOf, editOf, emptyLink, newLinkOf, newRule, newTarget, problemsOf, ruleProblem, type WholeLink } from './link-draft.ts'

const now = Date.parse('2026-11-21T04:00:00Z')
const plain = { ...emptyLink, target: 'https://a.cn/' }
const problem = (change: object) => problemsOf({ ...plain, ...change }, now)

test('a link needs only a target', () => {
  expect(problemsOf(plain, now)).toEqual({})
  expect(newLinkOf(plain, now)).toMatchObject({
    target: 'https://a.cn/',
    endsAt: null,
    ownCode: null,
    password: null,
    rules: [],
    activeFromMinute: null,
  })
})

test('days count from now or from the start; times are in China time', () => {
  expect(newLinkOf({ ...plain, life: 'days', days: 2 }, now).endsAt).toBe('2026-11-23T04:00:00.000Z')
  expect(newLinkOf({ ...plain, life: 'days', days: 1, startsAt: '2026-12-01T00:00' }, now)).toMatchObject({
    startsAt: '2026-11-30T16:00:00.000Z',
    endsAt: '2026-12-01T16:00:00.000Z',
  })
})

test.each([
  [{ target: '' }, { target: '请填写目标网址' }],
  [{ ownCode: 'abc' }, { ownCode: '自定义后缀为4-20位字母、数字、-或_' }],
  [{ life: 'date' }, { endsAt: '请选择失效时间' }],
  [{ life: 'date', endsAt: '2026-11-21T11:59' }, { endsAt: '失效时间须晚于现在' }],
  [{ life: 'date', endsAt: '2026-12-01T00:00', startsAt: '2026-12-02T00:00' }, { endsAt: '失效时间须晚于生效时间' }],
  [{ life: 'days', days: null }, { days: '请填写天数' }],
  [{ endedTarget: 'https://127.0.0.1' }, { endedTarget: '目标网址须用域名，不能用 IP 地址' }],
  [{ password: 'abc' }, { password: '访问密码至少4位' }],
  [{ hasHours: true, activeFromMinute: 600, activeUntilMinute: 600 }, { activeUntilMinute: '时段的开始和结束不能相同' }],
  [{ tags: Array.from({ length: 11 }, (_, index) => `标签${index}`) }, { tags: '最多10个标签' }],
])('%j: %j', (change, problems) => expect(problem(change)).toEqual(problems))

test('a rule needs a condition or several targets, and a target', () => {
  const rule = newRule()
  expect(ruleProblem(rule)).toContain('请选择至少一个条件')
  expect(ruleProblem({ ...rule, devices: ['ios'] })).toBe('请填写目标网址')
  expect(ruleProblem({ ...rule, targets: [newTarget('https://b.cn'), newTarget('https://c.cn', 3)] })).toBeNull()
  expect(ruleProblem({ ...rule, inApps: ['微信'], isInterstitial: true })).toBeNull()
  expect(problem({ rules: [{ ...rule, devices: ['ios'], targets: [newTarget('https://b.cn')] }, rule] }).rules).toMatch(/^第2条规则：/)
})

const link: WholeLink = {
  linkId: 'lnk_1',
  ...newLinkOf({ ...plain, title: '春季' }, now),
  rules: [
    { devices: ['ios'], targets: [{ target: 'https://b.cn/', weight: 2 }] },
    { inApps: ['微信'], targets: [] },
  ],
  domain: '',
  code: 'abcdefg',
  shortUrl: 'https://hy.cn/abcdefg',
  state: 'active',
  reason: null,
  hasPassword: true,
  source: 'console',
  createdAt: '2026-11-01T00:00:00.000Z',
  endsAt: '2026-11-20T00:00:30.000Z',
}

test('an unchanged form changes nothing, even if the link’s end is in the past', () => {
  const draft = draftOf(link)
  expect(editOf(draft, draft, now)).toEqual({})
  expect(problemsOf({ ...draft, title: '夏季' }, now, draft)).toEqual({})
  expect(problemsOf({ ...draft, endsAt: '2026-11-20T09:00' }, now, draft)).toEqual({ endsAt: '失效时间须晚于现在' })
})

test('only changed fields are sent; a password stays, is replaced or is removed', () => {
  const first = draftOf(link)
  expect(editOf(first, { ...first, title: '夏季', rules: first.rules.slice(1) }, now)).toEqual({
    title: '夏季',
    rules: [{ inApps: ['微信'], targets: [] }],
  })
  expect(editOf(first, { ...first, password: 'abcd' }, now)).toEqual({ password: 'abcd' })
  expect(editOf(first, { ...first, keepsPassword: false }, now)).toEqual({ password: null })
})

test('a copy has the settings of its link, but a code and a password of its own', () => {
  const copy = copyOf({ ...link, endsAt: '2026-12-20T00:00:00.000Z' })
  expect(newLinkOf(copy, now)).toMatchObject({
    title: '春季',
    rules: link.rules,
    ownCode: null,
    password: null,
    endsAt: '2026-12-20T00:00:00.000Z',
  })
})

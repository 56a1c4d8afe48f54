import { expect, test } from 'vitest'
import { linkRule, linkRules, maxRules } from './link-rule.ts'

const messages = (rule: unknown) => linkRule.safeParse(rule).error?.issues.map(issue => issue.message) ?? []
const targets = [{ target: 'https://a.cn/', weight: 1 }]

test('targets are stored as the URL parser writes them', () => {
  expect(linkRule.parse({ devices: ['ios'], targets: [{ target: ' HTTPS://A.cn/b ', weight: 3 }] }).targets).toEqual([
    { target: 'https://a.cn/b', weight: 3 },
  ])
})

test.each([
  ['an address that is no target', { targets: [{ target: 'ftp://a.cn', weight: 1 }] }, '目标网址须以 http:// 或 https:// 开头'],
  ['no weight', { targets: [{ target: 'https://a.cn/', weight: 0 }] }, '权重至少为1'],
  ['an empty condition', { devices: [], targets }, '请至少选择一项'],
  ['nowhere to go, and no app to leave', { devices: ['ios'], targets: [] }, '请填写目标网址，或选择要提示“在浏览器打开”的应用'],
])('a rule is refused: %s', (_, rule, message) => expect(messages(rule)).toEqual([message]))

test('a rule without targets asks visitors in an app to leave it', () => {
  expect(messages({ inApps: ['微信'], targets: [] })).toEqual([])
})

test('the number of rules is bounded', () => {
  const rules = Array.from({ length: maxRules + 1 }, () => ({ targets }))
  expect(linkRules.safeParse(rules).success).toBe(false)
  expect(linkRules.safeParse(rules.slice(1)).success).toBe(true)
})

import { expect, test } from 'vitest'
import { checkTemplateText } from './content-check.ts'
import { convertSyntax, ownVariables, toNumbered } from './template-variable.ts'

test.each([
  ['您的验证码为{1}，{2}分钟内有效', '您的验证码为${p1}，${p2}分钟内有效'],
  ['@var(name)您好，订单@var( order )已发货', '${name}您好，订单${order}已发货'],
  ['您好{$name}，{$}已到', '您好${name}，${p1}已到'],
  ['验证码#code#', '验证码${code}'],
  ['已是我们的${name}和${1a}', '已是我们的${name}和${1a}'],
  ['没有变量，满{}减20', '没有变量，满{}减20'],
])('%s becomes %s', (given, ours) => expect(convertSyntax(given)).toBe(ours))

test('a text written for one broadcast may contain a link and is not refused for it', () => {
  const text = `\${name}您好，礼遇请看 \${link} `
  expect(ownVariables(text)).toEqual([
    { name: 'name', kind: 'text', maxLength: 35 },
    { name: 'link', kind: 'link', maxLength: 60 },
  ])
  const findings = checkTemplateText({ kind: 'marketing', text, variables: ownVariables(text) })
  expect(findings.filter(finding => finding.level === 'refuse')).toEqual([])
})

test('our notation is written with numbers, each name with one', () => {
  expect(toNumbered('${a}和${b}和${a}')).toBe('{1}和{2}和{1}')
  expect(convertSyntax(toNumbered('您好${a}，${b}'))).toBe('您好${p1}，${p2}')
})

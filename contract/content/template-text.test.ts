import { expect, test } from 'vitest'
import { checkValue, composeContent, renderTemplate, type VariableKind, variablesOf } from './template-text.ts'

test.each(['新品上市，拒收请回复R', '新品上市，退订回TD', '新品上市 回T退订', '新品上市，回复N退订。'])(
  '%s says how to refuse more',
  text => expect(composeContent('鸿雁', text, 'marketing')).toBe(`【鸿雁】${text}`),
)

test.each(['退订服务已恢复', '您已退订回来了', '拒收请回复R后再看新品', '新品上市'])('%s does not, so the line is added', text =>
  expect(composeContent('鸿雁', text, 'marketing')).toBe(`【鸿雁】${text}，拒收请回复R`),
)

test('one-time codes and transactional messages get no opt-out suffix', () => {
  expect(composeContent('鸿雁', '您的验证码为1234', 'otp')).toBe('【鸿雁】您的验证码为1234')
  expect(composeContent('鸿雁', '包裹已到', 'transactional')).toBe('【鸿雁】包裹已到')
})

test('variables are listed once each in the order of the text, and a missing value throws', () => {
  const text = '${name}您好，订单${order}，${name}'
  const variables = variablesOf(text).map(name => ({ name }))
  expect(variables).toEqual([{ name: 'name' }, { name: 'order' }])
  expect(renderTemplate(text, variables, ['张三', '8'])).toBe('张三您好，订单8，张三')
  expect(() => renderTemplate(text, variables, ['张三'])).toThrow('order')
})

const accepted: [VariableKind, string][] = [
  ['code', '1234'],
  ['code', 'aB12c9'],
  ['digits', '007'],
  ['alphanumeric', 'YT2026'],
  ['amount', '0'],
  ['amount', '128.5'],
  ['amount', '1,234,567.80'],
  ['time', '2026-11-21 15:30'],
  ['time', '11月21日下午3点'],
  ['link', 'https://hy.cn/a?b=1#c'],
  ['link', 'hy.cn/x'],
  ['text', '张女士'],
  ['text', '3.5寸 U盘(128G)'],
  ['text', '😀'],
  ['text', '王小明👨\u200d👩\u200d👧'],
  ['text', '👩🏽\u200d🔬❤\ufe0f\u200d🔥'],
]
test.each(accepted)('a variable of the kind %s accepts %j', (kind, value) =>
  expect(checkValue({ name: 'a', kind, maxLength: 35 }, value)).toBeNull(),
)

const refused: [VariableKind, string, string][] = [
  ['code', '123', '4-6位'],
  ['code', '1234567', '4-6位'],
  ['code', '12 34', '4-6位'],
  ['digits', '12a', '数字'],
  ['digits', '１２', '数字'],
  ['alphanumeric', '订单1', '字母'],
  ['amount', '1.234', '金额'],
  ['amount', '-1', '金额'],
  ['amount', '12,34', '金额'],
  ['time', '明天', '日期'],
  ['link', '看这里', '网址'],
  ['link', 'a b.cn', '网址'],
  ['text', '', '为空'],
  ['text', '　', '为空'],
  ['text', 'a\nb', '不可见'],
  ['text', 'a\u200bb', '不可见'],
  ['text', '王\u200d明', '不可见'],
  ['text', '😀\u200d明', '不可见'],
  ['text', 'a\u3164b', '不可见'],
  ['text', '【官方】', '【】'],
  ['text', '点 www.a.b', '网址'],
  ['text', '领奖evil.top/x', '网址'],
  ['text', '字'.repeat(36), '最多35个字符'],
]
test.each(refused)('a variable of the kind %s refuses %j', (kind, value, reason) =>
  expect(checkValue({ name: 'a', kind, maxLength: 35 }, value)).toContain(reason),
)

test.each(['新品上市。', '新品上市！', '欢迎光临!'])('after the mark at the end of %s no comma follows', text =>
  expect(composeContent('鸿雁', text, 'marketing')).toBe(`【鸿雁】${text}拒收请回复R`),
)

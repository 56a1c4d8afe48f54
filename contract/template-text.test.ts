import { expect, test } from 'vitest'
import { composeContent, renderTemplate, variablesOf } from './template-text.ts'

test.each(['新品上市，拒收请回复R', '新品上市，退订回TD', '新品上市 回T退订', '新品上市，回复N退订。'])(
  '%s says how to refuse more',
  text => expect(composeContent('鸿雁', text, 'marketing')).toBe(`【鸿雁】${text}`),
)

test.each(['退订服务已恢复', '您已退订回来了', '拒收请回复R后再看新品', '新品上市'])('%s does not, so the line is added', text =>
  expect(composeContent('鸿雁', text, 'marketing')).toBe(`【鸿雁】${text}，拒收请回复R`),
)

test('codes and notices get no such line', () => {
  expect(composeContent('鸿雁', '您的验证码为1234', 'code')).toBe('【鸿雁】您的验证码为1234')
  expect(composeContent('鸿雁', '包裹已到', 'notice')).toBe('【鸿雁】包裹已到')
})

test('variables stand once each in the order of the text, and a missing value is loud', () => {
  const text = '${name}您好，订单${order}，${name}'
  const variables = variablesOf(text).map(name => ({ name }))
  expect(variables).toEqual([{ name: 'name' }, { name: 'order' }])
  expect(renderTemplate(text, variables, ['张三', '8'])).toBe('张三您好，订单8，张三')
  expect(() => renderTemplate(text, variables, ['张三'])).toThrow('order')
})

import { expect, test } from 'vitest'
import { firstOrThrow } from '#values/or-throw.ts'
import { amountRule, packageRule, passwordRule } from './rules.ts'

const verdict = (rule: { safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } } }, value: unknown) => {
  const result = rule.safeParse(value)
  return result.success || firstOrThrow(result.error!.issues).message
}

test.each(['abcdefg1', 'ABCDEFGHIJKLMNO1', '1^&$#@*!%a', '1234567a'])('password %j is allowed', text =>
  expect(verdict(passwordRule, text)).toBe(true),
)

test.each(['', 'abcdef1', 'abcdefghijklmnop1', 'abcdefgh', '12345678', 'abcdef 1', 'abcdefg1~', 'abcdefg１', '密码abcdef12', 'abcdefg1\n'])(
  'password %j is refused',
  text => expect(verdict(passwordRule, text)).toBe('密码必须包含字母和数字，长度为8-16位'),
)

test.each(['0.01', '0.1', '1', '1.0', '1.00', '10.25', '9999999', '9999999.00', '9999998.99'])('amount %j is allowed', text =>
  expect(verdict(amountRule, text)).toBe(true),
)

test.each([
  '',
  '0',
  '0.0',
  '0.00',
  '0.001',
  '0.011',
  '01',
  '00.5',
  '1.',
  '.5',
  '1e3',
  '９',
  '+1',
  '-1',
  ' 1',
  '1 ',
  '1,000',
  '9999999.01',
  '10000000',
  'NaN',
  'Infinity',
  '0x10',
  '1\n',
])('amount %j is refused', text => expect(verdict(amountRule, text)).toBe('请输入0.01~9999999范围内的数字，最多两位小数'))

test.each(['1', '0', '100000000000000000000'])('package %j is allowed', text => expect(verdict(packageRule, text)).toBe(true))

test.each(['', ' 1', '1a', '-1', '1.0', '１', 'pkg_1', '1\n', undefined, null, 1])('package %j is refused', value =>
  expect(verdict(packageRule, value)).toBe('请选择套餐'),
)

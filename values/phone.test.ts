import { expect, test } from 'vitest'
import { carrierFinder, maskPhone, parsePhone } from './phone.ts'

test.each([
  '13800138000',
  ' 138 0013 8000 ',
  '138-0013-8000',
  '+8613800138000',
  '008613800138000',
  '8613800138000',
  '１３８００１３８０００',
  '\u200b13800138000\ufeff',
])('%j is 13800138000', text => expect(parsePhone(text)).toEqual({ phone: '13800138000' }))

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['1380013800', 'malformed'],
  ['138001380000', 'malformed'],
  ['12800138000', 'malformed'],
  ['+86138001380', 'malformed'],
  ['你好', 'malformed'],
  ['😀', 'malformed'],
  ['010-62345678', 'landline'],
  ['0571 8888 6666', 'landline'],
  ['+86 755 26001234', 'landline'],
  ['62345678', 'landline'],
  ['+85298765432', 'foreign'],
  ['0014155552671', 'foreign'],
  ['852 61234567', 'foreign'],
  ['886912345678', 'foreign'],
])('%j is refused as %s', (text, problem) => expect(parsePhone(text)).toEqual({ problem }))

test.each([
  ['+852 9876 5432', { phone: '+85298765432' }],
  ['001 (415) 555-2671', { phone: '+14155552671' }],
  ['+86 138 0013 8000', { phone: '13800138000' }],
  ['+86138001380', { problem: 'malformed' }],
  ['85298765432', { problem: 'malformed' }],
  ['+9991234567', { problem: 'foreign' }],
  ['+8529876543210987', { problem: 'malformed' }],
])('anywhere: %j is %j', (text, parsed) => expect(parsePhone(text, 'anywhere')).toEqual(parsed))

test('the longest prefix determines the carrier', () => {
  const carrier = carrierFinder([
    { prefix: '170', carrier: 'unicom', virtual: true },
    { prefix: '1705', carrier: 'mobile', virtual: true },
    { prefix: '192', carrier: 'broadnet', virtual: false },
  ])
  expect([carrier('17051234567'), carrier('17081234567'), carrier('19212345678'), carrier('14412345678')]).toEqual([
    'mobile',
    'unicom',
    'broadnet',
    null,
  ])
})

test('a number is shown with its middle masked', () => {
  expect(maskPhone('13800138000')).toBe('138****8000')
  expect(maskPhone('+85261234567')).toBe('+852****4567')
})

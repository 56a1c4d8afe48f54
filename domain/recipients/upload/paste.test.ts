import { expect, test } from 'vitest'
import { pastedLines } from './paste.ts'

test.each([
  ['13800138000\n13900139000', '13800138000\n13900139000\n'],
  ['13800138000,13900139000；13700137000、13600136000', '13800138000\n13900139000\n13700137000\n13600136000\n'],
  ['13800138000 13900139000\t13700137000', '13800138000\n13900139000\n13700137000\n'],
  ['138 0013 8000\r\n+86 139-0013-9000', '138 0013 8000\n+86 139-0013-9000\n'],
  ['010 62345678 13800138000', '010\n62345678\n13800138000\n'],
  ['010 6234 5678\n+852 61234567', '010 6234 5678\n+852 61234567\n'],
  ['  "13800138000" ; ;abc\u0000', '13800138000\nabc\n'],
])('%j is divided', (text, lines) => {
  expect(pastedLines(text)).toBe(lines)
})

test('an empty paste and too many numbers are refused', () => {
  expect(() => pastedLines(' \n,')).toThrow(expect.objectContaining({ code: 'file_empty' }))
  const phones = Array.from({ length: 1001 }, (_, index) => String(13_800_000_000 + index))
  expect(() => pastedLines(phones.join('\n'))).toThrow(expect.objectContaining({ code: 'paste_too_many' }))
  expect(pastedLines(phones.slice(1).join(' ')).split('\n')).toHaveLength(1001)
})

import { expect, test } from 'vitest'
import { pastedNote } from './pasted-numbers.ts'

test.each([
  ['  \n', null],
  ['13800138000', '识别到 1 个号码'],
  ['13800138000\n138 0013 8000, 13900139000', '识别到 2 个号码，重复 1 个'],
  ['13800138000 12345 010-62345678 67890', '识别到 1 个号码，号码格式错误 2 个，座机号码收不到短信 1 个'],
])('%j: %s', (text, note) => expect(pastedNote(text)).toBe(note))

import { expect, test } from 'vitest'
import { itemOrThrow } from './or-throw.ts'
import { isTransferCode, transferCodeOf, transferCodesIn } from './transfer-code.ts'

const codes = Array.from({ length: 200 }, (_, index) => transferCodeOf(String(index * 49_999).padStart(7, '0')))

test('every wrong digit and every swap of neighbours is detected', () => {
  expect(transferCodeOf('0000572')).toBe('00005724')
  for (const code of codes) {
    expect(isTransferCode(code)).toBe(true)
    for (let place = 0; place < 8; place += 1)
      for (let digit = 0; digit < 10; digit += 1) {
        const wrong = `${code.slice(0, place)}${digit}${code.slice(place + 1)}`
        expect(isTransferCode(wrong)).toBe(wrong === code)
      }
    for (let place = 0; place < 7; place += 1) {
      const swapped = `${code.slice(0, place)}${code[place + 1]}${code[place]}${code.slice(place + 2)}`
      expect(isTransferCode(swapped)).toBe(swapped === code)
    }
  }
})

test("a code is found in payers' notations, and nowhere else", () => {
  const code = itemOrThrow(codes, 7)
  const grouped = `${code.slice(0, 4)} ${code.slice(4)}`
  const wide = [...code].map(digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
  for (const memo of [code, `充值${code}谢谢`, `识别码：${grouped}`, wide]) expect(transferCodesIn(memo)).toEqual([code])
  for (const memo of ['', '充值', `9${code}`, `${code}0`, '12345678', '2026-11-21']) expect(transferCodesIn(memo)).not.toContain(code)
})

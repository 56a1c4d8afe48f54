import { expect, test } from 'vitest'
import { newId } from '#values/id.ts'
import { batchIdOf, bizIdOf, serialNoOf, templateCodeOf, templateNumberOf } from './vendor-id.ts'

test('the id of a call is decoded to the same id', () => {
  const id = newId()
  expect(batchIdOf(bizIdOf(id))).toBe(id)
  // It fits a column that was made for Alibaba's ids.
  expect(bizIdOf(id).length).toBeLessThanOrEqual(64)
})

test.each(['', '900619746936498440^0', `${serialNoOf(newId())}^1`, 'g'.repeat(32)])('%j is none of ours', text => {
  expect(batchIdOf(text)).toBeNull()
})

test("a template's code is accepted in both notations", () => {
  expect(['204817', ' SMS_204817 ', 'SMS_204817'].map(templateCodeOf)).toEqual(Array(3).fill('SMS_204817'))
  expect(templateNumberOf('SMS_204817')).toBe(204817)
})

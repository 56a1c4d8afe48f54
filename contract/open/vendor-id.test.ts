import { expect, test } from 'vitest'
import { newId } from '#values/id.ts'
import { batchIdOf, bizIdOf, serialNoOf, templateCodeOf, templateNumberOf } from './vendor-id.ts'

test('the id of a call comes back as it went', () => {
  const id = newId()
  expect(batchIdOf(bizIdOf(id))).toBe(id)
  // A column of a program's own that was made for Alibaba's has room for it.
  expect(bizIdOf(id).length).toBeLessThanOrEqual(64)
})

test.each(['', '900619746936498440^0', `${serialNoOf(newId())}^1`, 'g'.repeat(32)])('%j is none of ours', text => {
  expect(batchIdOf(text)).toBeNull()
})

test('a template has two spellings', () => {
  expect(['204817', ' SMS_204817 ', 'SMS_204817'].map(templateCodeOf)).toEqual(Array(3).fill('SMS_204817'))
  expect(templateNumberOf('SMS_204817')).toBe(204817)
})

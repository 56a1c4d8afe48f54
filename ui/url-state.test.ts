import { expect, test } from 'vitest'
import { oneOf, valuesOf } from './url-state.ts'

const fields = { search: '', state: oneOf(['open', 'done'], ''), step: oneOf(['first', 'second'], 'first') }
const read = (query: string) => valuesOf(new URLSearchParams(query), fields)

test('an address has texts and choices, with defaults', () => {
  expect(read('')).toEqual({ search: '', state: '', step: 'first' })
  expect(read('search=a&state=done&step=second&other=1')).toEqual({ search: 'a', state: 'done', step: 'second' })
})

test('a choice that does not exist is its default', () =>
  expect(read('state=gone&step=toString')).toEqual({ search: '', state: '', step: 'first' }))

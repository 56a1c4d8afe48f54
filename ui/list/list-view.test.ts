import { expect, test } from 'vitest'
import { viewQuery, viewValues } from './list-view.ts'

test('a view keeps the filters that are set, in one order, and not the tab', () => {
  expect(viewQuery({ state: 'failed', phone: '', kind: 'otp', tab: 'inbound' })).toBe('kind=otp&state=failed')
  expect(viewQuery({ phone: '' })).toBe('')
})

test('a view sets every filter of the list, and none that the list no longer has', () => {
  expect(viewValues('state=failed&gone=1', { state: '', phone: '138', tab: 'inbound' })).toEqual({ state: 'failed', phone: '' })
})

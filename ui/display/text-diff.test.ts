import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffText } from './text-diff.ts'

const shown = (before: string, after: string) =>
  diffText(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}]` : `[+${text}]`))
    .join('')

test('a diff shows removals and additions in place; variables and words stay whole', () => {
  expect(shown('您的订单${order}已发货', '您的包裹${parcel}已发货')).toBe('您的[-订单${order}][+包裹${parcel}]已发货')
  expect(shown('满199减20', '满299减20')).toBe('满[-199][+299]减20')
  expect(shown('一样', '一样')).toBe('一样')
  expect(shown('', '新')).toBe('[+新]')
})

test('both versions can be reconstructed from a diff', () => {
  const text = fc.array(fc.constantFrom('您', '好', '${a}', '${b}', '12', '😀', '，', 'x'), { maxLength: 40 }).map(parts => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffText(before, after)
      const join = (without: string) =>
        parts
          .filter(part => part.kind !== without)
          .map(part => part.text)
          .join('')
      expect([join('added'), join('removed')]).toEqual([before, after])
    }),
  )
})

import { expect, test } from 'vitest'
import { checkValue } from '#contract/content/template-text.ts'
import { newVariable, variablesIn } from '#contract/content/template-variable.ts'
import { firstOrThrow, takeOrThrow } from '#values/or-throw.ts'
import { nextVariableName, previewsOf, segmentRange } from './template.ts'

test('variables may have names of inherited properties', () => {
  const text = '${constructor}和${__proto__}和${toString}'
  const variables = variablesIn(text)
  expect(variables.map(variable => variable.kind)).toEqual(['text', 'text', 'text'])
  expect(firstOrThrow(previewsOf({ signatureText: '鸿雁', kind: 'transactional', text, variables })).content).toBe(
    '【鸿雁】张女士和张女士和张女士',
  )
})

test('a variable that was removed from the text keeps its settings when it returns', () => {
  const variables = { order: { name: 'order', kind: 'digits', maxLength: 8 } as const }
  expect(variablesIn('${order}${name}', variables)).toEqual([variables.order, newVariable('name')])
})

test('a code template gets its code first, then free names', () => {
  expect(nextVariableName('otp', [])).toBe('code')
  expect(nextVariableName('otp', [newVariable('code')])).toBe('name')
  expect(nextVariableName('transactional', [newVariable('name'), newVariable('name2')])).toBe('name3')
})

test('both previews show values that the variables accept', () => {
  for (const name of ['code', 'order', 'time', 'amount', 'link', 'count', 'name']) {
    const variable = newVariable(name)
    const [typical, longest] = takeOrThrow(
      previewsOf({ signatureText: '鸿雁', kind: 'transactional', text: `您好\${${name}}`, variables: [variable] }),
      2,
    )
    expect(checkValue(variable, typical.content.slice('【鸿雁】您好'.length)), name).toBeNull()
    expect(longest.content.length, name).toBe('【鸿雁】您好'.length + variable.maxLength)
  }
})

test('a custom example replaces the default one, and segments are counted from the shortest to the longest', () => {
  const variable = { name: 'goods', kind: 'text', maxLength: 35, example: '龙井' } as const
  const text = `${'字'.repeat(50)}\${goods}`
  const shown = { signatureText: '鸿雁', kind: 'transactional', text, variables: [variable] } as const
  expect(firstOrThrow(previewsOf(shown)).content.endsWith('龙井')).toBe(true)
  expect(segmentRange(shown)).toBe('1–2 条')
  expect(segmentRange({ ...shown, text: '您好', variables: [] })).toBe('1 条')
})

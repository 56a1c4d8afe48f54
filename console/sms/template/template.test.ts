import { expect, test } from 'vitest'
import { checkValue } from '#contract/template-text.ts'
import { emptyDraft, newVariable, nextVariableName, previewsOf, variablesIn } from './template.ts'

test('names that every object has are variables like others', () => {
  const text = '${constructor}和${__proto__}和${toString}'
  const variables = variablesIn({ ...emptyDraft, text })
  expect(variables.map(variable => variable.kind)).toEqual(['text', 'text', 'text'])
  expect(previewsOf({ signatureText: '鸿雁', kind: 'notice', text, variables })[0]!.content).toBe('【鸿雁】张女士和张女士和张女士')
})

test('a variable that the text lost comes back as it was set', () => {
  const variables = { order: { name: 'order', kind: 'digits', maxLength: 8 } as const }
  expect(variablesIn({ ...emptyDraft, text: '${order}${name}', variables })).toEqual([variables.order, newVariable('name')])
})

test('a code template gets its code first, then names that are free', () => {
  expect(nextVariableName('code', [])).toBe('code')
  expect(nextVariableName('code', [newVariable('code')])).toBe('name')
  expect(nextVariableName('notice', [newVariable('name'), newVariable('name2')])).toBe('name3')
})

test('both previews show values that the variables take', () => {
  for (const name of ['code', 'order', 'time', 'amount', 'link', 'count', 'name']) {
    const variable = newVariable(name)
    const [typical, longest] = previewsOf({ signatureText: '鸿雁', kind: 'notice', text: `您好\${${name}}`, variables: [variable] })
    expect(checkValue(variable, typical!.content.slice('【鸿雁】您好'.length)), name).toBeNull()
    expect(longest!.content.length, name).toBe('【鸿雁】您好'.length + variable.maxLength)
  }
})

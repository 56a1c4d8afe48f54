import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeContent, renderTemplate, variablesOf } from '#contract/content/template-text.ts'
import { textMaker } from './text-maker.ts'

const piece = fc.oneof(fc.constantFrom('${a}', '${b}', '${', '}', '$', '，拒收请回复R'), fc.string({ maxLength: 5 }))
const values = fc.tuple(fc.string(), fc.string())

test('the text of a row is the text that will be sent, for any template and values', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), values, fc.constantFrom('otp', 'transactional', 'marketing'), (pieces, [a, b], kind) => {
      const templateText = pieces.join('')
      const variables = variablesOf(templateText).map(name => ({ name }))
      const given = variables.map(({ name }) => (name === 'a' ? a : b))
      const make = textMaker({ signatureText: '测试', templateText, kind, variables })
      expect(make(given)).toBe(composeContent('测试', renderTemplate(templateText, variables, given), kind))
    }),
  )
})

import { expect, test } from 'vitest'
import { keysOf } from '#values/keys.ts'
import { checkValue, renderTemplate, variableKinds } from './content/template-text.ts'
import { newVariable, variablesIn } from './content/template-variable.ts'
import { exampleOf } from './variable-example.ts'

const shown = (text: string, kinds: Record<string, keyof typeof variableKinds> = {}) => {
  const variables = variablesIn(text).map(one => ({ ...one, kind: kinds[one.name] ?? one.kind }))
  return renderTemplate(
    text,
    variables,
    variables.map(one => exampleOf(one, text)),
  )
}

test('an example for a number suits its place in the sentence', () => {
  expect(shown('满${a}减${b}元', { a: 'digits', b: 'digits' })).toBe('满300减40元')
  expect(shown('全场${d}折，${n}分钟内有效，剩${m}件', { d: 'digits', n: 'digits', m: 'digits' })).toBe('全场8折，15分钟内有效，剩3件')
  expect(shown('退款${x}元已退回', { x: 'amount' })).toBe('退款128.00元已退回')
})

test('an example for any other value suits its name', () => {
  expect(shown('您的包裹${goods}已由${carrier}发出，运单号${number}')).toBe('您的包裹龙井茶礼盒已由顺丰速运发出，运单号1382016609458')
  expect(shown('${name}您好，订单${order}已付款${amount}元，预计${day}送达')).toBe('张女士您好，订单YT2026已付款128.00元，预计11月21日送达')
})

test("a variable's own example comes first, and every example is a valid value, however short the variable", () => {
  expect(exampleOf({ ...newVariable('count'), example: '7' }, '剩${count}件')).toBe('7')
  for (const name of ['name', 'order', 'goods', 'phone', 'amount', 'date', 'code', 'x'])
    for (const kind of keysOf(variableKinds))
      for (const maxLength of [6, variableKinds[kind].most]) {
        const variable = { name, kind, maxLength: Math.min(maxLength, variableKinds[kind].most) }
        if (kind === 'link' || (kind === 'time' && maxLength === 6)) continue
        expect(checkValue(variable, exampleOf(variable)), `${kind} ${name}`).toBeNull()
      }
})

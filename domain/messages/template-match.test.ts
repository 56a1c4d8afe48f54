import fc from 'fast-check'
import { assert, expect, test } from 'vitest'
import { composeContent, renderTemplate, type TemplateVariable, type VariableKind } from '#contract/content/template-text.ts'
import { type MatchableTemplate, TemplateMatcher } from './template-match.ts'

const variable = (name: string, kind: VariableKind = 'text', maxLength = 20): TemplateVariable => ({ name, kind, maxLength })
const template = (code: string, text: string, ...variables: TemplateVariable[]): MatchableTemplate => ({
  code,
  kind: 'transactional',
  text,
  variables,
})

const shop = new TemplateMatcher([
  template('SMS_1', '您的验证码为${code}，5分钟内有效', variable('code', 'code', 6)),
  template('SMS_2', '${name}您好，订单${order}已发货', variable('name'), variable('order', 'alphanumeric')),
  template('SMS_3', '${name}您好，${what}', variable('name'), variable('what', 'text', 35)),
  template('SMS_4', '您的包裹已到'),
  template('SMS_5', '${a}到${b}，回程${b}到${a}', variable('a'), variable('b')),
  { ...template('SMS_6', '新茶上市，满${n}减20', variable('n', 'digits', 4)), kind: 'marketing' },
])

test.each([
  ['您的验证码为386072，5分钟内有效', 'SMS_1', { code: '386072' }],
  ['张三您好，订单YT1已发货', 'SMS_2', { name: '张三', order: 'YT1' }],
  // The number fits no order number, so the template with less fixed text takes it.
  ['张三您好，订单#1已发货', 'SMS_3', { name: '张三', what: '订单#1已发货' }],
  ['您您好，您好，订单1已发货', 'SMS_2', { name: '您您好，', order: '1' }],
  ['您的包裹已到', 'SMS_4', {}],
  ['北京到上海，回程上海到北京', 'SMS_5', { a: '北京', b: '上海' }],
  ['到到到，回程到到到', 'SMS_5', { a: '到', b: '到' }],
  ['新茶上市，满100减20', 'SMS_6', { n: '100' }],
  ['新茶上市，满100减20，拒收请回复R', 'SMS_6', { n: '100' }],
])('%s was made of %s', (text, code, parameters) => {
  expect(shop.match(text)).toMatchObject({ code, parameters })
})

test.each([
  '',
  '您的验证码为12，5分钟内有效',
  '您的验证码为386072，5分钟内有效。',
  '您的验证码为386072，5分钟内有效，拒收请回复R',
  '您的包裹已到 ',
  '北京到上海，回程上海到南京',
  '新茶上市，满100减20，退订回T',
  `${'长'.repeat(21)}您好，订单1已发货`,
])('%s was made of none', text => expect(shop.match(text)).toBeNull())

test('among templates that fit equally, the first by code is chosen', () => {
  const twins = [template('SMS_9', '您好${a}', variable('a')), template('SMS_8', '您好${b}', variable('b'))]
  expect(new TemplateMatcher(twins).match('您好张三')).toMatchObject({ code: 'SMS_8', parameters: { b: '张三' } })
})

/** Literals of few different characters, so that they occur in the values too. */
const letters = fc.string({ unit: fc.constantFrom('a', 'b', '，', '好'), maxLength: 5 })
const rendered = fc
  .tuple(letters, fc.array(fc.tuple(fc.constantFrom('x', 'y', 'z', 'u', 'v'), letters), { maxLength: 6 }))
  .chain(([head, parts]) => {
    const names = [...new Set(parts.map(([name]) => name))]
    const text = head + parts.map(([name, literal]) => `\${${name}}${literal}`).join('')
    const value = fc.string({ unit: fc.constantFrom('a', 'b', '，', '好', '1'), minLength: 1, maxLength: 8 })
    return fc.record({
      text: fc.constant(text),
      names: fc.constant(names),
      values: fc.tuple(...names.map(() => value)),
    })
  })

test('any rendered template is found again, and its values give the same text', () => {
  fc.assert(
    fc.property(rendered, ({ text, names, values }) => {
      const variables = names.map(name => variable(name, 'text', 8))
      const sent = renderTemplate(text, variables, values)
      const found = new TemplateMatcher([template('SMS_1', text, ...variables)]).match(sent)
      assert.exists(found)
      expect(found).not.toBeNull()
      expect(
        renderTemplate(
          text,
          variables,
          names.map(name => found.parameters[name]!),
        ),
      ).toBe(sent)
    }),
    { numRuns: 500 },
  )
})

test('marketing text that already has the opt-out suffix gets it once', () => {
  const match = shop.match('新茶上市，满9减20，拒收请回复R')!
  expect(composeContent('茶舍', renderTemplate('新茶上市，满${n}减20', [{ name: 'n' }], [match.parameters.n!]), 'marketing')).toBe(
    '【茶舍】新茶上市，满9减20，拒收请回复R',
  )
})

test('adversarial texts and templates are answered within bounds', () => {
  const names = Array.from({ length: 20 }, (_, index) => `v${index}`)
  const variables = names.map(name => variable(name, 'text', 35))
  const apart = new TemplateMatcher([template('SMS_1', `${names.map(name => `\${${name}}a`).join('')}b`, ...variables)])
  expect(apart.match(`${'a'.repeat(490)}c`)).toBeNull()
  expect(apart.match(`${'一二三a'.repeat(20)}b`)).not.toBeNull()
  const touching = new TemplateMatcher([template('SMS_1', `${names.map(name => `\${${name}}`).join('')}!b`, ...variables)])
  expect(touching.match(`${'a'.repeat(490)}ab`)).toBeNull()
  const repeated = new TemplateMatcher([template('SMS_1', `${[...names, ...names].map(name => `\${${name}}`).join('')}b`, ...variables)])
  expect(repeated.match(`${'ab'.repeat(245)}cb`)).toBeNull()
})

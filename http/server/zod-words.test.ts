import { assert, expect, test } from 'vitest'
import { z } from 'zod'
import { setChineseErrorMap } from './zod-words.ts'

setChineseErrorMap()

const order = z.strictObject({
  phone: z.string().min(1).max(3),
  phones: z.array(z.string()).min(1).max(2),
  codes: z.array(z.string()).min(2),
  parameters: z.record(z.string(), z.string()),
  page: z.coerce.number().int().min(1).max(100),
  isOn: z.boolean(),
  kind: z.enum(['otp', 'transactional']),
  cursor: z.uuid(),
  inner: z.strictObject({ a: z.literal('b') }),
})
const said = (input: unknown) => {
  const { error } = order.safeParse(input)
  assert.exists(error)
  return Object.fromEntries(error.issues.map(issue => [issue.path.join('.'), issue.message]))
}

test('a rule without a message of its own has a Chinese one, without English of the library', () => {
  const empty = said({ page: 'x' })
  expect(empty).toEqual({
    phone: '请填写',
    phones: '请填写',
    codes: '请填写',
    parameters: '请填写',
    page: '须为数字',
    isOn: '请填写',
    kind: '须为otp、transactional之一',
    cursor: '请填写',
    inner: '请填写',
  })
  expect(said({ phone: 1, phones: 'x', codes: {}, parameters: [], page: 0, isOn: 'yes', kind: 'sms', cursor: 'x', inner: 7 })).toEqual({
    phone: '须为文字（字符串）',
    phones: '须为数组',
    codes: '须为数组',
    parameters: '须为JSON对象',
    page: '最小1',
    isOn: '须为true或false',
    kind: '须为otp、transactional之一',
    cursor: '格式不正确',
    inner: '须为JSON对象',
  })
  const cursor = '00000000-0000-4000-8000-000000000000'
  expect(
    said({
      phone: '1234',
      phones: ['1', '2', '3'],
      codes: ['1'],
      parameters: { a: 1 },
      page: 101,
      isOn: true,
      kind: 'otp',
      cursor,
      inner: { a: 'c' },
      x: 1,
    }),
  ).toEqual({
    phone: '最多3个字符',
    phones: '最多2项',
    codes: '至少2项',
    'parameters.a': '须为文字（字符串）',
    page: '最大100',
    'inner.a': '须为b',
    '': '没有参数x，请检查拼写',
  })
  expect(said({ phone: '', phones: [] })).toMatchObject({ phone: '不能为空', phones: '不能为空' })
})

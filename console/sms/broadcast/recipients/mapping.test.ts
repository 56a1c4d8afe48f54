import { expect, test } from 'vitest'
import { firstOrThrow } from '#values/or-throw.ts'
import {
  firstMapping,
  isLikeKnown,
  knownOf,
  linkOf,
  type Mapping,
  mapInput,
  mappingProblems,
  rowMessages,
  type Source,
  sampleFile,
  sampleRows,
  type Texts,
} from './mapping.ts'
import type { Upload } from './send-file.ts'

const texts: Texts = {
  signatureId: 'sig',
  templateId: 'tpl',
  signatureText: '山间茶舍',
  templateText: `\${name}您好，\${order}已到店`,
  kind: 'transactional',
  variables: [
    { name: 'name', kind: 'text', maxLength: 20 },
    { name: 'order', kind: 'alphanumeric', maxLength: 20 },
  ],
}
const upload = (shape: Partial<Upload['shape']> = {}, mapping: Upload['mapping'] = null) =>
  ({
    uploadId: 'upl',
    mapping,
    shape: {
      format: 'text',
      encoding: 'utf-8',
      delimiter: ',',
      hasHeader: true,
      columns: ['Order', '手机号', '姓名'],
      sample: [
        ['A1', '13800138000', '张三'],
        ['A2', '13900139000', ''],
      ],
      phoneColumn: 1,
      ...shape,
    },
  }) as Upload

test('a link fills a variable that takes an address, once it is chosen and where it fits', () => {
  const page = { name: 'page', kind: 'text', maxLength: 35 } as const
  const linked: Texts = { ...texts, templateText: `\${page}`, variables: [page] }
  const first = firstMapping(upload(), linked, { link: { name: 'page', linkId: 'lnk_1' } })
  expect(first.variables).toEqual({ page: { linkId: 'lnk_1' } })
  expect(linkOf(first)).toEqual({ name: 'page', linkId: 'lnk_1' })
  const problemsWith = (source: Source) => mappingProblems({ ...first, variables: { page: source } }, linked)
  expect(problemsWith({ linkId: '' })).toEqual({ page: '请选择或新建短链' })
  expect(problemsWith({ linkId: 'lnk_1', value: 'https://hy.example/********' })).toEqual({})
  expect(problemsWith({ linkId: 'lnk_1', value: `https://${'a'.repeat(20)}.cn/********` })).toEqual({
    page: '最多35个字符，放不下短链（40个字符）',
  })
  expect(problemsWith({ value: 'https://hy.example/abcd2345' })).toEqual({ page: '不能含网址，请使用链接类型的变量' })
  const shown = { ...first, variables: { page: { linkId: 'lnk_1', value: 'https://hy.example/********' } } }
  expect(rowMessages(upload().shape, shown, linked)[0]?.content).toBe('【山间茶舍】https://hy.example/********')
  expect(mapInput('upl', shown, linked)?.variables).toEqual(shown.variables)
})

test('columns are guessed by their names, a single other column by position', () => {
  expect(firstMapping(upload(), texts)).toEqual({
    phoneColumn: 1,
    hasHeader: true,
    repeats: 'all',
    consent: null,
    variables: { name: { column: 2 }, order: { column: 0 } },
  })
  const single = { ...texts, variables: [firstOrThrow(texts.variables)] }
  expect(firstMapping(upload({ columns: ['第1列', '第2列'], phoneColumn: 0 }), single).variables).toEqual({ name: { column: 1 } })
})

test('pasted numbers have nothing beside them: variables get one value', () => {
  const pasted: Upload = { ...upload({ columns: ['第1列'], sample: [['13800138000']], phoneColumn: 0 }), origin: 'paste' }
  expect(firstMapping(pasted, texts).variables).toEqual({ name: { value: '' }, order: { value: '' } })
})

test('columns are guessed by synonyms, by the form of their values, and by the last mapping', () => {
  const variable = (name: string, kind: Texts['variables'][number]['kind']) => ({ name, kind, maxLength: 20 })
  const shop: Texts = {
    ...texts,
    variables: [variable('name', 'text'), variable('order', 'alphanumeric'), variable('amount', 'amount'), variable('until', 'time')],
  }
  const file = upload({
    columns: ['手机号', '客户姓名', '订单编号', '实付金额', '取件截止', '备注'],
    sample: [['13800138000', '张三', 'A1', '12.50', '11月30日 18:00', '自提']],
    phoneColumn: 0,
  })
  const guessed = { name: { column: 1 }, order: { column: 2 }, amount: { column: 3 }, until: { column: 4 } }
  expect(firstMapping(file, shop).variables).toEqual(guessed)
  const priced = upload({ columns: ['手机号', '茶券面值'], sample: [['13800138000', '1288.00']], phoneColumn: 0 })
  const due = { ...texts, variables: [variable('name', 'text'), variable('due', 'time')] }
  expect(firstMapping(priced, due).variables).toEqual({ name: undefined, due: undefined })
  const last: Mapping = { ...firstMapping(file, shop), variables: { ...guessed, name: { column: 5 }, order: { value: 'A1' } } }
  const known = knownOf(file, last)
  // The same columns: all of the last mapping, fixed values too. A file of refused rows has three more at its end.
  expect(firstMapping(file, shop, { known })).toEqual(last)
  const refused = upload({ ...file.shape, columns: [...file.shape.columns, '行号', '原因', '有误的内容'] })
  expect([isLikeKnown(file, known), isLikeKnown(refused, known)]).toEqual([true, true])
  expect(firstMapping(refused, shop, { known })).toEqual(last)
  // Others: the column with the title of the last time.
  const other = upload({ ...file.shape, columns: ['手机号', '客户姓名', '订单编号', '实付金额', '取件截止', '来源', '备注'] })
  expect(isLikeKnown(other, known)).toBe(false)
  expect(firstMapping(other, shop, { known }).variables).toEqual({ ...guessed, name: { column: 6 } })
})

test('an earlier mapping stays', () => {
  const before = {
    signatureId: 's',
    templateId: 't',
    phoneColumn: 2,
    repeats: 'first' as const,
    consent: 'declared' as const,
    hasHeader: false,
    variables: { name: { value: '您' } },
  }
  expect(firstMapping(upload({}, before), texts)).toEqual({
    phoneColumn: 2,
    hasHeader: false,
    repeats: 'first',
    consent: 'declared',
    variables: { name: { value: '您' }, order: { column: 0 } },
  })
})

test('a mapping is complete when every variable has a valid source', () => {
  const mapping: Mapping = {
    phoneColumn: null,
    hasHeader: true,
    repeats: 'all' as const,
    consent: 'declared' as const,
    variables: { order: { value: '订单' } },
  }
  expect(mappingProblems(mapping, texts)).toEqual({
    phoneColumn: '请选择手机号所在的列',
    name: '请选择列或填写固定值',
    order: '只能是字母和数字',
  })
  expect(mapInput('upl', mapping, texts)).toBeNull()
  const whole: Mapping = {
    phoneColumn: 1,
    hasHeader: true,
    repeats: 'all' as const,
    consent: 'declared' as const,
    variables: { name: { column: 2 }, order: { value: 'A1' } },
  }
  expect(mapInput('upl', whole, texts)).toEqual({ uploadId: 'upl', signatureId: 'sig', templateId: 'tpl', ...whole })
})

test('a preview shows the first rows that can be sent; while none can, a missing value by its name', () => {
  const mapping: Mapping = {
    phoneColumn: 1,
    hasHeader: true,
    repeats: 'all' as const,
    consent: 'declared' as const,
    variables: { name: { column: 2 }, order: { column: 0 } },
  }
  expect(rowMessages(upload().shape, mapping, texts)).toEqual([{ label: '第1个', content: '【山间茶舍】张三您好，A1已到店' }])
  const rows = [
    ['A2', '13900139000', ''],
    ['A 3', '13700137000', '李四'],
  ]
  const withLast = (row: string[]) => rowMessages(upload({ sample: [...rows, row] }).shape, mapping, texts)
  expect(withLast(['A4', '13600136000', '王五'])).toEqual([{ label: '第3个', content: '【山间茶舍】王五您好，A4已到店' }])
  expect(withLast(['', '13600136000', ''])).toMatchObject([
    { label: '第1个', content: `【山间茶舍】\${name}您好，A2已到店` },
    { label: '第2个' },
    { label: '第3个' },
  ])
})

test('the first row is data where it is no header', () => {
  expect(sampleRows(upload().shape, false)[0]).toEqual(['Order', '手机号', '姓名'])
  expect(sampleRows(upload({ hasHeader: false }).shape, true)).toEqual([['A2', '13900139000', '']])
})

test('the sample file has a column for each variable', async () => {
  expect(await sampleFile(texts.variables).text()).toBe('手机号,name,order\r\n13800138000,张女士,YT2026\r\n13900139000,张女士,YT2026\r\n')
})

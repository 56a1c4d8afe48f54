import { checkLinkVariable } from '#contract/broadcast/broadcast-link.ts'
import type { CallInputWire } from '#contract/call.ts'
import { checkValue, composeContent, renderTemplate, type TemplateVariable } from '#contract/content/template-text.ts'
import { ownColumnCount, type UploadMapping, type uploadCalls } from '#contract/recipients/upload.ts'
import { exampleOf } from '#contract/variable-example.ts'
import type { PreviewMessage } from '#ui/display/PhonePreview.tsx'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { choicesOf } from '../../../shared/labels/recipients.ts'
import type { Upload } from './send-file.ts'

type Shape = Upload['shape']
/** With a link, `value` is the form of the recipients' addresses. */
export type Source = { linkId: string; value?: string | undefined } | { column: number } | { value: string }
/** A link that was chosen for a variable before the numbers. */
export interface ChosenLink {
  name: string
  linkId: string
}

/** The column mapping so far. */
export interface Mapping {
  phoneColumn: number | null
  hasHeader: boolean
  repeats: UploadMapping['repeats']
  consent: UploadMapping['consent']
  variables: Record<string, Source | undefined>
}

export interface Texts {
  signatureId: string
  templateId: string
  signatureText: string
  templateText: string
  kind: 'otp' | 'transactional' | 'marketing'
  variables: readonly TemplateVariable[]
}

/** The last mapping of a template, with the titles of the columns that it was made for. */
export interface KnownMapping extends Pick<Mapping, 'phoneColumn' | 'hasHeader' | 'variables'> {
  titles: string[]
}

const titlesOf = ({ columns }: Shape) => columns.slice(0, ownColumnCount(columns)).map(title => title.trim().toLowerCase())

/** Whether a file has the columns of the last one, so that the whole mapping is used again. */
export const isLikeKnown = ({ shape, mapping }: Upload, known: KnownMapping | null): boolean =>
  known !== null && mapping === null && shape.hasHeader && titlesOf(shape).join('\n') === known.titles.join('\n')

/**
 * Initial mapping: the earlier one; that of the last time, for a file with the same columns; or guessed from the
 * columns: a variable's column is that of the last time, has its name or a synonym, is the only other column, or is the
 * only remaining one whose values fit the variable and few others.
 */
export function firstMapping(
  upload: Upload,
  { variables }: Texts,
  { link = null, known = null }: { link?: ChosenLink | null; known?: KnownMapping | null } = {},
): Mapping {
  const { shape, mapping } = upload
  const choices = choicesOf(mapping)
  const last = isLikeKnown(upload, known) ? known : null
  const phoneColumn = mapping?.phoneColumn ?? last?.phoneColumn ?? shape.phoneColumn
  const titles = titlesOf(shape)
  const others = titles.map((_, index) => index).filter(index => index !== phoneColumn)
  const sourceOf = ({ name }: TemplateVariable): Source | undefined => {
    const before = mapping?.variables[name]
    if (before) return before
    if (link?.name === name) return { linkId: link.linkId }
    const lastSource = known?.variables[name]
    // A link is chosen for each broadcast.
    if (last && lastSource && !('linkId' in lastSource)) return lastSource
    const title = (index: number) => itemOrThrow(titles, index)
    const lastTitle = lastSource && 'column' in lastSource ? known?.titles[lastSource.column] : undefined
    const same = [
      (index: number) => lastTitle !== undefined && title(index) === lastTitle,
      (index: number) => title(index) === name.toLowerCase(),
      (index: number) => meaningOf(title(index)) !== null && meaningOf(title(index)) === meaningOf(name.toLowerCase()),
    ]
    for (const fits of same) {
      const column = others.find(fits)
      if (column !== undefined) return { column }
    }
    if (variables.length === 1 && others.length === 1) return { column: firstOrThrow(others) }
    // Pasted numbers have nothing beside them.
    return others.length === 0 && upload.origin === 'paste' ? { value: '' } : undefined
  }
  const found = new Map(variables.map(variable => [variable.name, sourceOf(variable)]))
  const used = new Set([...found.values()].map(source => (source && 'column' in source ? source.column : null)))
  for (const variable of variables) {
    if (found.get(variable.name) || !notificationKinds.has(variable.kind)) continue
    const open = variables.filter(other => !found.get(other.name) && other.kind === variable.kind)
    const fitting = others.filter(index => !used.has(index) && takesColumn(variable, shape.sample, index))
    if (open.length === 1 && fitting.length === 1) found.set(variable.name, { column: firstOrThrow(fitting) })
  }
  return {
    phoneColumn,
    hasHeader: mapping?.hasHeader ?? last?.hasHeader ?? shape.hasHeader,
    ...choices,
    // Whoever chose contacts chose those without a recorded consent too.
    consent: choices.consent ?? (upload.origin === 'phonebook' ? 'declared' : null),
    variables: Object.fromEntries(found),
  }
}

/** Synonyms in lists and templates, in lower case. */
const meanings: Record<string, RegExp> = {
  name: /^(?:(?:客户|会员|用户|顾客|联系人|收件人|收货人)?(?:姓名|名字|名称|称呼|名)|客户|会员|联系人|收件人|收货人|(?:user|customer|nick)?_?name|customer|user)$/,
  order: /^(?:订单|(?:订单|交易|流水|业务|单据)?(?:编号|单号|号)|订单号码|order_?(?:no|id|number|code)?)$/,
  parcel: /^(?:(?:快递|运|物流)单?(?:编号|单号|号)|tracking_?(?:no|number)?|express_?(?:no|number)?|parcel|waybill)$/,
  amount:
    /^(?:(?:实付|应付|支付|付款|退款|订单|消费|充值|交易|合计|总)?(?:金额|价|款)|总价|价格|余额|amount|money|price|total|fee|sum|pay)$/,
  code: /^(?:(?:取件|提货|核销|兑换|优惠|验证|取货|券)码|券号|(?:pickup_?|coupon_?)?code|coupon)$/,
  date: /^(?:(?:订单|下单|发货|到货|到期|预约|生效|活动|缴费|截止)?日期?|date|day|due_?date)$/,
  time: /^(?:(?:下单|发货|到货|到期|预约|活动|开始|取件|送达)?时间|time|datetime|at)$/,
  product: /^(?:(?:商品|产品|货品|课程|服务|项目)(?:名称?)?|product|goods|item|course)$/,
  place: /^(?:(?:收货|详细|取件|门店)?地址|门店(?:名称)?|店铺|网点|address|addr|shop|store|place)$/,
  company: /^(?:公司|企业|单位|品牌|快递公司)(?:名称)?$|^(?:company|brand|express|courier)$/,
  count: /^(?:数量|件数|积分|次数|count|quantity|qty|num|points?)$/,
  link: /^(?:链接|网址|地址链接|url|link)$/,
}
const meaningOf = (title: string): string | null => Object.keys(meanings).find(key => meanings[key]!.test(title)) ?? null

/** Kinds that are recognizable by their values. */
const notificationKinds: ReadonlySet<TemplateVariable['kind']> = new Set(['code', 'amount', 'time', 'link'])

/** An amount or a count, which the loose pattern of times takes too. */
const plainNumber = /^\d{1,7}(?:\.\d+)?$/

function takesColumn(variable: TemplateVariable, sample: readonly string[][], column: number): boolean {
  const values = sample.map(row => row[column] ?? '').filter(value => value !== '')
  if (variable.kind === 'time' && values.every(value => plainNumber.test(value))) return false
  return values.length > 0 && values.every(value => checkValue(variable, value) === null)
}

/** The mapping to remember for the template's next use. */
export const knownOf = ({ shape }: Pick<Upload, 'shape'>, { phoneColumn, hasHeader, variables }: Mapping): KnownMapping => ({
  titles: titlesOf(shape),
  phoneColumn,
  hasHeader,
  variables,
})

/** Missing parts by field; empty when complete. */
export function mappingProblems({ phoneColumn, variables }: Mapping, texts: Texts): Record<string, string> {
  const problems: Record<string, string> = {}
  if (phoneColumn === null) problems.phoneColumn = '请选择手机号所在的列'
  for (const variable of texts.variables) {
    const source = variables[variable.name]
    const problem = source === undefined ? '请选择列或填写固定值' : sourceProblem(variable, source)
    if (problem) problems[variable.name] = problem
  }
  return problems
}

function sourceProblem(variable: TemplateVariable, source: Source): string | null {
  if ('column' in source) return null
  if (!('linkId' in source)) return checkValue(variable, source.value)
  if (source.linkId === '') return '请选择或新建短链'
  return source.value === undefined ? null : checkLinkVariable(variable, source.value)
}

/** The variable that is a link, if there is one. */
export const linkOf = ({ variables }: Pick<Mapping, 'variables'>): ChosenLink | null => {
  for (const [name, source] of Object.entries(variables))
    if (source && 'linkId' in source && source.linkId !== '') return { name, linkId: source.linkId }
  return null
}

/** The mapping as call input; null while it is incomplete. */
export function mapInput(uploadId: string, mapping: Mapping, texts: Texts): CallInputWire<typeof uploadCalls.map> | null {
  const { phoneColumn, hasHeader, repeats, consent } = mapping
  if (phoneColumn === null || Object.keys(mappingProblems(mapping, texts)).length > 0) return null
  const variables = Object.fromEntries(
    Object.entries(mapping.variables).filter((entry): entry is [string, Source] => entry[1] !== undefined),
  )
  return { uploadId, signatureId: texts.signatureId, templateId: texts.templateId, phoneColumn, hasHeader, repeats, consent, variables }
}

/** Preview rows: enough to check the mapping. */
const previewRows = 3

/** Sample rows, depending on whether the first one is a header. */
export function sampleRows(shape: Shape, hasHeader: boolean): string[][] {
  if (shape.hasHeader && !hasHeader) return [shape.columns, ...shape.sample]
  return !shape.hasHeader && hasHeader ? shape.sample.slice(1) : shape.sample
}

/**
 * Preview messages of the first rows whose values can be sent, or of the first ones if none has such values; a variable
 * without a value shows its name.
 */
export function rowMessages(shape: Shape, mapping: Mapping, texts: Texts): PreviewMessage[] {
  const rows = sampleRows(shape, mapping.hasHeader).map((row, index) => ({ row, label: `第${index + 1}个` }))
  const sendable = rows.filter(({ row }) =>
    texts.variables.every(variable => {
      const source = mapping.variables[variable.name]
      return !source || !('column' in source) || checkValue(variable, row[source.column] ?? '') === null
    }),
  )
  return (sendable.length > 0 ? sendable : rows).slice(0, previewRows).map(({ row, label }) => {
    const values = texts.variables.map(({ name }) => {
      const source = mapping.variables[name]
      const value = source && ('column' in source ? row[source.column] : source.value)
      return value || `\${${name}}`
    })
    const text = renderTemplate(texts.templateText, texts.variables, values)
    return { label, content: composeContent(texts.signatureText, text, texts.kind) }
  })
}

/** A sample file: the numbers' column and one for each variable. */
export function sampleFile(variables: readonly TemplateVariable[]): Blob {
  const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = [
    ['手机号', ...variables.map(({ name }) => name)],
    ...['13800138000', '13900139000'].map(phone => [phone, ...variables.map(variable => exampleOf(variable))]),
  ]
  return new Blob([`\ufeff${lines.map(line => line.map(cell).join(',')).join('\r\n')}\r\n`], { type: 'text/csv' })
}

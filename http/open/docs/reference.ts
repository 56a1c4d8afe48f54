import type { z } from 'zod'
import { scopeNames } from '#contract/apps/app-labels.ts'
import { isOnce, type OpenCall, pathFields, wholeAnswer } from '#contract/open/call.ts'
import { openSections } from '#contract/open/calls.ts'
import { everywhere, type OpenErrorCode, openErrorFacts, openErrors } from '#contract/open/error.ts'
import { keysOf } from '#values/keys.ts'
import { wireSchema } from '../document.ts'
import { sampleOf } from '../sample.ts'
import { code, type Html, html, table, tabs } from './html.ts'
import { sampleCode } from './sample-code.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  description?: string
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}

const typeNames: Record<string, string> = {
  string: '文字',
  integer: '整数',
  number: '数字',
  boolean: '布尔',
  object: '对象',
  null: 'null',
}

/** A type in short words: 文字、整数数组、时间或null. */
function typeOf(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join('或')
  if (schema.enum && typeof schema.enum[0] === 'string') return '枚举'
  if (schema.format === 'date-time') return '时间'
  if (schema.format === 'date') return '日期'
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}数组`
  return typeNames[String(schema.type)] ?? String(schema.const ?? '任意')
}

interface FieldRow {
  name: string
  type: string
  isRequired: boolean
  about: string
}

/** Fields of a schema and of its nested schemas, named by their path, down to `depth` levels. */
function fieldsOf(schema: Schema, depth: number, prefix = ''): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = innerOf(field)
    const path = prefix + name
    const fallback =
      field.default === undefined || field.default === null || typeof field.default === 'object' ? '' : `默认${String(field.default)}`
    const about = [field.description ?? '', fallback && !(field.description ?? '').includes('默认') ? fallback : '']
      .filter(Boolean)
      .join('；')
    const row = { name: path, type: typeOf(field), isRequired: schema.required?.includes(name) ?? false, about: about || valuesOf(field) }
    return [row, ...(inner && depth > 1 ? fieldsOf(inner, depth - 1, `${path}.`) : [])]
  })
}
const valuesOf = ({ enum: values }: Schema): string => (values && values.length < 12 ? values.join('、') : '')

/** The object schema inside a field, if it is an object, a nullable object or a list of objects. */
function innerOf(field: Schema): Schema | null {
  const choices = (field.anyOf ?? field.oneOf ?? [field]).filter(choice => choice.type !== 'null')
  const [only] = choices
  if (choices.length !== 1 || !only) return null
  if (only.properties) return only
  return only.items ? innerOf(only.items) : null
}

const fieldTable = (rows: readonly FieldRow[], isInput: boolean): Html =>
  table(
    isInput ? ['参数', '类型', '必填', '说明'] : ['字段', '类型', '说明'],
    rows.map(({ name, type, isRequired, about }) => [
      html`<code>${name}</code>`,
      type,
      ...(isInput ? [isRequired ? html`<b>是</b>` : ''] : []),
      about,
    ]),
  )

const schemaOf = (schema: z.ZodType) => wireSchema(schema) as Schema
const place = (call: OpenCall): string => (call.method === 'GET' || call.method === 'DELETE' ? '地址中的参数' : 'JSON请求体')

/** A call: description, parameters, samples, answer and error codes. */
function callSection(call: OpenCall, address: string): Html {
  const inPath = pathFields(call)
  const rows = fieldsOf(schemaOf(call.input), 3)
  const answerSchema = schemaOf(wholeAnswer(call))
  const codes = [...new Set<string>(call.refusals)].filter((one): one is OpenErrorCode => one in openErrors)
  return html`
<section class="call" id="${call.name}" data-words="${`${call.summary} ${call.name} ${call.method} ${call.path}`.toLowerCase()}">
<h3>${call.summary} <a class="anchor" href="#${call.name}" aria-label="链接到此">#</a></h3>
<p class="route"><span class="method ${call.method}">${call.method}</span> <code>${call.path}</code></p>
${(call.about ?? []).map(text => html`<p>${text}</p>`)}
<p class="note">${call.scope ? html`需要密钥权限：${scopeNames[call.scope]}（<code>${call.scope}</code>）` : '任何密钥都可以调用'}${
    isOnce(call) ? html`　·　支持<a href="#idempotency">Idempotency-Key</a>` : null
  }${call.isShared ? html`　·　<a href="#sandbox">测试应用</a>不能调用` : null}</p>
${rows.length > 0 ? html`<h4>参数${inPath.length < Object.keys(call.input.shape).length ? html` <small>${inPath.length > 0 ? `路径中的${inPath.join('、')}，其余为${place(call)}` : place(call)}</small>` : html` <small>写在路径中</small>`}</h4>${fieldTable(rows, true)}` : null}
<h4>示例</h4>${tabs(sampleCode(call, address))}
<h4>应答</h4>${code(JSON.stringify(sampleOf(answerSchema), null, 2))}
<details><summary>应答字段</summary>${fieldTable(fieldsOf(answerSchema, 3), false)}</details>
${codes.length > 0 ? html`<p class="codes">错误码：${codes.map(one => html`<a href="#error-${one}"><code>${one}</code></a> `)}以及<a href="#errors">任何接口都可能有的</a></p>` : null}
</section>`
}

export const referenceSections = (address: string): Html[] =>
  openSections.map(
    ({ key, name, calls }) =>
      html`<section class="group" id="api-${key}"><h2>${name}</h2>${calls.map(call => callSection(call, address))}</section>`,
  )

/** All error codes with cause and remedy, those of every call first. */
export function errorTable(): Html {
  const general = new Set<string>(everywhere)
  const rows = keysOf(openErrors).map(one => {
    const { status, message, cause, remedy, en } = openErrorFacts(one)
    return html`<tr id="error-${one}" data-words="${`${one} ${status} ${cause} ${en}`.toLowerCase()}">
<td data-name="错误码"><code>${one}</code>${general.has(one) ? html`<br><small>任何接口</small>` : null}</td><td data-name="状态">${status}</td>
<td data-name="含义">${message.replace(/\{\w+\}/g, '…')}</td><td data-name="原因">${cause}</td><td data-name="处理">${remedy}</td><td data-name="English" lang="en">${en}</td></tr>`
  })
  return html`<div class="scroll"><table class="errors"><thead><tr>${['错误码', '状态', '含义', '原因', '处理', 'English'].map(
    name => html`<th scope="col">${name}</th>`,
  )}</tr></thead><tbody>${rows}</tbody></table></div>`
}

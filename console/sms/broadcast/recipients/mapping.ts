import { checkLinkVariable } from '#contract/broadcast-link.ts'
import type { Sent } from '#contract/call.ts'
import { checkValue, composeContent, renderTemplate, type TemplateVariable, variableKinds } from '#contract/template-text.ts'
import type { uploadCalls } from '#contract/upload.ts'
import type { PreviewMessage } from '../../../ui/PhonePreview.tsx'
import type { Upload } from './send-file.ts'

type Shape = Upload['shape']
/** Of a link: `value` is what the recipients' addresses look like. */
export type Source = { linkId: string; value?: string | undefined } | { column: number } | { value: string }
/** A link that was chosen for a variable before its numbers came. */
export interface ChosenLink {
  name: string
  linkId: string
}

/** What the columns mean, as far as it has been said. */
export interface Mapping {
  phoneColumn: number | null
  hasHeader: boolean
  variables: Record<string, Source | undefined>
}

export interface Texts {
  signatureId: string
  templateId: string
  signatureText: string
  templateText: string
  kind: 'code' | 'notice' | 'marketing'
  variables: readonly TemplateVariable[]
}

/** Begins with what was said before, or what the columns' names say: a variable's column has its name, or is the only one beside the numbers. */
export function firstMapping(upload: Upload, { variables }: Texts, link: ChosenLink | null = null): Mapping {
  const { shape, mapping } = upload
  const phoneColumn = mapping?.phoneColumn ?? shape.phoneColumn
  const others = shape.columns.map((_, index) => index).filter(index => index !== phoneColumn)
  const sourceOf = ({ name }: TemplateVariable): Source | undefined => {
    const before = mapping?.variables[name]
    if (before) return before
    if (link?.name === name) return { linkId: link.linkId }
    const named = others.find(index => isSameName(shape.columns[index]!, name))
    if (named !== undefined) return { column: named }
    return variables.length === 1 && others.length === 1 ? { column: others[0]! } : undefined
  }
  return {
    phoneColumn,
    hasHeader: mapping?.hasHeader ?? shape.hasHeader,
    variables: Object.fromEntries(variables.map(variable => [variable.name, sourceOf(variable)])),
  }
}

/** A column is a variable's by its name; a person's name has several. */
const isSameName = (column: string, variable: string) =>
  column.trim().toLowerCase() === variable.toLowerCase() || (personName.test(column.trim()) && personName.test(variable))
const personName = /^(?:姓名|名字|称呼|name|username)$/i

/** What is still to be said, by field; empty when nothing is. */
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

/** The variable that is a link, if one is. */
export const linkOf = ({ variables }: Pick<Mapping, 'variables'>): ChosenLink | null => {
  const found = Object.entries(variables).find(([, source]) => source && 'linkId' in source && source.linkId !== '')
  return found ? { name: found[0], linkId: (found[1] as ChosenLink).linkId } : null
}

/** The mapping as it is sent; null while something is missing. */
export function mapInput(uploadId: string, mapping: Mapping, texts: Texts): Sent<typeof uploadCalls.map> | null {
  const { phoneColumn, hasHeader } = mapping
  if (phoneColumn === null || Object.keys(mappingProblems(mapping, texts)).length > 0) return null
  const variables = Object.fromEntries(
    Object.entries(mapping.variables).filter((entry): entry is [string, Source] => entry[1] !== undefined),
  )
  return { uploadId, signatureId: texts.signatureId, templateId: texts.templateId, phoneColumn, hasHeader, variables }
}

/** Rows that the phone shows: enough to see whether the columns are right. */
const previewRows = 3

/** The rows of the sample under another opinion on whether the first one is a header. */
export function sampleRows(shape: Shape, hasHeader: boolean): string[][] {
  if (shape.hasHeader && !hasHeader) return [shape.columns, ...shape.sample]
  return !shape.hasHeader && hasHeader ? shape.sample.slice(1) : shape.sample
}

/** The first rows as their phones will show them; what has no value yet stands by its name. */
export function rowMessages(shape: Shape, mapping: Mapping, texts: Texts): PreviewMessage[] {
  const rows = sampleRows(shape, mapping.hasHeader).slice(0, previewRows)
  return rows.map((row, index) => {
    const values = texts.variables.map(({ name }) => {
      const source = mapping.variables[name]
      const value = source && ('column' in source ? row[source.column] : source.value)
      return value || `\${${name}}`
    })
    const text = renderTemplate(texts.templateText, texts.variables, values)
    return { label: `第${index + 1}个`, content: composeContent(texts.signatureText, text, texts.kind) }
  })
}

/** A file to begin with: the numbers' column and one for each variable. */
export function sampleFile(variables: readonly TemplateVariable[]): Blob {
  const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = [
    ['手机号', ...variables.map(({ name }) => name)],
    ...['13800138000', '13900139000'].map(phone => [
      phone,
      ...variables.map(({ kind, maxLength }) => variableKinds[kind].example.slice(0, maxLength)),
    ]),
  ]
  return new Blob([`\ufeff${lines.map(line => line.map(cell).join(',')).join('\r\n')}\r\n`], { type: 'text/csv' })
}

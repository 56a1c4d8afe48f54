import type { CallAnswerWire, CallInputWire } from '#contract/call.ts'
import type { linkBatchCalls } from '#contract/links/link-batch.ts'
import { parseTarget } from '#contract/links/link-target.ts'
import type { Upload } from '../../../sms/broadcast/recipients/send-file.ts'

export type BatchRow = CallAnswerWire<typeof linkBatchCalls.list>['rows'][number]
export type Batch = CallInputWire<typeof linkBatchCalls.start>['batch']
export type Way = Batch['way']
type Shape = Upload['shape']

/** The field of a link that a column can contain. */
export const columnNames = { target: '目标网址', code: '自定义后缀', title: '标题', tags: '标签', ends: '失效时间' } as const
export type Column = keyof typeof columnNames

/** The column mapping of a file of links so far. */
export interface Draft {
  hasHeader: boolean
  columns: Partial<Record<Column | 'recipient', number>>
  domain: string
  linkGroupId: string | null
  dayCount: number | null
  /** Of a batch for recipients. */
  target: string
  title: string
}
export const emptyDraft: Draft = { hasHeader: false, columns: {}, domain: '', linkGroupId: null, dayCount: null, target: '', title: '' }

const usualNames: [Column, RegExp][] = [
  [
    'target',
    /^(目标|目标网址|目标链接|目标地址|跳转网址|跳转链接|落地页|网址|长网址|长链接|原网址|原链接|链接|target|url|long_?url|destination|link)$/i,
  ],
  ['code', /^(自定义后缀|自定义短码|短链后缀|后缀|短码|编码|code|slug|keyword|key|alias|back_?half)$/i],
  ['title', /^(标题|名称|备注|title|name|description)$/i],
  ['tags', /^(标签|tags?|labels?)$/i],
  [
    'ends',
    /^((失效|到期|过期|截止|结束)(时间|日期|日)?|有效期(至|到)?|有效(天数|时间)|expires?(_?(at|on))?|expir(y|ation)(_?date)?|(end|valid)(_?(at|date|time|until))|deadline)$/i,
  ],
]

/** The first rows of the file. */
const allRows = (shape: Shape) => (shape.hasHeader ? [shape.columns, ...shape.sample] : shape.sample)
const isTarget = (cell: string | undefined) => cell !== undefined && 'target' in parseTarget(cell.replace(/…$/, ''))

/**
 * Guesses the mapping from the cells: a first row without an address above rows with one is a header, and its names
 * identify the columns.
 */
export function firstDraft(shape: Shape, way: Way, before: Draft): Draft {
  const [first = [], ...rest] = allRows(shape)
  const hasTarget = first.some(isTarget)
  const hasHeader =
    way === 'targets'
      ? !hasTarget && rest.some(row => row.some(isTarget))
      : shape.hasHeader || /[一-龥]|id$|phone|user/i.test(first[0] ?? '')
  if (way === 'recipients') return { ...before, hasHeader, columns: { recipient: shape.phoneColumn ?? 0 } }
  const columns: Draft['columns'] = {}
  if (hasHeader)
    first.forEach((name, column) => {
      const found = usualNames.find(([, pattern]) => pattern.test(name.trim()))?.[0]
      if (found && columns[found] === undefined) columns[found] = column
    })
  const addresses = (hasHeader ? rest[0] : first)?.findIndex(isTarget) ?? -1
  if (columns.target === undefined && addresses >= 0) columns.target = addresses
  return { ...before, hasHeader, columns }
}

/** Named columns without a meaning: their content would be dropped silently. */
export const unusedColumns = ({ hasHeader, columns }: Pick<Draft, 'hasHeader' | 'columns'>, names: readonly string[]): string[] =>
  hasHeader ? names.filter((_, column) => !Object.values(columns).includes(column)) : []

/** Column names and the rows below them, depending on whether the first row is a header. */
export function shownRows(shape: Shape, hasHeader: boolean): { names: string[]; rows: string[][] } {
  const rows = allRows(shape)
  const names = shape.columns.map((_, column) => (hasHeader && rows[0]?.[column]) || `第${column + 1}列`)
  return { names, rows: hasHeader ? rows.slice(1) : rows }
}

/** The batch as call input, or the incomplete fields. */
export function batchInput(uploadId: string, way: Way, draft: Draft, now: Date): { batch: Batch } | { problems: Record<string, string> } {
  const { columns, hasHeader, domain, linkGroupId, dayCount } = draft
  const endsAt = dayCount === null ? null : new Date(now.getTime() + dayCount * 86_400_000).toISOString()
  const common = { uploadId, hasHeader, domain, linkGroupId, endsAt }
  if (way === 'targets') {
    if (columns.target === undefined) return { problems: { target: '请选择目标网址所在的列' } }
    const { target, code = null, title = null, tags = null, ends = null } = columns
    return { batch: { way, ...common, targetColumn: target, codeColumn: code, titleColumn: title, tagsColumn: tags, endsColumn: ends } }
  }
  if (columns.recipient === undefined) return { problems: { recipient: '请选择收件人所在的列' } }
  return { batch: { way, ...common, target: draft.target.trim(), title: draft.title.trim(), recipientColumn: columns.recipient } }
}

/** A column has one meaning: chosen for another field it leaves the first. */
export function chooseColumn(columns: Draft['columns'], of: Column, column: number | undefined): Draft['columns'] {
  const others = Object.entries(columns).filter(([name, taken]) => name !== of && taken !== column)
  return { ...Object.fromEntries(others), ...(column === undefined ? {} : { [of]: column }) }
}

/** Pasted lines as a file; cells copied from a spreadsheet are separated by tabs. */
export function pastedFile(text: string, name: string): File | null {
  const lines = text.split(/\r?\n/).map(line => line.trim())
  const rows = lines
    .filter(line => line !== '')
    .map(line =>
      line
        .split('\t')
        .map(cell => `"${cell.trim().replaceAll('"', '""')}"`)
        .join('\t'),
    )
  return rows.length === 0 ? null : new File([`\ufeff${rows.join('\n')}\n`], name, { type: 'text/csv' })
}

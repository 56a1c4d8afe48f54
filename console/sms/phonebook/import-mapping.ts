import type { CallInputWire } from '#contract/call.ts'
import type { contactTaskCalls, MergeRule } from '#contract/recipients/contact-task.ts'
import { ownColumnCount } from '#contract/recipients/upload.ts'
import type { Upload } from '../broadcast/recipients/send-file.ts'
import type { FieldRow, WireConsent } from './phonebook.ts'

/** The field of a contact that a column can contain; a custom field is `field:` and its key. */
export type Target = 'phone' | 'name' | 'remark' | 'tags' | `field:${number}`

/** The column mapping of a file of contacts so far. */
export interface ImportDraft {
  hasHeader: boolean
  columns: Partial<Record<Target, number>>
  rule: MergeRule
  consent: WireConsent | null
  tagIds: string[]
}

const usualNames: [Target, RegExp][] = [
  ['name', /^(姓名|名字|称呼|客户|客户姓名|联系人|name)$/i],
  ['remark', /^(备注|说明|remark|note)s?$/i],
  ['tags', /^(标签|tags?)$/i],
]

export const targetsOf = (fields: readonly FieldRow[]): { target: Target; name: string }[] => [
  { target: 'phone', name: '手机号' },
  { target: 'name', name: '姓名' },
  ...fields.map(field => ({ target: `field:${field.fieldKey}` as const, name: field.name })),
  { target: 'tags', name: '标签' },
  { target: 'remark', name: '备注' },
]

/** Initial mapping by the columns' names. In a list without names a single column after the numbers has the names. */
export function firstDraft({ shape }: Pick<Upload, 'shape'>, fields: readonly FieldRow[]): ImportDraft {
  const columns: ImportDraft['columns'] = {}
  if (shape.phoneColumn !== null) columns.phone = shape.phoneColumn
  shape.columns.forEach((title, column) => {
    if (column === shape.phoneColumn) return
    const field = fields.find(one => one.name === title.trim())
    const target = field ? (`field:${field.fieldKey}` as const) : usualNames.find(([, pattern]) => pattern.test(title.trim()))?.[0]
    if (target && columns[target] === undefined) columns[target] = column
  })
  if (!shape.hasHeader && shape.columns.length === 2 && shape.phoneColumn !== null) columns.name = 1 - shape.phoneColumn
  return { hasHeader: shape.hasHeader, columns, rule: 'fill', consent: null, tagIds: [] }
}

/** Columns that are not mapped yet. */
export function unusedColumns({ shape }: Pick<Upload, 'shape'>, { columns }: ImportDraft): { column: number; name: string }[] {
  const used = new Set(Object.values(columns))
  // A file of refused rows has our own columns at its end.
  const own = shape.columns.slice(0, ownColumnCount(shape.columns))
  return own.map((name, column) => ({ column, name })).filter(({ column }) => !used.has(column))
}

/** A column has one meaning: chosen for another field it leaves the first. */
export function chooseColumn(columns: ImportDraft['columns'], target: Target, column: number | undefined): ImportDraft['columns'] {
  const others = Object.entries(columns).filter(([name, taken]) => name !== target && taken !== column)
  return { ...Object.fromEntries(others), ...(column === undefined ? {} : { [target]: column }) }
}

/** The import as call input; null while the numbers' column is missing. */
export function importInput(
  uploadId: string,
  groupId: string,
  draft: ImportDraft,
): CallInputWire<typeof contactTaskCalls.importFile> | null {
  const { columns, hasHeader, rule, consent, tagIds } = draft
  if (columns.phone === undefined) return null
  const fieldColumns = Object.entries(columns).flatMap(([target, column]) =>
    target.startsWith('field:') && column !== undefined ? [{ fieldKey: Number(target.slice('field:'.length)), column }] : [],
  )
  return {
    uploadId,
    groupId,
    hasHeader,
    phoneColumn: columns.phone,
    nameColumn: columns.name ?? null,
    remarkColumn: columns.remark ?? null,
    tagsColumn: columns.tags ?? null,
    fieldColumns,
    rule,
    consent,
    tagIds,
  }
}

import type { ImportMapping } from '#contract/recipients/contact-task.ts'
import { rowProblemNames } from '#contract/recipients/upload.ts'
import type { Row } from '#domain/table-files/index.ts'
import { limits } from '#values/limits.ts'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'
import type { GivenContact } from './write.ts'

/** A contact read from a row, with its tags by name. */
export interface ImportedRow extends Omit<GivenContact, 'tagIds'> {
  tagNames: string[]
}
export interface RefusedContact {
  line: number
  cells: string[]
  given: string
  reason: string
}

/**
 * Parses a contact from a row, or says why it is malformed. `fieldNames`: names of own fields by key, for the reason.
 */
export function importRow(row: Row, mapping: ImportMapping, fieldNames: ReadonlyMap<number, string>): ImportedRow | RefusedContact {
  const cell = (column: number | null) => (column === null ? '' : (row.cells[column] ?? ''))
  const given = cell(mapping.phoneColumn)
  const bad = (reason: string, wrong = given): RefusedContact => ({ line: row.line, cells: row.cells, given: wrong, reason })
  const parsed = parsePhone(given.length > limits.cellCharacters ? '-' : given)
  if ('problem' in parsed) {
    const isScientific = parsed.problem === 'malformed' && /^\d(?:\.\d+)?E\+\d+$/i.test(given)
    return bad(isScientific ? rowProblemNames.scientific : phoneProblemNames[parsed.problem])
  }
  const [name, remark] = [cell(mapping.nameColumn), cell(mapping.remarkColumn)]
  const fields: Record<string, string> = {}
  for (const { fieldKey, column } of mapping.fieldColumns) {
    const text = cell(column)
    const fieldName = fieldNames.get(fieldKey)
    if (text === '' || fieldName === undefined) continue
    if (text.length > limits.contactFieldCharacters) return bad(tooLong(`“${fieldName}”`, limits.contactFieldCharacters), text)
    fields[fieldKey] = text
  }
  const tagNames = [...new Set(splitTags(cell(mapping.tagsColumn)))]
  if (name.length > limits.contactNameCharacters) return bad(tooLong('姓名', limits.contactNameCharacters), name)
  if (remark.length > limits.contactRemarkCharacters) return bad(tooLong('备注', limits.contactRemarkCharacters), remark)
  if (tagNames.some(tag => tag.length > limits.contactTagNameCharacters)) return bad(tooLong('标签', limits.contactTagNameCharacters))
  // The replacement character that a decoder writes for invalid bytes.
  if ([name, remark, ...Object.values(fields), ...tagNames].some(text => text.includes('\ufffd'))) return bad(rowProblemNames.garbled)
  return { phone: parsed.phone, name, remark, fields, tagNames }
}

const tooLong = (what: string, most: number) => `${what}不能超过${most}个字`
const splitTags = (text: string) =>
  text
    .split(/[、;；,，|\n]+/)
    .map(tag => tag.trim())
    .filter(tag => tag !== '')

import { checkValue, type TemplateVariable } from '#contract/content/template-text.ts'
import { type RowProblem, rowProblemNames, type VariableSource } from '#contract/recipients/upload.ts'
import type { Row } from '#domain/table-files/index.ts'
import { limits } from '#values/limits.ts'
import { type Carrier, parsePhone } from '#values/phone.ts'
import { segmentCount } from '#values/segment.ts'

/** An eligible row, as far as the row itself decides. */
export interface Recipient {
  line: number
  phone: string
  carrier: Carrier
  /** In the order of the template's variables. */
  values: string[]
  text: string
  segmentCount: number
}
/** A malformed row, with the wrong number or value as it was given, and the reason for people. */
export interface MalformedRow {
  line: number
  given: string
  problem: RowProblem
  reason: string
}

export interface RowRules {
  phoneColumn: number
  variables: readonly (TemplateVariable & { source: VariableSource })[]
  carrierOf: (phone: string) => Carrier | null
  textOf: (values: readonly string[]) => string
  /** Length of the longest message. */
  messageUnits: number
}

/** Parses a recipient from a row, or says why it is malformed. */
export function checkRow({ line, cells }: Row, rules: RowRules): Recipient | MalformedRow {
  const given = cells[rules.phoneColumn] ?? ''
  const bad = (problem: RowProblem, reason: string = rowProblemNames[problem], wrong = given) => ({ line, given: wrong, problem, reason })
  const parsed = parsePhone(given.length > limits.cellCharacters ? '-' : given)
  if ('problem' in parsed) return bad(parsed.problem === 'malformed' && scientific.test(given) ? 'scientific' : parsed.problem)
  const carrier = rules.carrierOf(parsed.phone)
  if (carrier === null) return bad('unassigned')
  const values: string[] = []
  for (const variable of rules.variables) {
    const value = 'column' in variable.source ? (cells[variable.source.column] ?? '') : variable.source.value!
    if (value === '') return bad('value_empty', `变量“${variable.name}”为空`, '')
    if (value.length > limits.cellCharacters) return bad('cell_too_long', rowProblemNames.cell_too_long, value)
    // The replacement character that a decoder writes for invalid bytes.
    if (value.includes('\ufffd')) return bad('garbled', rowProblemNames.garbled, value)
    // A link's address was checked when it was chosen, and a text variable would refuse it.
    const complaint = 'linkId' in variable.source ? null : checkValue(variable, value)
    if (complaint !== null) return bad('value_invalid', `变量“${variable.name}”${complaint}`, value)
    values.push(value)
  }
  const text = rules.textOf(values)
  if (text.length > rules.messageUnits) return bad('text_too_long', `短信超过${rules.messageUnits}字`, text)
  return { line, phone: parsed.phone, carrier, values, text, segmentCount: segmentCount(text.length) }
}

/** 1.38E+10: the last digits are lost. */
const scientific = /^\d(?:\.\d+)?E\+\d+$/i

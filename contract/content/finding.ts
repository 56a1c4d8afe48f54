import type { Mark } from './normal-text.ts'
import type { TemplateVariable } from './template-text.ts'

/** `refuse`: prevents submission. `note`: for staff. `hint`: for the writer only. */
export const findingLevels = ['refuse', 'note', 'hint'] as const
export type FindingLevel = (typeof findingLevels)[number]

export interface Finding {
  code: string
  level: FindingLevel
  /** The finding, as customer and staff read it. */
  message: string
  /** What to do about it. */
  fix?: string | undefined
  /** Where in the text. */
  marks?: Mark[] | undefined
}

const finding =
  (level: FindingLevel) =>
  (code: string, message: string, more: { fix?: string; marks?: Mark[] } = {}): Finding => ({ code, level, message, ...more })
export const refusal = finding('refuse')
export const note = finding('note')
export const hint = finding('hint')

/** Every match of a pattern, which has the flag g. */
export const marksOf = (text: string, pattern: RegExp): Mark[] =>
  [...text.matchAll(pattern)].map(match => ({ from: match.index, to: match.index + match[0].length }))
/** The marked texts, each once, as part of a sentence. */
export const quoted = (text: string, marks: readonly Mark[]): string =>
  [...new Set(marks.map(({ from, to }) => `“${text.slice(from, to)}”`))].slice(0, 5).join('、')

/** The positions of these variables. */
export const variableMarks = (text: string, variables: readonly TemplateVariable[]): Mark[] =>
  variables.flatMap(({ name }) => {
    const sign = `\${${name}}`
    const at = text.indexOf(sign)
    return at < 0 ? [] : [{ from: at, to: at + sign.length }]
  })

/** A finding if there are any marks. */
export const found = (marks: Mark[], make: (marks: Mark[]) => Finding): Finding[] => (marks.length === 0 ? [] : [make(marks)])

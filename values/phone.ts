export const operators = ['mobile', 'unicom', 'telecom', 'broadnet'] as const
export type Operator = (typeof operators)[number]

/** The operators' names as a customer reads them. */
export const operatorNames: Record<Operator, string> = { mobile: '中国移动', unicom: '中国联通', telecom: '中国电信', broadnet: '中国广电' }

/** A run of numbers of one operator: every number that begins with `prefix`. The longest prefix wins (design/engine.md). */
export interface NumberSegment {
  prefix: string
  operator: Operator
  virtual: boolean
}

export type PhoneProblem = 'empty' | 'malformed' | 'foreign' | 'unassigned'

/** Why a number is refused, in the words of the report on an import. */
export const phoneProblemNames: Record<PhoneProblem, string> = {
  empty: '号码为空',
  malformed: '号码格式错误',
  foreign: '暂不支持港澳台及国际号码',
  unassigned: '号段未启用或不支持短信',
}

/**
 * Bare 11 digits of a mainland mobile number, from the forms people paste: spaces, dashes, +86, 0086, full-width digits, zero-width characters,
 * the apostrophe that marks a text in a spreadsheet
 * (spec/sms.md, "numbers").
 */
export function parsePhone(text: string): { phone: string } | { problem: PhoneProblem } {
  if (plain.test(text)) return { phone: text }
  const digits = text.normalize('NFKC').replace(/[\s\-()'\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
  if (digits === '') return { problem: 'empty' }
  const national = digits.replace(/^(?:\+|00)86/, '').replace(/^86(?=1\d{10}$)/, '')
  if (plain.test(national)) return { phone: national }
  return { problem: /^(?:\+|00)\d{6,15}$/.test(national) ? 'foreign' : 'malformed' }
}
const plain = /^1[3-9]\d{9}$/

/** A look-up by longest prefix, precomputed for every 5 leading digits. Null: no segment of an operator that takes messages. */
export function operatorFinder(segments: readonly NumberSegment[]): (phone: string) => Operator | null {
  const byPrefix = new Map(segments.map(segment => [segment.prefix, segment.operator]))
  const lengths = [...new Set(segments.map(segment => segment.prefix.length))].sort((a, b) => b - a)
  const found = new Map<string, Operator | null>()
  const search = (phone: string) => {
    for (const length of lengths) {
      const operator = byPrefix.get(phone.slice(0, length))
      if (operator) return operator
    }
    return null
  }
  const longest = lengths[0] ?? 0
  return phone => {
    const key = phone.slice(0, longest)
    let operator = found.get(key)
    if (operator === undefined) {
      operator = search(key)
      found.set(key, operator)
    }
    return operator
  }
}

/** Every number in a text that is a mobile or landline number, in the forms that people write, also with digits missing or too many. */
const phoneLike = /(?<![\d.])(?:(?:\+|00)?86[ -]?)?(?:1[3-9](?:[ -]?\d){7,10}|0\d{2,3}[ -]?\d{7,8})(?!\d)/g

/** A text whose phone numbers keep their ends only. */
export const maskPhonesIn = (text: string): string =>
  text.replace(phoneLike, phone => maskPhone(phone.replace(/[ -]/g, '').replace(/^(?:\+|00)?86(?=1)/, '')))

/** `138****8000`: how a number is shown to everyone without the right to see it whole. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

import { callingCodeOf, countryOf } from './country.ts'

export const mainlandCarriers = ['mobile', 'unicom', 'telecom', 'broadnet'] as const
export type MainlandCarrier = (typeof mainlandCarriers)[number]

/** `abroad` stands for every carrier outside the mainland. */
export const carriers = [...mainlandCarriers, 'abroad'] as const
export type Carrier = (typeof carriers)[number]

/** The carriers' names for customers. */
export const carrierNames: Record<Carrier, string> = {
  mobile: '中国移动',
  unicom: '中国联通',
  telecom: '中国电信',
  broadnet: '中国广电',
  abroad: '国际及港澳台',
}
/** Name of a destination: a carrier's, or the country itself. */
export const destinationName = (destination: string): string => {
  const carrier = mainlandCarriers.find(one => one === destination)
  return carrier ? carrierNames[carrier] : destination
}
/** Short names, where the carriers stand side by side. */
export const carrierShortNames: Record<Carrier, string> = {
  mobile: '移动',
  unicom: '联通',
  telecom: '电信',
  broadnet: '广电',
  abroad: '国际',
}

/** Number segment: the carrier of every number that starts with `prefix`. The longest prefix wins. */
export interface NumberSegment {
  prefix: string
  carrier: MainlandCarrier
  virtual: boolean
}

export type PhoneProblem = 'empty' | 'malformed' | 'landline' | 'foreign' | 'unassigned'

/** Why a number is refused, as an import's report says it. */
export const phoneProblemNames: Record<PhoneProblem, string> = {
  empty: '号码为空',
  malformed: '号码格式错误',
  landline: '座机号码收不到短信',
  foreign: '国际及港澳台号码只能用接口发送',
  unassigned: '号段未启用或不支持短信',
}

/**
 * Normalizes a mainland mobile number to 11 digits, from pasted forms: spaces, dashes, +86, 0086, full-width digits,
 * zero-width characters, a spreadsheet's leading apostrophe. `anywhere`: and other numbers to E.164.
 */
export function parsePhone(text: string, reach: 'mainland' | 'anywhere' = 'mainland'): { phone: string } | { problem: PhoneProblem } {
  if (plain.test(text)) return { phone: text }
  const digits = text.normalize('NFKC').replace(/[\s\-()'\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
  if (digits === '') return { problem: 'empty' }
  const national = digits.replace(/^(?:\+|00)86/, '').replace(/^86(?=1\d{10}$)/, '')
  if (plain.test(national)) return { phone: national }
  if (landline.test(digits.replace(/^(?:\+|00)86/, '0'))) return { problem: 'landline' }
  if (reach === 'mainland' && bareNearby.test(national)) return { problem: 'foreign' }
  if (!/^(?:\+|00)[1-9]\d{6,14}$/.test(national)) return { problem: 'malformed' }
  const phone = national.replace(/^00/, '+')
  return reach === 'anywhere' && countryOf(phone) !== null ? { phone } : { problem: 'foreign' }
}
export const isAbroad = (phone: string): boolean => phone.startsWith('+')
const plain = /^1[3-9]\d{9}$/
/** A number of Hong Kong, Macao or Taiwan, as it is often written: with its code, but no plus. */
const bareNearby = /^(?:85[23][2-9]\d{7}|886[2-9]\d{7,8})$/
const landline = /^(?:0(?:10|[2-9]\d{1,2}))?[2-8]\d{6,7}$/

function isMalformed(text: string): boolean {
  const parsed = parsePhone(text)
  return 'problem' in parsed && parsed.problem === 'malformed'
}

/** A country code that stands apart from its number. */
const apartCode = /(?<!\S)((?:\+|00)[1-9]\d{0,2}|85[23]|886)\s+(?=\d)/g

/**
 * Divides a pasted text into numbers: lines, commas, semicolons and blanks separate them, but `138 0013 8000`,
 * `010 62345678` and `852 61234567` stay one.
 */
export const splitNumbers = (text: string): string[] =>
  text
    // Zero bytes would make a file of them look like a program, and a lone quotation mark would swallow what follows.
    .replaceAll('\u0000', '')
    .replace(/["“”']/g, '')
    .split(/[\r\n,;，；、\t|]+/)
    .flatMap(part => (isMalformed(part) ? part.replace(apartCode, '$1-').split(/\s+/) : [part]))
    .map(part => part.trim())
    .filter(part => part !== '')

/**
 * Carrier look-up by longest prefix, precomputed for every 5 leading digits. Null: no segment of a carrier that takes
 * messages.
 */
export function carrierFinder(segments: readonly NumberSegment[]): (phone: string) => MainlandCarrier | null {
  const byPrefix = new Map(segments.map(segment => [segment.prefix, segment.carrier]))
  const lengths = [...new Set(segments.map(segment => segment.prefix.length))].sort((a, b) => b - a)
  const found = new Map<string, MainlandCarrier | null>()
  const search = (phone: string) => {
    for (const length of lengths) {
      const carrier = byPrefix.get(phone.slice(0, length))
      if (carrier) return carrier
    }
    return null
  }
  const longest = lengths[0] ?? 0
  return phone => {
    const key = phone.slice(0, longest)
    let carrier = found.get(key)
    if (carrier === undefined) {
      carrier = search(key)
      found.set(key, carrier)
    }
    return carrier
  }
}

/** Mobile or landline numbers in a text, in usual notations, also with digits missing or too many. */
const phoneLike = /(?<![\d.])(?:(?:\+|00)?86[ -]?)?(?:1[3-9](?:[ -]?\d){7,10}|0\d{2,3}[ -]?\d{7,8})(?!\d)/g

/** Masks the phone numbers in a text except for their ends. */
export const maskPhonesIn = (text: string): string =>
  text.replace(phoneLike, phone => maskPhone(phone.replace(/[ -]/g, '').replace(/^(?:\+|00)?86(?=1)/, '')))

/** `138****8000`, `+852****4567`: a number as shown without the right to see it whole. */
export function maskPhone(phone: string): string {
  const shown = isAbroad(phone) ? 1 + (callingCodeOf(phone)?.length ?? 2) : 3
  return `${phone.slice(0, shown)}****${phone.slice(-4)}`
}

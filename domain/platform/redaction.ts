import { maskPhone } from '#values/phone.ts'

/** Names of fields whose values never get into a log, however they are spelled. */
const secretFields =
  /pass(word|phrase)?|secret|token|captcha|(^|_)code$|[a-z]Code$|recoveryCodes|otp|totp|signature$|ticket|(access|api|private)_?key|cookie|authorization/i
/** Fields with names like secrets that are none: names of templates, packages and reasons. */
const plainFields =
  /^(templateCode|reasonCode|statusCode|packageCode|areaCode|regionCode|postCode|postalCode|resultCode|codes?Kind|signature)$/
/** Numbers of people, accounts and cards, masked except for their ends. */
const maskedFields = /(id_?number|identity_?number|credential_?number|bank_?account|account_?number|card_?number|bank_?number)$/i

const hidden = '（已隐去）'
const most = { depth: 6, items: 20, fields: 60, characters: 500 }

/** 138****8000, and the same for longer runs of digits: identity numbers, cards. */
const maskRuns = (text: string) =>
  text
    .replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, phone => maskPhone(phone))
    .replace(/(?<![\dA-Za-z-])\d{6}(?:18|19|20)\d{2}[01]\d[0-3]\d{4}[\dXx](?![\dA-Za-z-])/g, number => maskEnds(number))

const maskEnds = (text: string) =>
  text.length <= 8 ? '*'.repeat(text.length) : `${text.slice(0, 3)}${'*'.repeat(text.length - 7)}${text.slice(-4)}`

/**
 * Redaction for logs: drops secrets by the names of their fields, masks personal numbers, and cuts long texts and
 * lists. Every detail and every before and after in both audit logs passes through here (domain/identity/audit-log.ts).
 */
export function redacted(value: unknown, name = '', depth = 0): unknown {
  if (secretFields.test(name) && !plainFields.test(name) && value !== null && typeof value !== 'boolean') return hidden
  if (typeof value === 'string') return cut(maskedFields.test(name) ? maskEnds(value) : maskRuns(value))
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `（${value.length} 字节）`
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object') return null
  if (depth >= most.depth) return '…'
  if (Array.isArray(value)) {
    const kept = value.slice(0, most.items).map(item => redacted(item, name, depth + 1))
    return value.length > most.items ? [...kept, `…共 ${value.length} 项`] : kept
  }
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(fields.slice(0, most.fields).map(([key, inner]) => [key, redacted(inner, key, depth + 1)]))
}

const cut = (text: string) => (text.length > most.characters ? `${text.slice(0, most.characters)}…（共 ${text.length} 字）` : text)

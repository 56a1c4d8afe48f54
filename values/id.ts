/** The prefixes of ids on the wire, by the noun of the glossary. */
export const idPrefixes = {
  account: 'acc',
  member: 'mbr',
  session: 'ses',
  signature: 'sig',
  template: 'tpl',
  message: 'msg',
  inbound: 'inb',
  broadcast: 'brd',
  draft: 'drf',
  upload: 'upl',
  blacklist: 'blk',
  contact: 'con',
  group: 'grp',
  tag: 'tag',
  task: 'tsk',
  grant: 'grt',
  order: 'ord',
  export: 'exp',
  transfer: 'trf',
  hold: 'hld',
  staff: 'stf',
  channel: 'chn',
  route: 'rte',
  review: 'rev',
  proof: 'prf',
  app: 'app',
  word: 'wrd',
  landing: 'lnd',
} as const
export type IdNoun = keyof typeof idPrefixes

/** An account's id that the session or key has proven: the only kind that domain functions take as tenant. */
export type AccountId = string & { readonly brand: 'AccountId' }

/** The platform's own account: it sends codes and notices, and keeps the lines of visitors who are nobody's member. */
export const platformAccountId = '00000000-0000-7000-8000-000000000001' as AccountId

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let lastMs = 0
let counter = 0

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, a 12-bit counter that keeps ids of one process ascending, 62 random bits.
 * `atMs` and `random` can be given by simulations and seeds.
 */
export function newId(atMs: number = Date.now(), random: Uint8Array = crypto.getRandomValues(new Uint8Array(8))): string {
  if (atMs > lastMs) {
    lastMs = atMs
    counter = 0
  } else if (atMs === lastMs) counter = (counter + 1) & 0xfff
  return formatUuidV7(atMs, atMs < lastMs ? ((random[0]! << 8) | random[1]!) & 0xfff : counter, random)
}

function formatUuidV7(atMs: number, sequence: number, random: Uint8Array): string {
  const time = atMs.toString(16).padStart(12, '0')
  const tail = Array.from(random, byte => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((random[0]! & 0x3f) | 0x80).toString(16).padStart(2, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${variant}${tail.slice(2, 4)}-${tail.slice(4, 16)}`
}

/** The smallest UUIDv7 of a moment: a range of ids is a range of time, so tables keyed by id need no index on time. */
export function idFloor(at: Date | number): string {
  const time = Number(at).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** When an id was made, to the millisecond. */
export function idTime(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

/** `msg_` and 26 characters of Crockford base32 for a UUID. */
export function encodeId(noun: IdNoun, uuid: string): string {
  let value = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let text = ''
  for (let i = 0; i < 26; i += 1) {
    text = alphabet[Number(value & 31n)] + text
    value >>= 5n
  }
  return `${idPrefixes[noun]}_${text}`
}

/** The UUID of an outside id, or null when it is not one of this noun. */
export function decodeId(noun: IdNoun, text: string): string | null {
  const prefix = `${idPrefixes[noun]}_`
  if (!text.startsWith(prefix) || text.length !== prefix.length + 26) return null
  let value = 0n
  for (const character of text.slice(prefix.length)) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return null
    value = (value << 5n) | BigInt(digit)
  }
  if (value >> 128n) return null
  const hex = value.toString(16).padStart(32, '0')
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return uuidPattern.test(uuid) ? uuid : null
}

import { keysOf } from './keys.ts'

/** The prefixes of ids on the wire, by the noun of the glossary. */
const idPrefixes = {
  account: 'acc',
  member: 'mbr',
  session: 'ses',
  signature: 'sig',
  template: 'tpl',
  message: 'msg',
  inbound: 'inb',
  broadcast: 'brd',
  draft: 'drf',
  share: 'shr',
  upload: 'upl',
  blacklist: 'blk',
  contact: 'con',
  group: 'grp',
  tag: 'tag',
  task: 'tsk',
  undo: 'und',
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
  file: 'fil',
  attestation: 'att',
  accountContact: 'acn',
  app: 'app',
  batch: 'bat',
  webhook: 'whk',
  event: 'evt',
  pushAttempt: 'pat',
  word: 'wrd',
  optOutRecord: 'lnd',
  link: 'lnk',
  linkGroup: 'lgr',
  linkBatch: 'lbt',
  visit: 'vis',
  announcement: 'ann',
  notification: 'tel',
  activity: 'act',
  recharge: 'rec',
  phoneChange: 'phc',
  invitation: 'ivt',
  closing: 'cls',
  note: 'nte',
  refund: 'rfd',
  claim: 'clm',
  receipt: 'rcp',
  statement: 'bst',
  withdrawal: 'wdr',
  approval: 'apv',
  invoiceTitle: 'itl',
  titleVersion: 'itv',
  invoiceAddress: 'iad',
  invoiceEmail: 'iem',
  invoice: 'ivc',
  invoiceReversal: 'ivr',
  alert: 'alt',
  alertRule: 'alr',
  alertContact: 'alc',
  alertRobot: 'arb',
  onCallReceiver: 'ocr',
  onCallDelivery: 'ocd',
  personalDataRequest: 'pdr',
} as const
export type IdNoun = keyof typeof idPrefixes
export const idNouns = keysOf(idPrefixes)

/** An account's id proven by a session or key: the only type that domain functions accept as tenant. */
export type AccountId = string & { readonly brand: 'AccountId' }

const anyUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isAccountId = (text: string): text is AccountId => anyUuid.test(text)
/** An account's id that was kept as text: in the payload of a job, in a line of visits. */
export function accountIdOrThrow(text: string): AccountId {
  if (!isAccountId(text)) throw new RangeError(`no id of an account: ${text}`)
  return text
}

/** What the id of a noun is inside: a text, but for those of accounts. */
export type IdOf<Noun extends IdNoun> = Noun extends 'account' ? AccountId : string

/**
 * The platform's own account: it sends one-time codes and notifications, and owns audit log lines of visitors who are
 * no members.
 */
export const platformAccountId = '00000000-0000-7000-8000-000000000001' as AccountId

/** The hash chain of the staff audit log, among those of the accounts. */
export const staffChainId = '00000000-0000-0000-0000-000000000000' as AccountId

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let counter = 0
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Random bytes fetched for hundreds of ids at once: one fetch costs more than the rest of an id. */
const pool = new Uint8Array(4096)
let poolUsed = pool.length

let clockMs: () => number = Date.now
/** The clock of this process's ids: lists by time read it from them, so it is the one of the other moments. */
export function setIdClock(nowMs: () => number): void {
  clockMs = nowMs
}

/**
 * A UUIDv7 (RFC 9562 §5.7, §6.2 method 1): 48 bits of Unix milliseconds, a 26-bit counter that keeps ids of one process
 * and moment ascending, 48 random bits. `atMs` can be given by simulations and seeds.
 */
export function newId(atMs: number = clockMs()): string {
  counter = (counter + 1) & 0x3ff_ffff
  if (poolUsed + 6 > pool.length) {
    crypto.getRandomValues(pool)
    poolUsed = 0
  }
  let tail = ''
  for (const end = poolUsed + 6; poolUsed < end; poolUsed += 1) tail += hex[pool[poolUsed]!]
  const high = hex[0x70 | (counter >> 22)]! + hex[(counter >> 14) & 0xff]!
  return `${timePart(atMs)}-${high}-${hex[0x80 | ((counter >> 8) & 0x3f)]}${hex[counter & 0xff]}-${tail}`
}

/** The id of an account that is new. */
export const newAccountId = (): AccountId => newId() as AccountId

let partMs = -1
let part = ''
/** The first two fields, which many ids of one moment share. */
function timePart(atMs: number): string {
  if (atMs !== partMs) {
    const time = atMs.toString(16).padStart(12, '0')
    part = `${time.slice(0, 8)}-${time.slice(8)}`
    partMs = atMs
  }
  return part
}

/** The smallest UUIDv7 of a moment: a range of ids is a range of time, so tables keyed by id need no index on time. */
export function idFloor(at: Date | number): string {
  return `${timePart(Number(at))}-7000-8000-000000000000`
}

/** When an id was created, to the millisecond. */
export function idTime(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

/** `msg_` and 26 characters of Crockford base32 for a UUID. */
export function encodeId(noun: IdNoun, uuid: string): string {
  const digits = uuid.replaceAll('-', '')
  const first = Number.parseInt(digits.slice(0, 2), 16)
  let text = `${idPrefixes[noun]}_${alphabet[first >> 5]}${alphabet[first & 31]}`
  // Five hex digits are four letters: numbers of this size avoid bigint, which takes ten times as long.
  for (let at = 2; at < 32; at += 5) {
    const part = Number.parseInt(digits.slice(at, at + 5), 16)
    text += `${alphabet[part >> 15]}${alphabet[(part >> 10) & 31]}${alphabet[(part >> 5) & 31]}${alphabet[part & 31]}`
  }
  return text
}

const nounOfPrefix = new Map<string, IdNoun>(idNouns.map(noun => [idPrefixes[noun], noun]))

/** The noun of an encoded id, by its prefix; undefined when it isn't an id of ours. */
export const nounOfId = (text: string): IdNoun | undefined => nounOfPrefix.get(text.split('_', 1)[0] ?? '')

const isIdOf = <Noun extends IdNoun>(uuid: string): uuid is IdOf<Noun> => uuidPattern.test(uuid)

/** The UUID of an encoded id, or null when it isn't one of this noun. */
export function decodeId<Noun extends IdNoun>(noun: Noun, text: string): IdOf<Noun> | null {
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
  return isIdOf<Noun>(uuid) ? uuid : null
}

import { isIP } from 'node:net'
import { type MissedReason, missedReasons } from '#contract/links/missed-visit.ts'
import { isKeyOf } from '#values/keys.ts'
import { takeOrThrow } from '#values/or-throw.ts'

/** A request for a link as the redirector recorded it. */
export interface VisitLogEntry {
  atMs: number
  accountId: string
  linkId: string
  messageId: string | null
  address: string
  /** `unseen`: HEAD or a prefetch. */
  method: 'get' | 'unseen'
  arm: number | null
  agent: string
  referrer: string
  language: string
  /** The cookie that the short domain gave the visitor; empty: none. */
  visitor: string
  /** Why it was answered with a page; null: it was redirected. `linkId` is the nil UUID when the code is unknown. */
  missed: MissedReason | null
}

const separator = '\t'
const clean = (text: string, most: number) => text.slice(0, most).replace(/[\t\n\r\0]/g, ' ')

/** A note as a line of the visit log. */
export const writeNote = (note: VisitLogEntry): string =>
  `${note.atMs}\t${note.accountId}\t${note.linkId}\t${note.messageId ?? ''}\t${note.address}\t${note.method}\t${note.arm ?? ''}\t${note.missed ?? ''}\t${clean(note.agent, 512)}\t${clean(note.referrer, 256)}\t${clean(note.language, 64)}\t${clean(note.visitor, 64)}\n`

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const digits = /^\d{1,15}$/

/**
 * Parses a line of the visit log; null when it isn't ours. What passes can always be written: one bad line must not
 * block those behind it.
 */
export function readNote(line: string): VisitLogEntry | null {
  const parts = line.split(separator)
  if (parts.length !== 12) return null
  const [at, accountId, linkId, messageId, address, method, arm, missed, agent, referrer, language, visitor] = takeOrThrow(parts, 12)
  const isSound =
    digits.test(at) &&
    uuid.test(accountId) &&
    uuid.test(linkId) &&
    (messageId === '' || uuid.test(messageId)) &&
    isIP(address) !== 0 &&
    !address.includes('%') &&
    (method === 'get' || method === 'unseen') &&
    (missed === '' || isKeyOf(missedReasons, missed)) &&
    (arm === '' || (digits.test(arm) && Number(arm) < 32_768))
  if (!isSound) return null
  return {
    atMs: Number(at),
    accountId: accountId,
    linkId: linkId,
    messageId: messageId || null,
    address: address,
    method,
    arm: arm === '' ? null : Number(arm),
    agent: agent,
    referrer: referrer,
    language: language,
    visitor: visitor,
    missed: missed === '' ? null : (missed as MissedReason),
  }
}

import { itemOrThrow } from '#values/or-throw.ts'
import type { PartReport } from './report.ts'

/**
 * The final state of a part by its report; `passing`: it is not final; `vendor`: a carrier's own word that only the
 * code table explains.
 */
export type ReportedState = PartReport['state'] | 'passing' | 'vendor'

const words: Record<string, ReportedState> = {
  DELIVRD: 'delivered',
  EXPIRED: 'expired',
  DELETED: 'undelivered',
  UNDELIV: 'undelivered',
  REJECTD: 'rejected',
  UNKNOWN: 'unknown',
  ACCEPTD: 'passing',
  ENROUTE: 'passing',
}

/**
 * Carriers in China write a code in place of the state. Its two letters name who failed: a message centre (M), a
 * gateway (I), a prepaid (C) or subscription (D) system, a service provider (S).
 */
const families: Record<string, ReportedState> = {
  MC: 'unknown',
  MI: 'expired',
  ML: 'passing',
  MM: 'unknown',
  MN: 'rejected',
  IC: 'unknown',
  ID: 'rejected',
  DB: 'rejected',
}

/**
 * Any two letters with a colon. Only the families of the standard are recognised without the colon (`MK0001`), or every
 * word would match.
 */
const familyPattern = /^(?:([A-Z]{2}):|(M[A-CH-N]|[CDS][AB]|I[A-D])(?=\d))/

export function reportedState(text: string): ReportedState {
  const word = text.toUpperCase()
  const known = Object.hasOwn(words, word) ? words[word] : undefined
  if (known) return known
  const match = familyPattern.exec(word)
  return match ? (families[match[1] ?? itemOrThrow(match, 2)] ?? 'undelivered') : 'vendor'
}

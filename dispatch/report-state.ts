import type { PartReport } from './report.ts'

/** How a part ended by its report; `passing`: it has not ended; `vendor`: a word of the carrier's own, which only the table of codes can explain. */
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

/** Carriers in China write a code in place of the word. Its two letters name who failed: a message centre (M), a gateway (I), a prepaid (C) or subscription (D) system, a service provider (S). */
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

/** Any two letters with a colon; the colon is left out (`MK0001`) by the families of the standard alone, or every word would be one. */
const familyPattern = /^(?:([A-Z]{2}):|(M[A-CH-N]|[CDS][AB]|I[A-D])(?=\d))/

export function reportedState(text: string): ReportedState {
  const word = text.toUpperCase()
  if (Object.hasOwn(words, word)) return words[word]!
  const match = familyPattern.exec(word)
  return match ? (families[match[1] ?? match[2]!] ?? 'undelivered') : 'vendor'
}

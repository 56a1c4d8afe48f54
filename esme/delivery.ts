import type { InboundData } from '#contract/push/push.ts'
import type { KnownSubmit } from '#domain/apps/index.ts'
import type { ReceiptState } from '#protocol/smpp/receipt.ts'
import { type TextPart, textParts } from '#protocol/text/text-part.ts'

/** The final state of a submit. */
export interface SubmitEnd {
  state: string
  /** The carrier's code, or our reason. */
  code: string
  at: Date
}

/** What one packet delivers to a program: the report of a submit, or a part of an inbound message (MO). */
export type Delivery =
  | { kind: 'report'; submit: KnownSubmit; end: SubmitEnd }
  /** `submit`: that of the message which is answered, if known. */
  | { kind: 'inbound'; inbound: InboundData; part: TextPart; submit: KnownSubmit | null }

/** How the delivery of one packet ended. `closed`: the session ended before it was answered. */
export type DeliveryEnd = 'taken' | 'refused' | 'closed'

/** Our message states as words of SMPP 3.4 (Appendix B); those of CMPP are the same. */
const words: Readonly<Record<string, ReceiptState>> = {
  queued: 'ENROUTE',
  held: 'ENROUTE',
  sending: 'ENROUTE',
  submitted: 'ENROUTE',
  delivered: 'DELIVRD',
  undelivered: 'UNDELIV',
  expired: 'EXPIRED',
  rejected: 'REJECTD',
  refused: 'REJECTD',
  unknown: 'UNKNOWN',
  canceled: 'DELETED',
}
export const stateWord = (state: string): ReceiptState => words[state] ?? 'UNKNOWN'

/** Whether registered_delivery asks for a report of this final state. */
export const isWanted = ({ receipt }: Pick<KnownSubmit, 'receipt'>, state: string): boolean =>
  receipt === 1 || (receipt === 2 && state !== 'delivered')

/**
 * Characters with the same code in ASCII and in the GSM alphabet: they read right in both interpretations of SMPP's
 * data_coding 0.
 */
export const isPlain = (text: string): boolean => /^[\n\r !"#%&'()*+,\-./0-9:;<=>?A-Za-z]*$/.test(text)

/** Longest plain text in one part: SMPP takes 160, CMPP fewer than that. */
const plainUnits = 159

/** An inbound message; a long one in several parts with their place. */
export const inboundParts = (text: string, reference: number): TextPart[] =>
  text.length <= plainUnits && isPlain(text) ? [{ text, place: null }] : textParts(text, () => reference)

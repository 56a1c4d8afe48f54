import type { TextPart } from '#protocol/text/text-part.ts'

/** What the carrier delivers to a customer, in no protocol yet. */
export type Delivered =
  | {
      kind: 'report'
      messageId: string
      /** A word of the standard, or a code in its place. */
      state: string
      errorCode: string
      /** Null: the report names no time. */
      submittedAt: Date | null
      doneAt: Date | null
      /** As the submit wrote them. */
      phone: string
      sender: string
      /** A session over which it does not go while there is another. */
      notOver: CustomerSession | null
    }
  | { kind: 'reply'; part: TextPart; phone: string; sender: string }

/** `again`: the customer wants it later, or did not answer. `closed`: the session ended before the answer. */
export type DeliveryEnd = 'taken' | 'refused' | 'again' | 'closed'

/** A customer's session, whatever protocol it speaks. */
export interface CustomerSession {
  /** The account that logged in; null before. */
  readonly customer: string | null
  readonly freeSlots: number
  deliver(delivered: Delivered, onEnd: (end: DeliveryEnd) => void): void
  destroy(reason: string): void
}

/** The state of a report whose protocol has one field: a code stands in place of the word for a failure. */
export function codeOrWord({ state, errorCode }: { state: string; errorCode: string }): string {
  return state === 'UNDELIV' && !/^0*$/.test(errorCode) ? errorCode : state
}

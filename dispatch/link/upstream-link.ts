import type { InboundMessage, InboundPlace } from '#domain/delivery/index.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import type { TextPart } from '#protocol/text/text-part.ts'

/** What became of a part that was written to a carrier. Codes are what staff and customers read. */
export type PartOutcome =
  /** The carrier has it; its report has this id. `isCongested`: it says that it can hardly take more. */
  | { kind: 'taken'; upstreamId: string; isCongested?: boolean }
  /** Too fast: again later, with a smaller window. */
  | { kind: 'throttled'; code: string }
  /** Again later. */
  | { kind: 'temporary'; code: string }
  | { kind: 'refused'; code: string }
  /**
   * The channel's settings or account are wrong, not the part: another channel may send it, or this one later.
   * `isLogin`: account or password are, so that nothing is taken.
   */
  | { kind: 'misconfigured'; code: string; isLogin?: boolean }
  /** The carrier may have it: there was no answer. */
  | { kind: 'doubtful' }

/** What was written to a carrier about a part and what it answered, as its technician reads them: without secrets. */
export interface Exchange {
  request: string
  answer: string
}

export interface OutgoingPart extends TextPart {
  messageId: string
  /** The access number with the extension. */
  source: string
  phone: string
  kind: MessageKind
}

export interface PartHandlers {
  /** Called exactly once, never within the call that sends. `exchange`: null when there was no answer. */
  onOutcome: (outcome: PartOutcome, exchange?: () => Exchange) => void
  /** The carrier took the part after all, once `onOutcome` had been told of doubt. */
  onLate: (upstreamId: string) => void
}

/** A report as the carrier words it. */
export interface CarrierReport {
  upstreamId: string
  /** A word of the standard, or a code in its place. */
  state: string
  /** What staff and customers read. */
  code: string
  phone: string
  doneAt: Date | null
}

export type Inbound = InboundMessage & { place: InboundPlace | null }

/** Something that a carrier delivers: a report, a message from a phone (MO), or neither (unreadable, intermediate). */
export interface Delivery {
  report: CarrierReport | null
  inbound: Inbound | null
  /**
   * `stored`: it may be forgotten. `later`: the carrier keeps it and delivers it again. `never`: it can't be stored.
   */
  answer: (outcome: 'stored' | 'later' | 'never') => void
}

/**
 * One session of a channel with its carrier, whatever protocol it speaks: all that dispatch knows of a protocol beside
 * how a link is opened (upstream.ts).
 */
export interface UpstreamLink {
  readonly isOpen: boolean
  /** Parts that may be written now; 0 once the link is ending. */
  readonly freeSlots: number
  /** Parts without an answer. */
  readonly outstanding: number
  /** Most parts that may be unanswered; changes while the link runs. */
  windowSize: number
  /** Writes a part and returns null, or returns at once what becomes of a part that was not written. */
  send(part: OutgoingPart, handlers: PartHandlers): PartOutcome | null
  /** Ends in order: no new parts, waits for answers, says goodbye, closes. */
  unbind(): Promise<void>
  /** Cuts the link at once. */
  destroy(reason: string): void
}

/** The carrier refuses the login, with the reason as staff read it. */
export class LoginRefusal extends Error {
  /** Not to be tried again before. */
  readonly waitMs: number

  constructor(reason: string, waitMs: number) {
    super(reason)
    this.name = 'LoginRefusal'
    this.waitMs = waitMs
  }
}

export interface LinkHandlers {
  onDelivery: (delivery: Delivery) => void
  /** The link has ended; called once, after every unanswered part is in doubt. */
  onClose: (reason: string) => void
  /**
   * Bytes that violate the protocol, already answered where an answer exists. `frame`: null when not even its length
   * is readable.
   */
  onProtocolError: (error: Error, frame: Buffer | null) => void
}

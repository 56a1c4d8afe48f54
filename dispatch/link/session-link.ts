import { ProtocolError } from '#protocol/wire/protocol-error.ts'
import type { Sequenced, WireSession } from '#protocol/wire/session.ts'
import type { Exchange, OutgoingPart, PartHandlers, PartOutcome, UpstreamLink } from './upstream-link.ts'

type Session<Request extends Sequenced, Answer extends Sequenced> = Pick<
  WireSession<Request, Sequenced, Answer>,
  'isOpen' | 'freeSlots' | 'outstanding' | 'windowSize' | 'send' | 'unbind' | 'destroy'
>

/** A protocol's words for parts and what becomes of them. */
interface Translation<Request, Answer> {
  requestOf: (part: OutgoingPart) => Request
  /** The bytes of a PDU. */
  frameOf: (pdu: Request | Answer) => Buffer
  outcomeOf: (answer: Answer) => PartOutcome
  /** Of a part that can't be encoded, by the status of its ProtocolError. */
  refusalOf: (status: number) => PartOutcome
  /** There is no room for the part. */
  noRoom: PartOutcome
}

/** A carrier link over one session, for protocols whose answers name the id of a part. */
export class SessionLink<Request extends Sequenced, Answer extends Sequenced> implements UpstreamLink {
  readonly #session: Session<Request, Answer>
  readonly #translation: Translation<Request, Answer>

  constructor(session: Session<Request, Answer>, translation: Translation<Request, Answer>) {
    this.#session = session
    this.#translation = translation
  }

  get isOpen(): boolean {
    return this.#session.isOpen
  }

  get freeSlots(): number {
    return this.#session.freeSlots
  }

  get outstanding(): number {
    return this.#session.outstanding
  }

  get windowSize(): number {
    return this.#session.windowSize
  }

  set windowSize(size: number) {
    this.#session.windowSize = size
  }

  send(part: OutgoingPart, { onOutcome, onLate }: PartHandlers): PartOutcome | null {
    const { requestOf, frameOf, outcomeOf, refusalOf, noRoom } = this.#translation
    try {
      const sequence = this.#session.send(
        requestOf(part),
        answer => {
          if (answer === null) return onOutcome({ kind: 'doubtful' })
          // Made again when it is read: that is seldom, and the bytes of all others needn't be kept.
          onOutcome(outcomeOf(answer), () => hexOf(frameOf({ ...requestOf(part), sequence }), frameOf(answer)))
        },
        answer => {
          const outcome = outcomeOf(answer)
          if (outcome.kind === 'taken') onLate(outcome.upstreamId)
        },
      )
      if (sequence > 0) return null
      return this.isOpen ? noRoom : { kind: 'doubtful' }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      return refusalOf(error.status)
    }
  }

  unbind(): Promise<void> {
    return this.#session.unbind()
  }

  destroy(reason: string): void {
    this.#session.destroy(reason)
  }
}

/** PDUs for the carrier's technician. */
export const hexOf = (request: Buffer, answer: Buffer): Exchange => ({ request: request.toString('hex'), answer: answer.toString('hex') })

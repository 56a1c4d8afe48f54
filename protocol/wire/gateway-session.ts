import type { Socket } from 'node:net'
import { ProtocolError } from './protocol-error.ts'
import { type Sequenced, type SessionOptions, WireSession } from './session.ts'
import type { FrameForm } from './splitter.ts'

export interface GatewayHandlers<Incoming, Session> {
  /** The peer says goodbye. Resolves when its requests are answered; the goodbye is answered then. */
  onGoodbye?: () => Promise<unknown>
  /** Questions whether we are alive and goodbyes are answered by the session itself. */
  onRequest: (request: Incoming, session: Session) => void
  /** The link has ended; called once, after every open request failed with `closed`. `reason` is for logs. */
  onClose: (reason: string, session: Session) => void
  /** Bytes that violate the protocol, already answered where an answer exists. For logs. */
  onProtocolError?: (error: ProtocolError, frame: Buffer | null) => void
}

/** Windows and times of the standards of China's carriers, but for a question already after 30 s of silence. */
export const gatewayDefaults: SessionOptions = {
  windowSize: 16,
  answerTimeoutMs: 60_000,
  keepaliveIntervalMs: 30_000,
  keepaliveTries: 3,
}

/** CMPP and SMGP: a header of length, command and sequence number, four bytes each. */
export const gatewayHeaderBytes = 12
/** No PDU of an account is longer: a submit to 99 numbers has less than 3,600 bytes. */
const maximumPduBytes = 4096
/** A peer that says goodbye may still answer what it has for this long. */
const goodbyeLimitMs = 5_000

/** A session of CMPP, SMGP or SGIP over TCP, for either side. */
export abstract class GatewaySession<Request extends Sequenced, Control extends Sequenced, Answer extends Sequenced> extends WireSession<
  Request,
  Control,
  Answer
> {
  protected readonly maximumSequence = 0xffffffff

  constructor(socket: Socket, form: Omit<FrameForm, 'maximumBytes'>, options: SessionOptions) {
    const frames: FrameForm = { ...form, maximumBytes: maximumPduBytes }
    // A gateway may remember the last numbers of an account and refuse them as repeated.
    super(socket, frames, options, Math.floor(Math.random() * 0x7fffffff))
  }

  /** Takes one PDU; throws a ProtocolError when it can't be read. */
  protected abstract take(frame: Buffer): void
  /** Answers a PDU that can't be read, where an answer exists. */
  protected abstract refuse(frame: Buffer, status: number): void
  protected abstract violated(error: ProtocolError, frame: Buffer | null): void

  protected unreadable(error: ProtocolError): void {
    this.violated(error, null)
  }

  protected takeFrame(frame: Buffer): void {
    try {
      this.take(frame)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.violated(error, frame)
      this.refuse(frame, error.status)
    }
  }

  /** The peer says goodbye: it is answered after its requests, and gets time for what it has not answered itself. */
  protected async leave(answer: Buffer, answered?: Promise<unknown>): Promise<void> {
    this.beginEnding()
    await answered
    this.write(answer)
    await this.drain(goodbyeLimitMs)
    this.end('terminated by the peer')
  }
}

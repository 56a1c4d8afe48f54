import type { Socket } from 'node:net'
import type { EsmeProtocol } from '#contract/apps/app-labels.ts'
import { Refusal } from '#contract/refusals.ts'
import type { EsmeAccount, SessionKind } from '#domain/apps/index.ts'
import { plainAddress } from '#domain/platform/index.ts'
import { newId } from '#values/id.ts'
import type { BoundAccount } from './bound-account.ts'
import type { EsmeContext } from './context.ts'
import type { Delivery, DeliveryEnd } from './delivery.ts'

export interface SessionOptions {
  answerTimeoutMs: number
  /** Idle time after which a peer is asked whether it is alive. */
  keepaliveIntervalMs: number
  /** A connection that has not logged in after this time is closed. */
  loginLimitMs: number
  /** A program that does not answer our goodbye is disconnected after this time. */
  stopLimitMs: number
}

/** What a login proves: the account that it names, and whether it knows the password. */
export interface Proof {
  found: EsmeAccount | null
  isRight: boolean
}

/**
 * Why a login is refused. `spent`: too many failures from this address; `password`: unknown name or wrong password,
 * which the answer doesn't tell apart; `system`: the database is unavailable.
 */
export type LoginRefusal = 'spent' | 'password' | 'system' | Refusal

export interface SessionHandlers {
  /** Decides on a login. */
  onLogin: (session: Session, kind: SessionKind, prove: () => Promise<Proof>) => Promise<BoundAccount | LoginRefusal>
  onClose: (session: Session) => void
}

/** What a session needs of the connection of its protocol. */
interface Link {
  readonly socket: Socket
  readonly isOpen: boolean
  readonly freeSlots: number
  windowSize: number
  end(reason: string): void
  destroy(reason: string): void
  unbind(): Promise<void>
}

/** Whether a request may be worked on: the session may send, isn't ending, and is within its window and rate. */
export type Barrier = 'open' | 'state' | 'closing' | 'throttled'

/** One connection of a customer's program. A subclass speaks its protocol. */
export abstract class Session {
  readonly sessionId = newId()
  readonly address: string
  submittedCount = 0
  deliveredCount = 0
  abstract readonly link: Link
  protected readonly context: EsmeContext
  readonly #handlers: SessionHandlers
  readonly #protocol: EsmeProtocol
  readonly #loginTimer: NodeJS.Timeout
  readonly #stopLimitMs: number
  /** Requests in progress. */
  readonly #open = new Set<Promise<void>>()
  #boundAccount: BoundAccount | null = null
  #kind: SessionKind | null = null
  #isLoggingIn = false
  #isClosing = false

  constructor(socket: Socket, protocol: EsmeProtocol, context: EsmeContext, handlers: SessionHandlers, options: SessionOptions) {
    this.address = plainAddress(socket.remoteAddress ?? '')
    this.context = context
    this.#protocol = protocol
    this.#handlers = handlers
    this.#stopLimitMs = options.stopLimitMs
    this.#loginTimer = setTimeout(() => this.link.destroy('no login'), options.loginLimitMs).unref()
  }

  /** What the request log has as the action of a login. */
  abstract get loginAction(): string
  /** The protocol's status of a login, as programs log it. */
  abstract loginCode(refusal: LoginRefusal): string
  /** Sends a packet while a slot is free. `onEnd` is called later, once. */
  abstract deliver(delivery: Delivery, onEnd: (end: DeliveryEnd) => void): void

  get boundAccount(): BoundAccount | null {
    return this.#boundAccount
  }

  /** Null before the login. */
  get kind(): SessionKind | null {
    return this.#kind
  }

  get isReceiver(): boolean {
    return this.kind === 'receiver' || this.kind === 'transceiver'
  }

  /** Resolves when the requests in progress are done: they go on after a disconnect. */
  get work(): Promise<unknown> {
    return Promise.all(this.#open)
  }

  /** Ends gracefully: requests in progress are answered, then the program gets a goodbye. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.work
    if (!this.#boundAccount) {
      this.link.destroy('stopped')
      return
    }
    const timer = setTimeout(() => this.link.destroy('stopped'), this.#stopLimitMs)
    await this.link.unbind()
    clearTimeout(timer)
  }

  /** The program says goodbye: what it has sent is worked on first. */
  protected async leaving(): Promise<void> {
    this.#isClosing = true
    await this.work
  }

  /** The connection has ended. */
  protected ended(): void {
    clearTimeout(this.#loginTimer)
    this.#handlers.onClose(this)
  }

  /** A login may be tried once: it was, or is being decided. */
  protected get hasTriedLogin(): boolean {
    return this.#boundAccount !== null || this.#isLoggingIn
  }

  /** Decides on a login and has it answered. */
  protected logIn(kind: SessionKind, prove: () => Promise<Proof>, answer: (refusal: LoginRefusal | null) => void): void {
    this.#isLoggingIn = true
    this.#kind = kind
    this.#run(async () => {
      const outcome = await this.#handlers.onLogin(this, kind, prove)
      if (typeof outcome === 'string' || outcome instanceof Refusal) {
        this.#kind = null
        answer(outcome)
        this.link.end('login refused')
        return
      }
      clearTimeout(this.#loginTimer)
      this.#boundAccount = outcome
      // The program disconnected while its login was decided: the record of it is removed.
      if (!this.link.isOpen) {
        this.#handlers.onClose(this)
        return
      }
      this.link.windowSize = outcome.login.windowSize
      answer(null)
      outcome.sessions.add(this)
      if (this.isReceiver) outcome.deliverQueue.wake()
    })
  }

  /** Takes `count` of the account's rate when the barrier is open. */
  protected pass(count = 1): Barrier {
    const boundAccount = this.#boundAccount
    if (!boundAccount || this.kind === 'receiver') return 'state'
    if (this.#isClosing) return 'closing'
    const { rate, login } = boundAccount
    if (this.context.admission.sheds(login)) return 'throttled'
    if (this.#open.size >= login.windowSize || rate.available(this.context.elapsedMs()) < Math.min(count, login.ratePerSecond))
      return 'throttled'
    rate.take(count)
    return 'open'
  }

  /** Works on a request; an error that it doesn't answer cuts the connection. */
  protected run(work: (boundAccount: BoundAccount) => Promise<void>): void {
    const boundAccount = this.#boundAccount
    if (boundAccount) this.#run(() => work(boundAccount))
  }

  #run(work: () => Promise<void>): void {
    const own = work()
      .catch((error: unknown) => {
        const login = this.#boundAccount?.login.loginName
        this.context.logger.error({ err: error, login, address: this.address }, 'session broken')
        this.link.destroy('an error of ours')
      })
      .finally(() => this.#open.delete(own))
    this.#open.add(own)
  }

  /** Writes a request and its answer into the log of the app. */
  protected note(
    { account, appId }: Pick<EsmeAccount, 'account' | 'appId'>,
    line: { action: string; requestId?: string; code: string; message: string; elapsedMs: number },
  ): void {
    this.context.log.note({
      account,
      appId,
      accessKeyId: null,
      ingress: this.#protocol,
      httpStatus: 0,
      ip: this.address,
      at: this.context.now(),
      ...line,
      requestId: line.requestId || newId(),
    })
  }
}

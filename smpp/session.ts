import type { Socket } from 'node:net'
import { smppStatusOf } from '#contract/apps/smpp-status.ts'
import { Refusal } from '#contract/refusals.ts'
import type { BindKind } from '#domain/apps/index.ts'
import { plainAddress } from '#domain/platform/index.ts'
import { type IncomingRequest, SmppConnection } from '#protocol/smpp/connection.ts'
import type { Bind, CancelSm, QuerySm, SubmitSm } from '#protocol/smpp/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { newId } from '#values/id.ts'
import type { BoundAccount } from './bound-account.ts'
import type { SmppContext } from './context.ts'
import { answerCancel, answerQuery } from './query-cancel.ts'
import { StatusRefusal, statusText } from './status-refusal.ts'
import { acceptSubmit } from './submit.ts'

export interface SessionOptions {
  answerTimeoutMs: number
  /** Idle time after which a peer gets an enquire_link. */
  keepaliveIntervalMs: number
  /** A connection that has not bound after this time is closed. */
  bindLimitMs: number
  /** A program that does not answer our unbind is disconnected after this time. */
  stopLimitMs: number
}

interface Handlers {
  /** Decides on a bind. Returns the bound account of its app, or the status to refuse it with. */
  onBind: (request: Bind, session: Session) => Promise<BoundAccount | number>
  onClose: (session: Session) => void
}

const kindOf = (request: Bind) => request.command.slice('bind_'.length) as BindKind

/** A session: one connection of a customer's program. */
export class Session {
  readonly bindId = newId()
  readonly connection: SmppConnection
  readonly address: string
  submittedCount = 0
  deliveredCount = 0
  readonly #context: SmppContext
  readonly #handlers: Handlers
  readonly #bindTimer: NodeJS.Timeout
  readonly #stopLimitMs: number
  /** Requests in progress. */
  readonly #open = new Set<Promise<void>>()
  #boundAccount: BoundAccount | null = null
  #kind: BindKind | null = null
  #isBinding = false
  #isClosing = false

  constructor(socket: Socket, context: SmppContext, handlers: Handlers, options: SessionOptions) {
    this.#context = context
    this.#handlers = handlers
    this.#stopLimitMs = options.stopLimitMs
    this.address = plainAddress(socket.remoteAddress ?? '')
    this.connection = new SmppConnection(
      socket,
      {
        onRequest: request => this.#take(request),
        onUnbind: async () => {
          this.#isClosing = true
          await this.work
        },
        onClose: () => {
          clearTimeout(this.#bindTimer)
          handlers.onClose(this)
        },
      },
      { answerTimeoutMs: options.answerTimeoutMs, keepaliveIntervalMs: options.keepaliveIntervalMs },
    )
    this.#bindTimer = setTimeout(() => this.connection.destroy('no bind'), options.bindLimitMs).unref()
  }

  get boundAccount(): BoundAccount | null {
    return this.#boundAccount
  }

  get kind(): BindKind | null {
    return this.#kind
  }

  get isReceiver(): boolean {
    return this.#kind === 'receiver' || this.#kind === 'transceiver'
  }

  /** Resolves when the requests in progress are done: they go on after a disconnect. */
  get work(): Promise<unknown> {
    return Promise.all(this.#open)
  }

  /** Ends gracefully: requests in progress are answered, then the program gets an unbind. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.work
    if (!this.#boundAccount) {
      this.connection.destroy('stopped')
      return
    }
    const timer = setTimeout(() => this.connection.destroy('stopped'), this.#stopLimitMs)
    await this.connection.unbind()
    clearTimeout(timer)
  }

  #take(request: IncomingRequest): void {
    switch (request.command) {
      case 'submit_sm':
        this.#acceptSubmit(request)
        break
      case 'query_sm':
        this.#takeOther(request, boundAccount => answerQuery(boundAccount, request, this.connection, this.#context))
        break
      case 'cancel_sm':
        this.#takeOther(request, boundAccount => answerCancel(boundAccount, request, this.connection, this.#context))
        break
      case 'deliver_sm':
        this.connection.answer(request, statuses.invalidBindState)
        break
      case 'data_sm':
        this.connection.refuse(request.sequence, statuses.invalidCommandId)
        break
      default:
        this.#work(this.#bind(request))
    }
  }

  async #bind(request: Bind): Promise<void> {
    if (this.#boundAccount || this.#isBinding) {
      this.connection.answerBind(request, statuses.alreadyBound, '')
      return
    }
    this.#isBinding = true
    const kind = kindOf(request)
    this.#kind = kind
    const outcome = await this.#handlers.onBind(request, this)
    if (typeof outcome === 'number') {
      this.#kind = null
      this.connection.answerBind(request, outcome, '')
      this.connection.end('bind refused')
      return
    }
    clearTimeout(this.#bindTimer)
    this.#boundAccount = outcome
    // The program disconnected while its bind was decided: the record of it is removed.
    if (!this.connection.isOpen) {
      this.#handlers.onClose(this)
      return
    }
    this.connection.windowSize = outcome.system.windowSize
    this.connection.answerBind(request, statuses.ok, 'hongyan')
    outcome.sessions.add(this)
    if (this.isReceiver) outcome.deliverQueue.wake()
  }

  #acceptSubmit(request: SubmitSm): void {
    const boundAccount = this.#boundAccount
    const { elapsedMs } = this.#context
    const startedAtMs = elapsedMs()
    const status = this.#barrier(boundAccount, startedAtMs)
    if (!boundAccount || status !== statuses.ok) {
      this.connection.answer(request, status)
      return
    }
    this.submittedCount += 1
    const outcome = acceptSubmit(boundAccount, request, this.address, this.#context).then(
      ({ messageId }) => this.#answered(request, statuses.ok, messageId, startedAtMs, ''),
      (error: unknown) => this.#refused(request, error, startedAtMs),
    )
    this.#work(outcome)
  }

  /**
   * The status to refuse a request with before it is parsed: wrong bind state, our shutdown, its window, its rate
   * limit.
   */
  #barrier(boundAccount: BoundAccount | null, nowMs: number): number {
    if (!boundAccount || this.#kind === 'receiver') return statuses.invalidBindState
    if (this.#isClosing) return statuses.systemError
    return this.#open.size < boundAccount.system.windowSize && boundAccount.rate.tryTake(nowMs) ? statuses.ok : statuses.throttled
  }

  #refused(request: SubmitSm, error: unknown, startedAtMs: number): void {
    if (error instanceof Refusal) this.#answered(request, smppStatusOf(error.code), '', startedAtMs, error.message)
    else if (error instanceof StatusRefusal) this.#answered(request, error.status, '', startedAtMs, error.message)
    else {
      this.#context.logger.warn({ err: error, system: this.#boundAccount?.system.systemId }, 'submit_sm not taken')
      this.#answered(request, statuses.systemError, '', startedAtMs, '服务暂时不可用，请稍后重发')
    }
  }

  #answered(request: SubmitSm, status: number, messageId: string, startedAtMs: number, message: string): void {
    this.connection.answer(request, status, messageId)
    const { account, appId } = this.#boundAccount!.system
    const { log, now, elapsedMs } = this.#context
    log.note({
      account,
      appId,
      accessKeyId: null,
      requestId: messageId || newId(),
      ingress: 'smpp',
      action: 'submit_sm',
      httpStatus: 0,
      code: status === statuses.ok ? 'ok' : statusText(status),
      message,
      ip: this.address,
      elapsedMs: elapsedMs() - startedAtMs,
      at: now(),
    })
  }

  #takeOther(request: QuerySm | CancelSm, answer: (boundAccount: BoundAccount) => Promise<void>): void {
    const boundAccount = this.#boundAccount
    const status = this.#barrier(boundAccount, this.#context.elapsedMs())
    if (boundAccount && status === statuses.ok) this.#work(answer(boundAccount))
    else if (request.command === 'query_sm') this.connection.answerQuery(request, status)
    else this.connection.answerCancel(request, status)
  }

  #work(work: Promise<void>): void {
    const own = work
      .catch((error: unknown) => {
        this.#context.logger.error({ err: error }, 'session broken')
        this.connection.destroy('an error of ours')
      })
      .finally(() => this.#open.delete(own))
    this.#open.add(own)
  }
}

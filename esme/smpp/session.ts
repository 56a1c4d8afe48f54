import type { Socket } from 'node:net'
import { esmeAnswerOf } from '#contract/apps/esme-answer.ts'
import { Refusal } from '#contract/refusals.ts'
import { findSmppSystem, type SessionKind } from '#domain/apps/index.ts'
import { type IncomingRequest, SmppConnection } from '#protocol/smpp/connection.ts'
import type { Bind, CancelSm, QuerySm, SubmitSm } from '#protocol/smpp/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import type { BoundAccount } from '../bound-account.ts'
import type { EsmeContext } from '../context.ts'
import type { Delivery, DeliveryEnd } from '../delivery.ts'
import { type Barrier, type LoginRefusal, Session, type SessionHandlers, type SessionOptions } from '../session.ts'
import { acceptSubmit, admitSubmit } from '../submit.ts'
import { encodeMessageId } from './message-id.ts'
import { answerCancel, answerQuery } from './query-cancel.ts'
import { deliveryPdu } from './receipt.ts'
import { readSubmit } from './request.ts'
import { StatusRefusal, statusText } from './status-refusal.ts'

const kindOf = (request: Bind) => request.command.slice('bind_'.length) as SessionKind

const loginStatus = (refusal: LoginRefusal): number => {
  if (refusal instanceof Refusal) return refusal.code === 'rate_exceeded' ? statuses.throttled : statuses.bindFailed
  return { spent: statuses.bindFailed, password: statuses.invalidPassword, system: statuses.systemError }[refusal]
}

const barrierStatuses: Record<Barrier, number> = {
  open: statuses.ok,
  state: statuses.invalidBindState,
  closing: statuses.systemError,
  throttled: statuses.throttled,
}

/** A session of SMPP 3.4. */
export class SmppSession extends Session {
  readonly link: SmppConnection

  constructor(socket: Socket, context: EsmeContext, handlers: SessionHandlers, options: SessionOptions) {
    super(socket, 'smpp', context, handlers, options)
    this.link = new SmppConnection(
      socket,
      {
        onRequest: request => this.#take(request),
        onUnbind: () => this.leaving(),
        onClose: () => this.ended(),
      },
      { answerTimeoutMs: options.answerTimeoutMs, keepaliveIntervalMs: options.keepaliveIntervalMs },
    )
  }

  get loginAction(): string {
    return `bind_${this.kind}`
  }

  loginCode(refusal: LoginRefusal): string {
    return statusText(loginStatus(refusal))
  }

  deliver(delivery: Delivery, onEnd: (end: DeliveryEnd) => void): void {
    this.link.send(deliveryPdu(delivery), answer => {
      if (!answer) onEnd('closed')
      else onEnd(answer.status === statuses.ok ? 'taken' : 'refused')
    })
  }

  #take(request: IncomingRequest): void {
    switch (request.command) {
      case 'submit_sm':
        this.#submit(request)
        break
      case 'query_sm':
        this.#ask(request, account => answerQuery(account, request, this.link, this.context))
        break
      case 'cancel_sm':
        this.#ask(request, account => answerCancel(account, request, this.link, this.context))
        break
      case 'deliver_sm':
        this.link.answer(request, statuses.invalidBindState)
        break
      case 'data_sm':
        this.link.refuse(request.sequence, statuses.invalidCommandId)
        break
      default:
        this.#bind(request)
    }
  }

  #bind(request: Bind): void {
    if (this.hasTriedLogin) {
      this.link.answerBind(request, statuses.alreadyBound, '')
      return
    }
    const { platformDb, secret } = this.context
    this.logIn(
      kindOf(request),
      () => findSmppSystem(platformDb, secret, request),
      refusal => this.link.answerBind(request, refusal === null ? statuses.ok : loginStatus(refusal), refusal === null ? 'hongyan' : ''),
    )
  }

  #submit(request: SubmitSm): void {
    const status = barrierStatuses[this.pass()]
    if (status !== statuses.ok) {
      this.link.answer(request, status)
      return
    }
    this.submittedCount += 1
    const startedAtMs = this.context.elapsedMs()
    this.run(async account => {
      try {
        const asked = readSubmit(request, this.context.now())
        if (typeof asked === 'number') throw new StatusRefusal(asked)
        const { submitId } = await this.context.admission.run(account.login, async () => {
          const facts = await admitSubmit(account, asked, this.address, this.context)
          return acceptSubmit(account, facts, [asked], this.context)
        })
        this.#answer(account, request, { status: statuses.ok, messageId: encodeMessageId(submitId), message: '', startedAtMs })
      } catch (error) {
        this.#answer(account, request, { ...this.#refusal(account, error), messageId: '', startedAtMs })
      }
    })
  }

  #refusal({ login }: BoundAccount, error: unknown): { status: number; message: string } {
    if (error instanceof Refusal) return { status: esmeAnswerOf(error.code).smpp, message: error.message }
    if (error instanceof StatusRefusal) return { status: error.status, message: error.message }
    this.context.logger.warn({ err: error, login: login.loginName }, 'submit_sm not taken')
    return { status: statuses.systemError, message: '服务暂时不可用，请稍后重发' }
  }

  #answer(
    { login }: BoundAccount,
    request: SubmitSm,
    { status, messageId, message, startedAtMs }: { status: number; messageId: string; message: string; startedAtMs: number },
  ): void {
    this.link.answer(request, status, messageId)
    const code = status === statuses.ok ? 'ok' : statusText(status)
    this.note(login, { action: 'submit_sm', requestId: messageId, code, message, elapsedMs: this.context.elapsedMs() - startedAtMs })
  }

  #ask(request: QuerySm | CancelSm, answer: (account: BoundAccount) => Promise<void>): void {
    const status = barrierStatuses[this.pass()]
    if (status === statuses.ok) this.run(answer)
    else if (request.command === 'query_sm') this.link.answerQuery(request, status)
    else this.link.answerCancel(request, status)
  }
}

import type { Socket } from 'node:net'
import { esmeAnswerOf } from '#contract/apps/esme-answer.ts'
import { Refusal } from '#contract/refusals.ts'
import { findCmppSource } from '#domain/apps/index.ts'
import { CmppConnection, type IncomingRequest } from '#protocol/cmpp/connection.ts'
import { answerAuthenticatorOf, authenticatorOf, versionBytes, versionOf } from '#protocol/cmpp/login.ts'
import { type Connect, loginStatuses, results, type Submit } from '#protocol/cmpp/pdu.ts'
import { digitsOfTimestamp } from '#protocol/wire/login-hash.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { BoundAccount } from '../bound-account.ts'
import type { EsmeContext } from '../context.ts'
import type { Delivery, DeliveryEnd } from '../delivery.ts'
import { type Barrier, type LoginRefusal, type Proof, Session, type SessionHandlers, type SessionOptions } from '../session.ts'
import { acceptSubmit, admitSubmit } from '../submit.ts'
import { deliveryPdu } from './deliver.ts'
import type { MessageIds } from './message-ids.ts'
import type { Replays } from './replays.ts'
import { readSubmit } from './request.ts'

/** What all sessions of CMPP share beside the context. */
export interface CmppShared {
  ids: MessageIds
  replays: Replays
}

const loginStatus = (refusal: LoginRefusal): number => {
  if (refusal instanceof Refusal) return refusal.code === 'address_not_allowed' ? loginStatuses.account : loginStatuses.other
  return refusal === 'password' ? loginStatuses.authentication : loginStatuses.other
}

const barrierResults: Record<Exclude<Barrier, 'state'>, number> = {
  open: results.ok,
  closing: results.throttled,
  throttled: results.throttled,
}

/** A submit that is refused by what it says itself. */
class ResultRefusal extends Error {
  readonly result: number

  constructor(result: number) {
    super(`Result ${result}`)
    this.name = 'ResultRefusal'
    this.result = result
  }
}

/** A session of CMPP 2.0 or 3.0, as the login says. */
export class CmppSession extends Session {
  readonly link: CmppConnection
  readonly #shared: CmppShared
  #reportSequence = 0
  /** Known once the account of a login is. */
  #password = ''

  constructor(socket: Socket, context: EsmeContext, shared: CmppShared, handlers: SessionHandlers, options: SessionOptions) {
    super(socket, 'cmpp', context, handlers, options)
    this.#shared = shared
    this.link = new CmppConnection(
      socket,
      {
        onRequest: request => this.#take(request),
        onGoodbye: () => this.leaving(),
        onClose: () => this.ended(),
      },
      { answerTimeoutMs: options.answerTimeoutMs, keepaliveIntervalMs: options.keepaliveIntervalMs },
    )
  }

  get loginAction(): string {
    return 'CMPP_CONNECT'
  }

  loginCode(refusal: LoginRefusal): string {
    return `Status ${loginStatus(refusal)}`
  }

  deliver(delivery: Delivery, onEnd: (end: DeliveryEnd) => void): void {
    const { version } = this.link
    const loginName = this.boundAccount?.login.loginName ?? ''
    this.#reportSequence = (this.#reportSequence + 1) >>> 0
    this.link.send(deliveryPdu(delivery, { version, loginName, sequence: this.#reportSequence }), answer => {
      if (answer?.command !== 'deliver_resp') onEnd('closed')
      else onEnd(answer.result === results.ok ? 'taken' : 'refused')
    })
  }

  #take(request: IncomingRequest): void {
    if (request.command === 'connect') this.#connect(request)
    else if (!this.boundAccount) this.link.end('not logged in')
    else if (request.command === 'submit') this.#submit(request, this.boundAccount)
    else this.link.answer(request, results.command)
  }

  #connect(request: Connect): void {
    if (this.hasTriedLogin) {
      this.#answerLogin(request, loginStatuses.other)
      return
    }
    // The answer has the form of the client's version too, unless its account names another.
    this.link.version = versionOf(request.version)
    this.logIn(
      'transceiver',
      () => this.#prove(request),
      refusal => this.#answerLogin(request, refusal === null ? loginStatuses.ok : loginStatus(refusal)),
    )
  }

  async #prove({ account, authenticator, timestamp }: Connect): Promise<Proof> {
    const { platformDb, secret, now } = this.context
    const login = await findCmppSource(platformDb, secret, account)
    if (!login) return { found: null, isRight: false }
    const { found, password } = login
    this.link.version = found.cmppVersion ?? this.link.version
    const digits = digitsOfTimestamp(timestamp)
    const isRight = authenticatorOf(account, password, digits).equals(authenticator)
    if (isRight && this.#shared.replays.isReplay(`${account} ${authenticator.toString('hex')}`, this.address, now().getTime()))
      return { found, isRight: false }
    this.#password = password
    return { found, isRight }
  }

  #answerLogin(request: Connect, status: number): void {
    const { version } = this.link
    const authenticator =
      status === loginStatuses.ok
        ? answerAuthenticatorOf(status, version, request.authenticator, this.#password)
        : Buffer.alloc(request.authenticator.length)
    this.link.answerLogin(request, status, { authenticator, version: versionBytes[version] })
  }

  #submit(request: Submit, { login }: BoundAccount): void {
    const barrier = this.pass(request.destinations.length)
    if (barrier !== 'open') {
      this.link.answer(request, barrier === 'state' ? results.command : barrierResults[barrier], '0')
      return
    }
    this.submittedCount += request.destinations.length
    const startedAtMs = this.context.elapsedMs()
    const answer = (result: number, messageId: string, message: string) => {
      this.link.answer(request, result, messageId)
      const code = result === results.ok ? 'ok' : `Result ${result}`
      const elapsedMs = this.context.elapsedMs() - startedAtMs
      this.note(login, { action: 'CMPP_SUBMIT', requestId: messageId === '0' ? '' : messageId, code, message, elapsedMs })
    }
    this.run(async account => {
      try {
        answer(results.ok, await this.#accept(account, request), '')
      } catch (error) {
        if (error instanceof Refusal) answer(esmeAnswerOf(error.code).cmpp, '0', error.message)
        else if (error instanceof ResultRefusal) answer(error.result, '0', error.message)
        else {
          this.context.logger.warn({ err: error, login: login.loginName }, 'CMPP_SUBMIT not taken')
          answer(results.throttled, '0', '服务暂时不可用，请稍后重发')
        }
      }
    })
  }

  /**
   * Accepts a message for each phone; returns the id of the first, the others' follow it. Admission comes before any
   * wait, so that the request behind it is counted with it.
   */
  #accept(account: BoundAccount, request: Submit): Promise<string> {
    return this.context.admission.run(account.login, async () => {
      const ids = await this.#shared.ids.take(request.destinations.length)
      const { loginName } = account.login
      const all = readSubmit(request, ids, { loginName, now: this.context.now() })
      if (typeof all === 'number') throw new ResultRefusal(all)
      const facts = await admitSubmit(account, firstOrThrow(all), this.address, this.context)
      const { wireId } = await acceptSubmit(account, facts, all, this.context)
      return wireId ?? firstOrThrow(ids)
    })
  }
}

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { EsmeProtocol } from '#contract/apps/app-labels.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import {
  type AppCaller,
  activeAccounts,
  appsWithDeliveries,
  closeSession,
  deleteSessions,
  type EsmeAccount,
  openSession,
  type SessionKind,
  touchSessions,
} from '#domain/apps/index.ts'
import { newId } from '#values/id.ts'
import { FixedWindowLimiter } from '#values/limiter.ts'
import { portOrThrow } from '#values/or-throw.ts'
import { BoundAccount } from './bound-account.ts'
import type { EsmeContext } from './context.ts'
import { sessionCount } from './metrics.ts'
import type { LoginRefusal, Proof, Session, SessionHandlers, SessionOptions } from './session.ts'

export interface ServerOptions extends SessionOptions {
  host: string
  port: number
  /** Delay before a refused login is answered. */
  penaltyMs: number
  /** Failed logins that an address may have within ten minutes. */
  maxFailures: number
  /** Polling interval for events to deliver. */
  deliverEveryMs: number
  /** How often open sessions are recorded as alive and compared with the owners' settings. */
  watchEveryMs: number
}

export const serverDefaults: Omit<ServerOptions, 'host' | 'port' | 'answerTimeoutMs'> = {
  keepaliveIntervalMs: 30_000,
  loginLimitMs: 10_000,
  stopLimitMs: 3_000,
  penaltyMs: 1_000,
  maxFailures: 10,
  deliverEveryMs: 250,
  watchEveryMs: 5_000,
}

/** Maximum of concurrent connections, logged in or not; and of those of one address that are not. */
const maxConnections = 5_000
const maxLoggingIn = 20
const failureWindowMs = 600_000

export type MakeSession = (socket: Socket, handlers: SessionHandlers, options: SessionOptions) => Session

/** A server that customers' programs log in to, of one protocol. */
export class EsmeServer {
  readonly #protocol: EsmeProtocol
  readonly #options: ServerOptions
  readonly #context: EsmeContext
  readonly #makeSession: MakeSession
  readonly #server: Server
  readonly #sessions = new Set<Session>()
  readonly #boundAccounts = new Map<string, BoundAccount>()
  /** Failed logins by address, so that passwords can't be guessed. */
  readonly #failures: FixedWindowLimiter
  readonly #timers: NodeJS.Timeout[] = []
  /**
   * What ended sessions have left: requests in progress, dequeued events, the record of their end that is being
   * written.
   */
  readonly #left = new Set<Promise<unknown>>()
  /** Host and port; only one program can listen there. */
  #program = ''
  #notification: Promise<void> | null = null
  #watching: Promise<void> | null = null

  constructor(protocol: EsmeProtocol, context: EsmeContext, makeSession: MakeSession, options: ServerOptions) {
    this.#protocol = protocol
    this.#options = options
    this.#context = context
    this.#makeSession = makeSession
    this.#failures = new FixedWindowLimiter({ most: options.maxFailures, windowMs: failureWindowMs })
    this.#server = createServer(socket => this.#accept(socket))
  }

  /** Resolves with the port that the server listens on. */
  async listen(): Promise<number> {
    const { host, port, deliverEveryMs, watchEveryMs } = this.#options
    const nameOf = (at: number) => `${os.hostname()}:${at}`
    // Removes the sessions of an earlier run before new ones can arrive.
    if (port !== 0) await deleteSessions(this.#context.platformDb, nameOf(port))
    this.#server.listen(port, host)
    await once(this.#server, 'listening')
    const bound = portOrThrow(this.#server)
    this.#program = nameOf(bound)
    this.#timers.push(
      setInterval(() => (this.#notification ??= this.#wakeApps().finally(() => (this.#notification = null))), deliverEveryMs),
      setInterval(() => (this.#watching ??= this.#watch().finally(() => (this.#watching = null))), watchEveryMs),
    )
    return bound
  }

  /** Ends the sessions gracefully: open requests are answered, dequeued events are delivered or returned. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    const closed = once(this.#server, 'close')
    this.#server.close()
    await Promise.all([this.#notification, this.#watching])
    const boundAccounts = [...this.#boundAccounts.values()]
    await Promise.all([...this.#sessions].map(session => session.close()))
    await Promise.all(boundAccounts.map(boundAccount => boundAccount.deliverQueue.stop()))
    while (this.#left.size > 0) await Promise.all(this.#left)
    await closed
  }

  #accept(socket: Socket): void {
    const address = socket.remoteAddress
    const loggingIn = [...this.#sessions].filter(session => !session.boundAccount && session.link.socket.remoteAddress === address)
    if (this.#sessions.size >= maxConnections || loggingIn.length >= maxLoggingIn) {
      socket.destroy()
      return
    }
    const handlers: SessionHandlers = {
      onLogin: (session, kind, prove) => this.#logIn(session, kind, prove),
      onClose: session => this.#forget(session),
    }
    this.#sessions.add(this.#makeSession(socket, handlers, this.#options))
    this.#count()
  }

  #count(): void {
    sessionCount.set({ protocol: this.#protocol }, this.#sessions.size)
  }

  async #logIn(session: Session, kind: SessionKind, prove: () => Promise<Proof>): Promise<BoundAccount | LoginRefusal> {
    const { elapsedMs, logger, ring } = this.#context
    const { address } = session
    let login: string | undefined
    try {
      if (this.#failures.isSpent(address, elapsedMs())) return await this.#delayed('spent')
      const { found, isRight } = await prove()
      login = found?.loginName
      const caller = found && isRight ? await ring.app(found.account, found.appId) : null
      if (!found || !caller) {
        this.#failures.spend(address, elapsedMs())
        if (found) this.#note(found, session, 'password', '账号或密码不正确')
        return await this.#delayed('password')
      }
      try {
        await this.#admit(found, caller, session, kind)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.#note(found, session, error, error.message)
        return await this.#delayed(error)
      }
      this.#failures.reset(address)
      return this.#boundAccountOf(found)
    } catch (error) {
      logger.warn({ err: error, login, address }, 'login not decided')
      return 'system'
    }
  }

  /** Records the session of a login with the right password. Refuses what the app's settings forbid. */
  async #admit(login: EsmeAccount, caller: AppCaller, session: Session, kind: SessionKind): Promise<void> {
    const { gate, db, now } = this.#context
    const { sessionId, address } = session
    const { isWatched } = gate.admit(caller, { ingress: this.#protocol, scope: null, ip: address, isHttps: false, now: now() })
    const row = { sessionId, kind, address, startedAt: now(), submittedCount: 0, deliveredCount: 0 }
    await asAccount(db, login.account, tx => openSession(tx, login, row, this.#program))
    this.#note(login, session, null, '', isWatched)
  }

  async #delayed<R extends LoginRefusal>(refusal: R): Promise<R> {
    await pause(this.#options.penaltyMs)
    return refusal
  }

  #boundAccountOf(login: EsmeAccount): BoundAccount {
    const known = this.#boundAccounts.get(login.loginName)
    const boundAccount = known ?? new BoundAccount(login, this.#context)
    if (known) known.login = login
    else this.#boundAccounts.set(login.loginName, boundAccount)
    return boundAccount
  }

  #note({ account, appId }: EsmeAccount, session: Session, refusal: LoginRefusal | null, message: string, isWatched = false): void {
    this.#context.log.note({
      account,
      appId,
      accessKeyId: null,
      requestId: newId(),
      ingress: this.#protocol,
      action: session.loginAction,
      httpStatus: 0,
      code: refusal === null ? 'ok' : session.loginCode(refusal),
      message,
      ip: session.address,
      elapsedMs: 0,
      at: this.#context.now(),
      detail: isWatched ? { isWatched } : null,
    })
  }

  #forget(session: Session): void {
    this.#sessions.delete(session)
    this.#count()
    this.#wait(session.work)
    const { boundAccount } = session
    if (!boundAccount) return
    boundAccount.sessions.delete(session)
    const { loginName, account } = boundAccount.login
    if (boundAccount.sessions.size === 0 && this.#boundAccounts.get(loginName) === boundAccount) this.#boundAccounts.delete(loginName)
    this.#wait(boundAccount.deliverQueue.work)
    this.#wait(
      closeSession(this.#context.platformDb, account, session.sessionId).catch(error =>
        this.#context.logger.warn({ err: error, login: loginName, sessionId: session.sessionId }, 'end of a session not written'),
      ),
    )
  }

  #wait(work: Promise<unknown>): void {
    const left = work.finally(() => this.#left.delete(left))
    this.#left.add(left)
  }

  /** Wakes the apps that have events waiting and a session that receives them. */
  async #wakeApps(): Promise<void> {
    const { platformDb, now, logger } = this.#context
    const listening = [...this.#boundAccounts.values()].filter(
      ({ deliverQueue }) => deliverQueue.isIdle && deliverQueue.receivers.length > 0,
    )
    try {
      const apps = await appsWithDeliveries(
        platformDb,
        this.#protocol,
        listening.map(({ login }) => login),
        now(),
      )
      for (const { login, deliverQueue } of listening) if (apps.has(login.appId)) deliverQueue.wake()
    } catch (error) {
      logger.warn({ err: error }, 'deliveries not looked for')
    }
  }

  /** Records sessions as alive, and ends those whose app or password has changed. */
  async #watch(): Promise<void> {
    const { platformDb, now, logger } = this.#context
    try {
      await touchSessions(
        platformDb,
        [...this.#sessions].filter(session => session.boundAccount),
        now(),
      )
      const boundAccounts = [...this.#boundAccounts.values()]
      const active = await activeAccounts(
        platformDb,
        this.#protocol,
        boundAccounts.map(({ login }) => login),
      )
      for (const boundAccount of boundAccounts) {
        const login = active.get(boundAccount.login.loginName)
        if (login) boundAccount.login = login
        else for (const session of boundAccount.sessions) void session.close()
      }
    } catch (error) {
      logger.warn({ err: error }, 'sessions not watched')
    }
  }
}

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { smppStatusOf } from '#contract/apps/smpp-status.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import {
  activeSystems,
  appsWithDeliveries,
  closeBind,
  deleteBinds,
  findSystem,
  openBind,
  type SmppAccount,
  touchBinds,
} from '#domain/apps/index.ts'
import type { Bind } from '#protocol/smpp/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { newId } from '#values/id.ts'
import { FixedWindowLimiter } from '#values/limiter.ts'
import { portOrThrow } from '#values/or-throw.ts'
import { BoundAccount } from './bound-account.ts'
import type { SmppContext } from './context.ts'
import { sessionCount } from './metrics.ts'
import { Session, type SessionOptions } from './session.ts'
import { statusText } from './status-refusal.ts'

export interface ServerOptions extends SessionOptions {
  host: string
  port: number
  /** Delay before a refused bind is answered. */
  penaltyMs: number
  /** Failed binds that an address may have within ten minutes. */
  maxFailures: number
  /** Polling interval for events to deliver. */
  deliverEveryMs: number
  /** How often open sessions are recorded as alive and compared with the owners' settings. */
  watchEveryMs: number
}

export const serverDefaults: Omit<ServerOptions, 'host' | 'port'> = {
  answerTimeoutMs: 30_000,
  keepaliveIntervalMs: 30_000,
  bindLimitMs: 10_000,
  stopLimitMs: 3_000,
  penaltyMs: 1_000,
  maxFailures: 10,
  deliverEveryMs: 250,
  watchEveryMs: 5_000,
}

/** Maximum of concurrent connections, bound or not; and of the unbound ones of one address. */
const maxConnections = 5_000
const maxUnbound = 20
const failureWindowMs = 600_000

/** The SMPP server that customers' programs bind to. */
export class SmppServer {
  readonly #options: ServerOptions
  readonly #context: SmppContext
  readonly #server: Server
  readonly #sessions = new Set<Session>()
  readonly #boundAccounts = new Map<string, BoundAccount>()
  /** Failed binds by address, so that eight characters can't be guessed. */
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

  constructor(context: SmppContext, options: ServerOptions) {
    this.#options = options
    this.#context = context
    this.#failures = new FixedWindowLimiter({ most: options.maxFailures, windowMs: failureWindowMs })
    this.#server = createServer(socket => this.#accept(socket))
  }

  /** Resolves with the port that the server listens on. */
  async listen(): Promise<number> {
    const { host, port, deliverEveryMs, watchEveryMs } = this.#options
    const nameOf = (at: number) => `${os.hostname()}:${at}`
    // Removes the binds of an earlier run before new ones can arrive.
    if (port !== 0) await deleteBinds(this.#context.platformDb, nameOf(port))
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
    const unbound = [...this.#sessions].filter(session => !session.boundAccount && session.connection.socket.remoteAddress === address)
    if (this.#sessions.size >= maxConnections || unbound.length >= maxUnbound) {
      socket.destroy()
      return
    }
    const session = new Session(
      socket,
      this.#context,
      { onBind: (request, from) => this.#bind(request, from), onClose: from => this.#forget(from) },
      this.#options,
    )
    this.#sessions.add(session)
    sessionCount.set(this.#sessions.size)
  }

  async #bind(request: Bind, session: Session): Promise<BoundAccount | number> {
    const { secret, platformDb, ring, gate, db, now, elapsedMs, logger } = this.#context
    const { address } = session
    try {
      if (this.#failures.isSpent(address, elapsedMs())) return await this.#refuseBind(statuses.bindFailed)
      const { found, isRight } = await findSystem(platformDb, secret, request.systemId, request.password)
      const caller = found && isRight ? await ring.app(found.account, found.appId) : null
      if (!found || !caller) {
        this.#failures.spend(address, elapsedMs())
        if (found) this.#note(found, session, statuses.invalidPassword, '系统ID或密码不正确')
        // The same answer as for an unknown system id, so that guessing reveals nothing.
        return await this.#refuseBind(statuses.invalidPassword)
      }
      try {
        const { isWatched } = gate.admit(caller, { ingress: 'smpp', scope: null, ip: address, isHttps: false, now: now() })
        const bind = { bindId: session.bindId, kind: session.kind!, address, boundAt: now(), submittedCount: 0, deliveredCount: 0 }
        await asAccount(db, found.account, tx => openBind(tx, found, bind, this.#program))
        this.#note(found, session, statuses.ok, '', isWatched)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const status = error.code === 'rate_exceeded' ? smppStatusOf(error.code) : statuses.bindFailed
        this.#note(found, session, status, error.message)
        return await this.#refuseBind(status)
      }
      this.#failures.reset(address)
      return this.#boundAccountOf(found)
    } catch (error) {
      logger.warn({ err: error }, 'bind not decided')
      return statuses.systemError
    }
  }

  async #refuseBind(status: number): Promise<number> {
    await pause(this.#options.penaltyMs)
    return status
  }

  #boundAccountOf(system: SmppAccount): BoundAccount {
    const known = this.#boundAccounts.get(system.systemId)
    const boundAccount = known ?? new BoundAccount(system, this.#context)
    if (known) known.system = system
    else this.#boundAccounts.set(system.systemId, boundAccount)
    return boundAccount
  }

  #note({ account, appId }: SmppAccount, session: Session, status: number, message: string, isWatched = false): void {
    this.#context.log.note({
      account,
      appId,
      accessKeyId: null,
      requestId: newId(),
      ingress: 'smpp',
      action: `bind_${session.kind}`,
      httpStatus: 0,
      code: status === statuses.ok ? 'ok' : statusText(status),
      message,
      ip: session.address,
      elapsedMs: 0,
      at: this.#context.now(),
      detail: isWatched ? { isWatched } : null,
    })
  }

  #forget(session: Session): void {
    this.#sessions.delete(session)
    sessionCount.set(this.#sessions.size)
    this.#wait(session.work)
    const { boundAccount } = session
    if (!boundAccount) return
    boundAccount.sessions.delete(session)
    const { systemId, account } = boundAccount.system
    if (boundAccount.sessions.size === 0 && this.#boundAccounts.get(systemId) === boundAccount) this.#boundAccounts.delete(systemId)
    this.#wait(boundAccount.deliverQueue.work)
    this.#wait(
      closeBind(this.#context.platformDb, account, session.bindId).catch(error =>
        this.#context.logger.warn({ err: error }, 'end of a session not written'),
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
        listening.map(({ system }) => system),
        now(),
      )
      for (const { system, deliverQueue } of listening) if (apps.has(system.appId)) deliverQueue.wake()
    } catch (error) {
      logger.warn({ err: error }, 'deliveries not looked for')
    }
  }

  /** Records sessions as alive, and ends those whose app or password has changed. */
  async #watch(): Promise<void> {
    const { platformDb, now, logger } = this.#context
    try {
      await touchBinds(
        platformDb,
        [...this.#sessions].filter(session => session.boundAccount),
        now(),
      )
      const boundAccounts = [...this.#boundAccounts.values()]
      const active = await activeSystems(
        platformDb,
        boundAccounts.map(({ system }) => system),
      )
      for (const boundAccount of boundAccounts) {
        const system = active.get(boundAccount.system.systemId)
        if (system) boundAccount.system = system
        else for (const session of boundAccount.sessions) void session.close()
      }
    } catch (error) {
      logger.warn({ err: error }, 'sessions not watched')
    }
  }
}

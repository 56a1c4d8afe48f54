import type { PushEvent } from '#contract/push/push.ts'
import { asAccount } from '#db/connect.ts'
import { claimEndedSubmits, type EsmeAccount, type KnownSubmit, markReceiptsSent, submitsOf } from '#domain/apps/index.ts'
import { acknowledge, dequeueEsmeEvents, giveBack } from '#domain/push/index.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import type { EsmeContext } from './context.ts'
import { type Delivery, type DeliveryEnd, inboundParts, isWanted } from './delivery.ts'
import { deliveriesTotal } from './metrics.ts'
import type { Session } from './session.ts'

/** One event to deliver, in as many packets as it needs. */
interface NotificationItem {
  id: string
  isEvent: boolean
  deliveries: Delivery[]
}

/** What one session does not answer for long, another gets later: within the lease of the dequeued items. */
const maxAtOnce = 200
/** What a program refused is delivered again after this time, then at the end of each lease. */
const againMs = 30_000

/**
 * Queue of an app's deliveries by one protocol: delivers its delivery reports and inbound messages over its sessions.
 * Durable, and retried until the program has answered.
 */
export class DeliverQueue {
  readonly #login: EsmeAccount
  readonly #sessions: ReadonlySet<Session>
  readonly #context: EsmeContext
  #work: Promise<void> | null = null
  #reference = 0
  #isEnding = false

  constructor(login: EsmeAccount, sessions: ReadonlySet<Session>, context: EsmeContext) {
    this.#login = login
    this.#sessions = sessions
    this.#context = context
  }

  /** Sessions that accept deliveries. */
  get receivers(): Session[] {
    return [...this.#sessions].filter(session => session.isReceiver && session.link.isOpen)
  }

  get isIdle(): boolean {
    return this.#work === null
  }

  /** Resolves when everything dequeued is delivered or returned. */
  get work(): Promise<void> {
    return this.#work ?? Promise.resolve()
  }

  /** Signals that there may be something to deliver. */
  wake(): void {
    if (this.#work || this.#isEnding) return
    this.#work = this.#run()
      .catch(error => this.#context.logger.warn({ err: error, login: this.#login.loginName }, 'delivery failed'))
      .finally(() => {
        this.#work = null
      })
  }

  /** Dequeues nothing more; resolves when everything dequeued is delivered or returned. */
  async stop(): Promise<void> {
    this.#isEnding = true
    await this.work
  }

  async #run(): Promise<void> {
    while (!this.#isEnding && this.receivers.length > 0) if ((await this.#round()) === 0) return
  }

  async #round(): Promise<number> {
    const { account, appId, protocol } = this.#login
    const { db, now } = this.#context
    const slots = this.receivers.reduce((sum, session) => sum + Math.max(0, session.link.freeSlots), 0)
    const limit = Math.min(maxAtOnce, slots)
    if (limit === 0) return 0
    const { cursor, notifications } = await asAccount(db, account, async tx => {
      const { cursor, events } = await dequeueEsmeEvents(tx, account, appId, { protocol, limit, now: now() })
      const ended = await claimEndedSubmits(tx, account, appId, { protocol, limit, now: now() })
      const submits = Map.groupBy(
        await submitsOf(
          tx,
          account,
          events.flatMap(event =>
            (event.kind === 'report' || event.kind === 'inbound') && event.data.messageId ? [event.data.messageId] : [],
          ),
        ),
        submit => submit.messageId!,
      )
      const accepted = events.map(event => ({ id: event.id, isEvent: true, deliveries: this.#deliveriesOf(event, submits) }))
      const refused = ended.map(submit => {
        const { state, reason, at } = submit.end!
        return { id: submit.submitId, isEvent: false, deliveries: [{ kind: 'report' as const, submit, end: { state, code: reason, at } }] }
      })
      return { cursor, notifications: [...accepted, ...refused] }
    })
    if (notifications.length > 0) await this.#deliverAll(notifications, cursor)
    return notifications.length
  }

  /** A message has a report for each submit that it was made of. */
  #deliveriesOf(event: PushEvent, submits: ReadonlyMap<string, readonly KnownSubmit[]>): Delivery[] {
    if (event.kind === 'report') {
      const { messageId, state, code, finishedAt } = event.data
      const wanted = (submits.get(messageId) ?? []).filter(submit => isWanted(submit, state))
      return wanted.map(submit => ({ kind: 'report', submit, end: { state, code, at: finishedAt } }))
    }
    if (event.kind !== 'inbound') return []
    const inbound = event.data
    const [submit = null] = submits.get(inbound.messageId ?? '') ?? []
    this.#reference = (this.#reference + 1) & 0xff
    return inboundParts(inbound.text, this.#reference).map(part => ({ kind: 'inbound', inbound, part, submit }))
  }

  async #deliverAll(notifications: readonly NotificationItem[], cursor: string | null): Promise<void> {
    const ends = await this.#deliver(notifications.flatMap(notification => notification.deliveries))
    let place = 0
    const taken: NotificationItem[] = []
    let isCut = false
    for (const notification of notifications) {
      const own = ends.slice(place, place + notification.deliveries.length)
      place += notification.deliveries.length
      if (own.every(end => end === 'taken')) taken.push(notification)
      else isCut ||= own.includes('closed')
    }
    const { account, appId } = this.#login
    const now = this.#context.now()
    const idsOf = (isEvent: boolean, from: readonly NotificationItem[]) => from.filter(one => one.isEvent === isEvent).map(one => one.id)
    await asAccount(this.#context.db, account, async tx => {
      if (cursor !== null) {
        await acknowledge(tx, account, appId, cursor, { now, eventIds: idsOf(true, taken) })
        // What a closed session left is available to the next one at once; what was refused waits until its lease is
        // over.
        if (isCut) await giveBack(tx, account, appId, cursor, now)
      }
      await markReceiptsSent(tx, account, idsOf(false, taken), null)
      const undelivered = notifications.filter(one => !taken.includes(one))
      await markReceiptsSent(tx, account, idsOf(false, undelivered), isCut ? now : new Date(now.getTime() + againMs))
    })
  }

  /**
   * Gives packets to the sessions by round robin, as their windows allow. Returns the end of each, in the given order.
   */
  #deliver(deliveries: readonly Delivery[]): Promise<DeliveryEnd[]> {
    const ends = new Array<DeliveryEnd>(deliveries.length).fill('closed')
    const { promise, resolve } = Promise.withResolvers<DeliveryEnd[]>()
    let next = 0
    let open = 0
    const pump = () => {
      for (;;) {
        const session = next < deliveries.length ? this.#freest() : null
        if (!session) break
        const place = next++
        open += 1
        session.deliver(itemOrThrow(deliveries, place), end => {
          open -= 1
          ends[place] = end
          if (end === 'taken') session.deliveredCount += 1
          deliveriesTotal.inc({ protocol: this.#login.protocol, outcome: end })
          pump()
        })
      }
      // Without a session the rest can't be delivered; with one, its answers or its end call this again.
      if (open === 0) resolve(ends)
    }
    pump()
    return promise
  }

  #freest(): Session | null {
    let freest: Session | null = null
    for (const session of this.receivers) if (session.link.freeSlots > (freest?.link.freeSlots ?? 0)) freest = session
    return freest
  }
}

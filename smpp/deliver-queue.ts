import type { PushEvent } from '#contract/push/push.ts'
import { asAccount } from '#db/connect.ts'
import { claimEndedSubmits, markReceiptsSent, type SmppAccount, submitsOf } from '#domain/apps/index.ts'
import { acknowledge, dequeueSmppEvents, giveBack } from '#domain/push/index.ts'
import type { DeliverSm } from '#protocol/smpp/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import type { SmppContext } from './context.ts'
import { deliveriesTotal } from './metrics.ts'
import { inboundPdus, receiptPdu, receiptsOf } from './receipt.ts'
import type { Session } from './session.ts'

/** One event to deliver, in as many packets as it needs. */
interface NotificationItem {
  id: string
  isEvent: boolean
  pdus: DeliverSm[]
}

/** How the delivery of one packet ended. `closed`: the sessions ended before it was answered. */
type End = 'taken' | 'refused' | 'closed'

/** What one session does not answer for long, another gets later: within the lease of the dequeued items. */
const maxAtOnce = 200
/** What a program refused is delivered again after this time, then at the end of each lease. */
const againMs = 30_000

/**
 * Queue of deliver_sm for an app: delivers its delivery reports and inbound messages over its sessions. Durable, and
 * retried until the program has answered.
 */
export class DeliverQueue {
  readonly #system: SmppAccount
  readonly #sessions: ReadonlySet<Session>
  readonly #context: SmppContext
  #work: Promise<void> | null = null
  #reference = 0
  #isEnding = false

  constructor(system: SmppAccount, sessions: ReadonlySet<Session>, context: SmppContext) {
    this.#system = system
    this.#sessions = sessions
    this.#context = context
  }

  /** Sessions that accept deliver_sm. */
  get receivers(): Session[] {
    return [...this.#sessions].filter(session => session.isReceiver && session.connection.isOpen)
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
      .catch(error => this.#context.logger.warn({ err: error, system: this.#system.systemId }, 'delivery failed'))
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
    const { account, appId } = this.#system
    const { db, now } = this.#context
    const slots = this.receivers.reduce((sum, session) => sum + Math.max(0, session.connection.freeSlots), 0)
    const limit = Math.min(maxAtOnce, slots)
    if (limit === 0) return 0
    const { cursor, notifications } = await asAccount(db, account, async tx => {
      const { cursor, events } = await dequeueSmppEvents(tx, account, appId, { limit, now: now() })
      const ended = await claimEndedSubmits(tx, account, appId, { limit, now: now() })
      const submits = Map.groupBy(
        await submitsOf(
          tx,
          account,
          events.flatMap(event => (event.kind === 'report' ? [event.data.messageId] : [])),
        ),
        submit => submit.messageId!,
      )
      const accepted = events.map(event => ({ id: event.id, isEvent: true, pdus: this.#pdusOf(event, submits) }))
      const refused = ended.map(submit => {
        const { state, reason, at } = submit.end!
        return { id: submit.submitId, isEvent: false, pdus: [receiptPdu(submit, { state, code: reason, at })] }
      })
      return { cursor, notifications: [...accepted, ...refused] }
    })
    if (notifications.length > 0) await this.#deliverAll(notifications, cursor)
    return notifications.length
  }

  #pdusOf(event: PushEvent, submits: ReadonlyMap<string, Parameters<typeof receiptsOf>[0]>): DeliverSm[] {
    if (event.kind === 'report') return receiptsOf(submits.get(event.data.messageId) ?? [], event.data)
    if (event.kind !== 'inbound') return []
    this.#reference = (this.#reference + 1) & 0xff
    return inboundPdus(event.data, this.#reference)
  }

  async #deliverAll(notifications: readonly NotificationItem[], cursor: string | null): Promise<void> {
    const ends = await this.#deliver(notifications.flatMap(notification => notification.pdus))
    let place = 0
    const taken: NotificationItem[] = []
    let isCut = false
    for (const notification of notifications) {
      const own = ends.slice(place, place + notification.pdus.length)
      place += notification.pdus.length
      if (own.every(end => end === 'taken')) taken.push(notification)
      else isCut ||= own.includes('closed')
    }
    const { account, appId } = this.#system
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
  #deliver(pdus: readonly DeliverSm[]): Promise<End[]> {
    const ends = new Array<End>(pdus.length).fill('closed')
    const { promise, resolve } = Promise.withResolvers<End[]>()
    let next = 0
    let open = 0
    const pump = () => {
      for (;;) {
        const session = next < pdus.length ? this.#freest() : null
        if (!session) break
        const place = next++
        open += 1
        session.connection.send(itemOrThrow(pdus, place), answer => {
          open -= 1
          if (answer) ends[place] = answer.status === statuses.ok ? 'taken' : 'refused'
          if (ends[place] === 'taken') session.deliveredCount += 1
          deliveriesTotal.inc({ outcome: ends[place] })
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
    for (const session of this.receivers) if (session.connection.freeSlots > (freest?.connection.freeSlots ?? 0)) freest = session
    return freest
  }
}

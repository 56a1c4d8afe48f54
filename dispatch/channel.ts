import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import { type PartFields, ucs2Parts } from '#protocol/smpp/body.ts'
import { connectSmpp } from '#protocol/smpp/client.ts'
import type { SmppConnection } from '#protocol/smpp/connection.ts'
import { type DeliverSm, submitSm } from '#protocol/smpp/pdu.ts'
import { isRetryableStatus, statuses, statusName } from '#protocol/smpp/status.ts'
import { type Answer, recordAnswers } from './answer.ts'
import { type Claimed, claimNext } from './claim.ts'
import { Deliveries } from './delivery.ts'
import { resolveDoubt } from './doubt.ts'
import { dropLease, holdLease, renewEveryMs } from './lease.ts'
import { matchParked } from './report.ts'

/** A way to a carrier. */
export interface Channel {
  channelId: string
  host: string
  port: number
  systemId: string
  password: string
  senderNumber: string
  windowSize: number
}

export interface ChannelSurroundings {
  db: Db
  owner: string
  now: () => Date
  random: () => number
  logger: Logger
}

const idleMs = 100
const reconnectMs = 1_000
/** Pause before a throttled message is tried again: doubles with each try, with jitter, up to a minute. */
const backOffMs = (attempts: number, random: number) => Math.min(60_000, 250 * 2 ** Math.min(attempts, 8)) * (0.5 + random)

/** Owns one channel while it holds the lease: claims, sends within the window, writes answers and reports. */
export class ChannelOwner {
  readonly #channel: Channel
  readonly #to: ChannelSurroundings
  readonly #deliveries: Deliveries
  #answers: Answer[] = []
  #claimed: Claimed[] = []
  #connection: SmppConnection | null = null
  #openMessages = 0
  #reference = 0
  #isStopping = false
  #ended: Promise<void> = Promise.resolve()

  constructor(channel: Channel, surroundings: ChannelSurroundings) {
    this.#channel = channel
    this.#to = surroundings
    this.#deliveries = new Deliveries(surroundings.db, channel, surroundings.now, surroundings.logger)
  }

  start(): void {
    this.#ended = this.#own()
  }

  /** Sends nothing more, waits for what is on the wire, gives the lease back. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#ended
  }

  async #own(): Promise<void> {
    const { db, owner, logger } = this.#to
    const name = `channel:${this.#channel.channelId}`
    let token: number | null = null
    let renewAtMs = 0
    while (!this.#isStopping) {
      try {
        if (Date.now() >= renewAtMs) {
          const held = await holdLease(db, name, owner)
          if (held !== null && held !== token) await resolveDoubt(db, this.#channel.channelId, held, this.#to.now())
          token = held
          renewAtMs = Date.now() + renewEveryMs
        }
        const isBusy = token !== null && (await this.#turn(token))
        if (!isBusy) await pause(idleMs)
      } catch (error) {
        // The database or the carrier is away: nothing was lost, what was claimed stays claimed until its answer is written.
        logger.warn({ err: error, channel: this.#channel.channelId }, 'channel turn failed')
        await pause(reconnectMs)
      }
    }
    await this.#end(name)
  }

  /** One turn: write what was answered, then claim what the window has room for. Says whether there was anything to do. */
  async #turn(token: number): Promise<boolean> {
    const connection = await this.#connected()
    const written = await this.#writeAnswers()
    const room = Math.min(500, connection.freeSlots - this.#claimed.length)
    const claimed = room > 0 ? await claimNext(this.#to.db, this.#channel.channelId, token, room, this.#to.now()) : []
    this.#claimed.push(...claimed)
    this.#sendClaimed(connection)
    return written || claimed.length > 0
  }

  async #connected(): Promise<SmppConnection> {
    if (this.#connection?.isOpen) return this.#connection
    const { host, port, systemId, password, windowSize } = this.#channel
    this.#connection = await connectSmpp(
      { host, port, systemId, password, windowSize },
      {
        onRequest: (request, connection) => {
          if (request.command === 'deliver_sm') this.#deliveries.take(request as DeliverSm, connection)
        },
        onClose: reason => this.#to.logger.warn({ channel: this.#channel.channelId, reason }, 'link lost'),
      },
    )
    return this.#connection
  }

  /** Long messages take several slots: what doesn't fit now waits, claimed, for the next turn. */
  #sendClaimed(connection: SmppConnection): void {
    while (this.#claimed.length > 0) {
      const parts = ucs2Parts(this.#claimed[0]!.content, this.#nextReference())
      if (connection.freeSlots < parts.length) return
      this.#send(connection, this.#claimed.shift()!, parts)
    }
  }

  #nextReference(): number {
    this.#reference = (this.#reference + 1) & 0xff
    return this.#reference
  }

  /** All parts of a message, one after the other on one link; its answer is complete when each part has one. */
  #send(connection: SmppConnection, message: Claimed, parts: readonly PartFields[]): void {
    const upstreamIds: string[] = []
    let open = parts.length
    let worstStatus: number = statuses.ok
    this.#openMessages += 1
    for (const [index, part] of parts.entries()) {
      const request = submitSm({
        ...part,
        source: this.#channel.senderNumber + message.extension,
        destination: message.phone,
        registeredDelivery: 1,
      })
      connection.send(request, answer => {
        if (answer === null) worstStatus = inDoubt
        else if (answer.status !== statuses.ok) worstStatus = worstStatus === inDoubt ? inDoubt : answer.status
        else if ('messageId' in answer) upstreamIds[index] = answer.messageId
        open -= 1
        if (open > 0) return
        this.#openMessages -= 1
        this.#answers.push(this.#answerOf(message, worstStatus, upstreamIds))
      })
    }
  }

  #answerOf(message: Claimed, status: number, upstreamIds: string[]): Answer {
    if (status === statuses.ok) return { message, kind: 'taken', upstreamIds }
    if (status === inDoubt) return { message, kind: 'doubtful' }
    if (upstreamIds.length === 0 && isRetryableStatus(status)) {
      const dueAt = new Date(this.#to.now().getTime() + backOffMs(message.attemptCount, this.#to.random()))
      return { message, kind: 'later', dueAt }
    }
    return { message, kind: 'refused', code: `SUBMIT:${statusName(status)}` }
  }

  async #writeAnswers(): Promise<boolean> {
    if (this.#answers.length === 0) return false
    const answers = this.#answers
    this.#answers = []
    try {
      await recordAnswers(this.#to.db, this.#channel.channelId, answers, this.#to.now())
    } catch (error) {
      this.#answers = [...answers, ...this.#answers]
      throw error
    }
    await matchParked(this.#to.db, this.#channel.channelId)
    return true
  }

  async #end(leaseName: string): Promise<void> {
    const unsent = this.#claimed.map((message): Answer => ({ message, kind: 'later', dueAt: this.#to.now() }))
    this.#claimed = []
    this.#answers.push(...unsent)
    while (this.#openMessages > 0 && this.#connection?.isOpen) await pause(10)
    await this.#writeAnswers()
    await this.#connection?.unbind()
    await this.#deliveries.idle()
    await dropLease(this.#to.db, leaseName, this.#to.owner)
  }
}

/** Not a command_status: the link was cut before the answer came. */
const inDoubt = -1

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

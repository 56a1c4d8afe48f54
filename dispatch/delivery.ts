import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import { readBody } from '#protocol/smpp/body.ts'
import type { SmppConnection } from '#protocol/smpp/connection.ts'
import type { DeliverSm } from '#protocol/smpp/pdu.ts'
import { isReceipt, parseReceipt } from '#protocol/smpp/receipt.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { decodeText } from '#protocol/text/data-coding.ts'
import type { Channel } from './channel.ts'
import { takeInbound } from './inbound.ts'
import { type PartReport, takeReports } from './report.ts'

const finalReceipts: Record<string, PartReport['state']> = {
  DELIVRD: 'delivered',
  UNDELIV: 'undelivered',
  DELETED: 'undelivered',
  EXPIRED: 'expired',
  REJECTD: 'rejected',
  UNKNOWN: 'unknown',
}

interface Waiting {
  request: DeliverSm
  connection: SmppConnection
  report: PartReport | null
}

/** Takes what the carrier delivers, reports and messages from phones, in batches: committed first, then answered. */
export class Deliveries {
  readonly #db: Db
  readonly #channel: Channel
  readonly #now: () => Date
  readonly #logger: Logger
  #waiting: Waiting[] = []
  #work: Promise<void> | null = null

  constructor(db: Db, channel: Channel, now: () => Date, logger: Logger) {
    this.#db = db
    this.#channel = channel
    this.#now = now
    this.#logger = logger
  }

  take(request: DeliverSm, connection: SmppConnection): void {
    this.#waiting.push({
      request: { ...request, shortMessage: Buffer.from(request.shortMessage) },
      connection,
      report: this.#reportOf(request),
    })
    this.#work ??= this.#run()
  }

  /** Resolves when everything taken so far is written and answered. */
  async idle(): Promise<void> {
    await this.#work
  }

  async #run(): Promise<void> {
    // What arrives while a batch is written is the next batch.
    await new Promise(resolve => setTimeout(resolve, 3))
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, 1000)
      let status: number = statuses.ok
      try {
        await this.#write(batch)
      } catch (error) {
        // Not stored, so not taken: the carrier keeps it and delivers it again.
        this.#logger.warn({ err: error, channel: this.#channel.channelId }, 'deliveries not stored')
        status = statuses.systemError
      }
      for (const { request, connection } of batch) if (connection.isOpen) connection.answer(request, status)
    }
    this.#work = null
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const reports = batch.map(one => one.report).filter(report => report !== null)
    if (reports.length > 0) await takeReports(this.#db, this.#channel.channelId, reports)
    for (const { request } of batch) {
      if (isReceipt(request)) continue
      const text = decodeText(request.dataCoding, readBody(request).text) ?? ''
      await takeInbound(this.#db, this.#channel, { phone: request.source, senderNumber: request.destination, text }, this.#now())
    }
  }

  /** A final report; an intermediate or unreadable one is answered and not kept. */
  #reportOf(request: DeliverSm): PartReport | null {
    const receipt = isReceipt(request) ? parseReceipt(request) : null
    const state = receipt && finalReceipts[receipt.state]
    if (!receipt || !state) return null
    const code = receipt.errorCode && !/^0+$/.test(receipt.errorCode) ? receipt.errorCode : receipt.state
    return { upstreamId: receipt.messageId, state, code, phone: request.source, doneAt: receipt.doneAt ?? this.#now() }
  }
}

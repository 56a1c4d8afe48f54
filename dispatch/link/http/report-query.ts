import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import type { CarrierReport, Delivery } from '#dispatch/link/upstream-link.ts'
import { Signal } from '#dispatch/signal.ts'
import { upstreamApiOf } from './apis.ts'
import { Requests } from './request.ts'
import type { Question, UnreportedPart } from './upstream-api.ts'

const everyMs = 5_000
/** A part is asked for at this age, then each time that its age has doubled. */
const firstAgeSeconds = 10
const oldestHours = 72
const mostAsked = 500
const concurrency = 4
const repeatMs = 1_000

export interface ReportQueryOptions {
  db: Db
  channel: Channel
  now: () => Date
  logger: Logger
  take: (delivery: Delivery) => void
}

/** Asks an upstream by HTTP for the reports that it doesn't bring, while its channel is ours; else idle. */
export class ReportQuery {
  readonly #options: ReportQueryOptions
  readonly #requests = new Requests()
  readonly #ending = new Signal()
  #isStopping = false
  #ended: Promise<void> = Promise.resolve()
  #askedAt: Date

  constructor(options: ReportQueryOptions) {
    this.#options = options
    this.#askedAt = new Date(options.now().getTime() - everyMs)
    const { settings } = options.channel
    if (settings.protocol === 'http' && settings.reports !== 'callback') this.#ended = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#requests.abort()
    this.#ending.notify()
    await this.#ended
  }

  async #run(): Promise<void> {
    const { logger, channel } = this.#options
    while (!this.#isStopping) {
      try {
        await this.#askOnce()
      } catch (error) {
        logger.warn({ err: error, channel: channel.channelId }, 'reports could not be asked for')
      }
      await this.#ending.wait(everyMs)
    }
  }

  async #askOnce(): Promise<void> {
    const { db, channel, now } = this.#options
    const at = now()
    const parts = await dueParts(db, channel.channelId, this.#askedAt, at)
    this.#askedAt = at
    const { settings } = channel
    if (settings.protocol !== 'http') return
    const questions = upstreamApiOf(channel, settings, now).ask(parts)
    const askNext = async () => {
      for (let next = questions.shift(); next && !this.#isStopping; next = questions.shift()) await this.#ask(next, settings)
    }
    await Promise.all(Array.from({ length: concurrency }, askNext))
  }

  /** A question without an answer is asked again when the part is due again. */
  async #ask({ request, read }: Question, { timeoutSeconds }: { timeoutSeconds: number }): Promise<void> {
    const reply = await this.#requests.send(request, timeoutSeconds * 1_000)
    if (reply.kind !== 'answered') return
    for (const report of read(reply)) this.#take(report)
  }

  /** An upstream may tell it only once: it stays until it is stored. */
  #take(report: CarrierReport): void {
    const again = () => {
      if (!this.#isStopping) this.#take(report)
    }
    const answer: Delivery['answer'] = outcome => {
      if (outcome === 'later') setTimeout(again, repeatMs).unref()
    }
    this.#options.take({ report, inbound: null, answer })
  }
}

/** Parts without a report whose age has doubled since the last time. */
async function dueParts(db: Db, channelId: string, before: Date, at: Date): Promise<UnreportedPart[]> {
  const step = (moment: Date) =>
    sql`floor(log(2, greatest(extract(epoch from ${moment}::timestamptz - part.submitted_at), 1) / ${firstAgeSeconds}))`
  const { rows } = await sql<UnreportedPart>`
    -- across accounts: all of the channel
    select part.upstream_id, message.phone, part.submitted_at
    from submitted_part as part join message on message.account_id = part.account_id and message.message_id = part.message_id
    where part.channel_id = ${channelId} and part.submitted_at > ${at}::timestamptz - make_interval(hours => ${oldestHours})
      and ${step(at)} >= 0 and ${step(at)} > ${step(before)}
    order by part.submitted_at limit ${mostAsked}`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const silenceMs = 30_000

/** Watchdog: warns when messages are ready on a channel and nothing was sent for a while. */
export class Watchdog {
  readonly #db: Db
  readonly #channelId: string
  readonly #logger: Logger
  #notifiedAtMs = Number.NEGATIVE_INFINITY

  constructor(db: Db, channelId: string, logger: Logger) {
    this.#db = db
    this.#channelId = channelId
    this.#logger = logger
  }

  /** Returns whether it warned. `sentAtMs`: when something was last sent, on the clock of `elapsedMs`. */
  async check(now: Date, elapsedMs: number, sentAtMs: number): Promise<boolean> {
    if (elapsedMs - sentAtMs < silenceMs || elapsedMs - this.#notifiedAtMs < silenceMs) return false
    const { rows } = await sql<{ accountCount: number; since: Date | null }>`
      -- across accounts: whether messages wait
      select count(distinct account_id) as account_count, min(due_at) as since from outbox
      where channel_id = ${this.#channelId} and claim_token is null and due_at < ${new Date(now.getTime() - silenceMs)}`.execute(this.#db)
    const { accountCount, since } = firstOrThrow(rows)
    if (accountCount === 0) return false
    this.#notifiedAtMs = elapsedMs
    this.#logger.error({ channel: this.#channelId, accountCount, since }, 'messages are ready and nothing was sent for 30 s')
    return true
  }
}

import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import { type LinkChange, lastChange, readChanges } from '#domain/visits/index.ts'

export interface ChangeFeedOptions {
  db: Db
  logger: Logger
  now: () => Date
  /** A link was changed, or all of an account. */
  onChange: (change: LinkChange) => void
  /** Changes may have been missed: everything that is known is doubtful. */
  onGap: () => void
}

const pollMs = 300
/** Numbers are given out before they are committed: one that is missing is waited for so long. */
const lateMs = 60_000
/** Changes are kept for a day. */
const keptMs = 20 * 3_600_000

/** Reads the changes of links several times a second and survives a database that is away: what was known stays known. */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  /** All changes up to here are known. */
  #floor = 0
  /** Those beyond the floor that are known, and when they came. */
  readonly #seen = new Map<number, number>()
  #readAtMs = 0
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #isAway = false

  constructor(options: ChangeFeedOptions) {
    this.#options = options
  }

  /** `fill` puts into the index what is known at first: what is changed from before it on is told when it is done. */
  async start(fill: () => Promise<void> = async () => undefined): Promise<void> {
    this.#floor = await lastChange(this.#options.db)
    this.#readAtMs = this.#options.now().getTime()
    await fill()
    this.#next()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #next(): void {
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#turn(), pollMs)
  }

  async #turn(): Promise<void> {
    try {
      await this.poll()
      if (this.#isAway) this.#options.logger.warn('the database is back')
      this.#isAway = false
    } catch (error) {
      if (!this.#isAway) this.#options.logger.warn({ err: error }, 'the database is away: links are answered as far as they are known')
      this.#isAway = true
    }
    this.#next()
  }

  async poll(): Promise<void> {
    const { db, now, onChange, onGap } = this.#options
    const changes = await readChanges(db, this.#floor, [...this.#seen.keys()])
    const nowMs = now().getTime()
    if (nowMs - this.#readAtMs > keptMs) onGap()
    this.#readAtMs = nowMs
    for (const change of changes) {
      this.#seen.set(change.changeId, nowMs)
      onChange(change)
    }
    this.#raise(nowMs)
  }

  /** Lifts the floor over what is known without a hole, and over holes that will not be filled any more. */
  #raise(nowMs: number): void {
    for (const changeId of [...this.#seen.keys()].sort((a, b) => a - b)) {
      const isNext = changeId === this.#floor + 1
      if (!isNext && nowMs - this.#seen.get(changeId)! < lateMs) return
      this.#floor = changeId
      this.#seen.delete(changeId)
    }
  }
}

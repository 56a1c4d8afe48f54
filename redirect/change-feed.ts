import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import { type LinkChange, lastChange, readChanges } from '#domain/visits/index.ts'
import { getOrThrow } from '#values/or-throw.ts'

export interface ChangeFeedOptions {
  db: Db
  logger: Logger
  now: () => Date
  /** Called when a link, or all links of an account, changed. */
  onChange: (change: LinkChange) => void
  /** Called when changes may have been missed: everything that is known is invalid. */
  onGap: () => void
}

const pollMs = 300
/** Sequence numbers are assigned before the commit: a gap is waited for this long. */
const lateMs = 60_000
/** Changes are retained for a day; this leaves a margin. */
const keptMs = 20 * 3_600_000

/** Change feed of links: polls several times a second, and keeps its state while the database is unavailable. */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  /** All changes up to this number are known. */
  #floor = 0
  /** Known changes beyond the floor, with their time of arrival. */
  readonly #seen = new Map<number, number>()
  #readAtMs = 0
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #isAway = false

  constructor(options: ChangeFeedOptions) {
    this.#options = options
  }

  /** `fill` loads the initial state of the index; changes from before it on are emitted when it is done. */
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

  /** Raises the floor over consecutive known numbers, and over gaps that are too old to be filled. */
  #raise(nowMs: number): void {
    for (const changeId of [...this.#seen.keys()].sort((a, b) => a - b)) {
      const isNext = changeId === this.#floor + 1
      if (!isNext && nowMs - getOrThrow(this.#seen, changeId) < lateMs) return
      this.#floor = changeId
      this.#seen.delete(changeId)
    }
  }
}

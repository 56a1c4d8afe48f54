import { isUnavailable } from '#db/unavailable.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { commitDurations, commitItems, commitWaits } from './metrics.ts'

/** An item of a caller that waits for a shared commit. */
interface Waiting<Item, Result> {
  item: Item
  askedAtMs: number
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Commits a batch. It may call `handOver` when only the database still has work to do. */
export type Commit<Item, Result, Group extends string = string> = (
  group: Group,
  items: readonly Item[],
  handOver: () => void,
) => Promise<readonly Result[]>

/**
 * Results delivered before the event loop gets a turn: the next batch, for which the database waits, must not queue
 * behind hundreds of answers.
 */
const answersAtOnce = 32

/** From so many concurrent callers on, batches overlap; the cost of a batch weighs more with fewer. */
const manyCallers = 64
/** The part of a batch's time that the next one waits for callers that were just answered to ask again. */
const rejoinShare = 0.5

/** The waiting items of a group with a batch in progress. */
interface Line<Item, Result> {
  items: Waiting<Item, Result>[]
  /** Called when so many items wait. */
  full: { count: number; notify: () => void } | null
}

/**
 * Group commit: concurrent callers share one transaction. While a batch of a group runs, arriving items are collected
 * for the next; one turn of the event loop passes before the first batch starts, so that the first of many doesn't
 * commit alone. With many callers batches are pipelined: the next starts once the current one is handed over and as
 * many items wait as it has, else at its end; while the database works for it, the results of the one before are
 * delivered. With few callers, who would fall into parts that wait for each other, a batch is answered first, and the
 * next waits a moment until all of them ask again. When a batch of several fails, each item is retried alone, so that one
 * bad item fails alone; all fail when the database is unavailable.
 */
export class GroupCommit<Item, Result, Group extends string = string> {
  readonly #commit: Commit<Item, Result, Group>
  readonly #weightOf: (item: Item) => number
  readonly #maxWeight: number
  readonly #lines = new Map<Group, Line<Item, Result>>()

  constructor(options: {
    commit: Commit<Item, Result, Group>
    weightOf: (item: Item) => number
    /** Bound on the sum of weights in a batch; a batch has at least one item. */
    maxWeight: number
  }) {
    this.#commit = options.commit
    this.#weightOf = options.weightOf
    this.#maxWeight = options.maxWeight
  }

  submit(group: Group, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const known = this.#lines.get(group)
      const line = known ?? { items: [], full: null }
      line.items.push({ item, askedAtMs: performance.now(), resolve, reject })
      if (line.full && line.items.length >= line.full.count) line.full.notify()
      if (known) return
      this.#lines.set(group, line)
      void this.#run(group, line)
    })
  }

  async #run(group: Group, line: Line<Item, Result>): Promise<void> {
    await new Promise(setImmediate)
    while (line.items.length > 0) await this.#begin(group, line)
    this.#lines.delete(group)
  }

  /** Starts one batch; resolves when the next may start. */
  #begin(group: Group, line: Line<Item, Result>): Promise<void> {
    const batch = line.items.splice(0, this.#fitting(line.items))
    const startedAtMs = performance.now()
    commitItems.observe(batch.length)
    for (const { askedAtMs } of batch) commitWaits.observe((startedAtMs - askedAtMs) / 1000)
    return new Promise(next => {
      const handOver = () => {
        if (line.items.length >= Math.max(batch.length, manyCallers / 2)) next()
      }
      const stored = () => {
        if (batch.length + line.items.length > manyCallers) next()
      }
      const done = async () => {
        const callerCount = batch.length + line.items.length
        if (callerCount > 1 && callerCount <= manyCallers)
          await rejoined(line, callerCount, rejoinShare * (performance.now() - startedAtMs))
        next()
      }
      void this.#settle(group, batch, { handOver, stored, done })
    })
  }

  /** How many waiting items fit into one batch. */
  #fitting(queue: readonly Waiting<Item, Result>[]): number {
    let weight = 0
    const over = queue.findIndex(({ item }) => {
      weight += this.#weightOf(item)
      return weight > this.#maxWeight
    })
    return over < 0 ? queue.length : Math.max(1, over)
  }

  async #settle(group: Group, batch: readonly Waiting<Item, Result>[], { handOver, stored, done }: Steps): Promise<void> {
    try {
      const items = batch.map(one => one.item)
      const stop = commitDurations.startTimer()
      const results = await this.#commit(group, items, handOver)
      stop()
      stored()
      for (const [index, one] of batch.entries()) {
        // Lets the next batch's statements leave for the database first.
        if (batch.length > 1 && index % answersAtOnce === 0) await new Promise(setImmediate)
        one.resolve(itemOrThrow(results, index))
      }
    } catch (error) {
      // Without the database no item can succeed: retrying each would cost a time-out each.
      if (batch.length === 1 || isUnavailable(error)) for (const one of batch) one.reject(error)
      else for (const one of batch) await this.#settle(group, [one], noSteps)
    }
    await done()
  }
}

/** Resolves when so many items wait, or after this time. */
async function rejoined(line: Line<unknown, never>, count: number, limitMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs)
  line.full = { count, notify: resolve }
  await promise
  clearTimeout(timer)
  line.full = null
}

interface Steps {
  /** Call when only the database still has work to do. */
  handOver: () => void
  /** Call when the batch is committed and its callers are not answered yet. */
  stored: () => void
  /** Call when its callers are answered. */
  done: () => Promise<void> | void
}
const noSteps: Steps = { handOver: () => undefined, stored: () => undefined, done: () => undefined }

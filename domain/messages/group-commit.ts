import { isUnavailable } from '#db/unavailable.ts'
import { itemOrThrow } from '#values/or-throw.ts'

/** An item of a caller that waits for a shared commit. */
interface Waiting<Item, Result> {
  item: Item
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

/**
 * Group commit: concurrent callers share one transaction. While a batch of a group runs, arriving items are collected
 * for the next; there is no timer, only one turn of the event loop before a batch starts, so that the first of many
 * doesn't commit alone. Batches are pipelined: the next starts once the current one is handed over and as many items
 * wait as it has (small batches cost too much), else at its end; while the database works for it, the results of the
 * one before are delivered. When a batch of several fails, each item is retried alone, so that one bad item fails
 * alone; all fail when the database is unavailable.
 */
export class GroupCommit<Item, Result, Group extends string = string> {
  readonly #commit: Commit<Item, Result, Group>
  readonly #weightOf: (item: Item) => number
  readonly #maxWeight: number
  /** Waiting items of each group with a batch in progress. */
  readonly #lines = new Map<Group, Waiting<Item, Result>[]>()

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
      const line = this.#lines.get(group)
      if (line) {
        line.push({ item, resolve, reject })
        return
      }
      const first = [{ item, resolve, reject }]
      this.#lines.set(group, first)
      void this.#run(group, first)
    })
  }

  async #run(group: Group, line: Waiting<Item, Result>[]): Promise<void> {
    await new Promise(setImmediate)
    while (line.length > 0) await this.#begin(group, line)
    this.#lines.delete(group)
  }

  /** Starts one batch; resolves when the next may start. */
  #begin(group: Group, line: Waiting<Item, Result>[]): Promise<void> {
    const batch = line.splice(0, this.#fitting(line))
    return new Promise(next => {
      const handOver = () => {
        if (line.length >= batch.length) next()
      }
      void this.#settle(group, batch, { handOver, done: next })
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

  async #settle(group: Group, batch: readonly Waiting<Item, Result>[], { handOver, done }: Steps): Promise<void> {
    try {
      const items = batch.map(one => one.item)
      const results = await this.#commit(group, items, handOver)
      done()
      for (const [index, one] of batch.entries()) {
        // Lets the next batch's statements leave for the database first.
        if (batch.length > 1 && index % answersAtOnce === 0) await new Promise(setImmediate)
        one.resolve(itemOrThrow(results, index))
      }
    } catch (error) {
      // Without the database no item can succeed: retrying each would cost a time-out each.
      if (batch.length === 1 || isUnavailable(error)) for (const one of batch) one.reject(error)
      else for (const one of batch) await this.#settle(group, [one], noSteps)
      done()
    }
  }
}

interface Steps {
  /** Call when only the database still has work to do. */
  handOver: () => void
  done: () => void
}
const noSteps: Steps = { handOver: () => undefined, done: () => undefined }

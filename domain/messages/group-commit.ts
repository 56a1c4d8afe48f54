import { isUnavailable } from '#db/unavailable.ts'

/** Work of one caller that waits for its share of a commit. */
interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Does the work of a batch. `handOver` may be called when only the database has something left to do. */
export type Commit<Item, Result> = (group: string, items: readonly Item[], handOver: () => void) => Promise<readonly Result[]>

/** So many are told before the program looks at what has come meanwhile: the next batch, for which the database waits, is not kept behind hundreds of answers. */
const toldAtOnce = 32

/**
 * Lets concurrent callers share one commit: while the batch of a group is at work, the items that arrive gather for the next. No timer, so a lone item goes
 * when the program has read what lies there already: without that turn the first of many would have a commit to itself, which costs as much as that of all.
 * Program and database work at the same time: the next batch begins when this one was handed over and as many wait as are in it (small batches cost too much),
 * else at its end; and while the database reads and writes for it, the items of the one before are told. When a batch of several fails, each of its items is
 * tried alone, so that one bad item harms no other; all fail when the database is away.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: Commit<Item, Result>
  readonly #weightOf: (item: Item) => number
  readonly #maxWeight: number
  /** What waits for each group that is at work. */
  readonly #lines = new Map<string, Waiting<Item, Result>[]>()

  constructor(options: {
    commit: Commit<Item, Result>
    weightOf: (item: Item) => number
    /** A batch takes items up to this sum of weights, and at least one. */
    maxWeight: number
  }) {
    this.#commit = options.commit
    this.#weightOf = options.weightOf
    this.#maxWeight = options.maxWeight
  }

  submit(group: string, item: Item): Promise<Result> {
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

  async #run(group: string, line: Waiting<Item, Result>[]): Promise<void> {
    await new Promise(setImmediate)
    while (line.length > 0) await this.#begin(group, line)
    this.#lines.delete(group)
  }

  /** Sets one batch to work; resolves when the next may follow. */
  #begin(group: string, line: Waiting<Item, Result>[]): Promise<void> {
    const batch = line.splice(0, this.#fitting(line))
    return new Promise(next => {
      const handOver = () => {
        if (line.length >= batch.length) next()
      }
      void this.#settle(group, batch, { handOver, done: next })
    })
  }

  /** How many of those that wait one batch takes. */
  #fitting(queue: readonly Waiting<Item, Result>[]): number {
    let weight = 0
    const over = queue.findIndex(({ item }) => {
      weight += this.#weightOf(item)
      return weight > this.#maxWeight
    })
    return over < 0 ? queue.length : Math.max(1, over)
  }

  async #settle(group: string, batch: readonly Waiting<Item, Result>[], { handOver, done }: Steps): Promise<void> {
    try {
      const items = batch.map(one => one.item)
      const results = await this.#commit(group, items, handOver)
      done()
      for (const [index, one] of batch.entries()) {
        // What the next batch sends to the database leaves first.
        if (batch.length > 1 && index % toldAtOnce === 0) await new Promise(setImmediate)
        one.resolve(results[index]!)
      }
    } catch (error) {
      // Whatever was wrong with one item, none can be done without the database: to try each would take a time-out for each.
      if (batch.length === 1 || isUnavailable(error)) for (const one of batch) one.reject(error)
      else for (const one of batch) await this.#settle(group, [one], noSteps)
      done()
    }
  }
}

interface Steps {
  /** Only the database has something left to do. */
  handOver: () => void
  done: () => void
}
const noSteps: Steps = { handOver: () => undefined, done: () => undefined }

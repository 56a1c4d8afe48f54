import { setTimeout as pause } from 'node:timers/promises'

/** Work of one caller that waits for its share of a commit. */
interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Does the work of a batch. `handOver` may be called when only the database has something left to do. */
export type Commit<Item, Result> = (group: string, items: readonly Item[], handOver: () => void) => Promise<readonly Result[]>

/** What is at work and what waits for a group. */
interface Line<Item, Result> {
  waiting: Waiting<Item, Result>[]
  /** Resolves when the youngest batch was handed over. */
  handed: Promise<void>
}

/** So many answers take the program long enough to wait until the next batch, for which the database waits, was handed over: but not for longer than this. */
const manyAnswers = 16
const mostHeldMs = 10

/**
 * Lets concurrent callers share one commit: while the batch of a group is at work, the items that arrive gather for the next. No timer, so a lone item goes
 * when the program has read what lies there already: without that turn the first of many would have a commit to itself, which costs as much as that of all.
 * Program and database work at the same time: the next batch begins when this one was handed over and as many wait as are in it (small batches cost too much),
 * else at its end; and while the database writes it, the items of the one before are told. When a batch of several fails, each of its items is tried alone, so
 * that one bad item harms no other.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: Commit<Item, Result>
  readonly #weightOf: (item: Item) => number
  readonly #mostWeight: number
  readonly #lines = new Map<string, Line<Item, Result>>()

  constructor(options: {
    commit: Commit<Item, Result>
    weightOf: (item: Item) => number
    /** A batch takes items up to this sum of weights, and at least one. */
    mostWeight: number
  }) {
    this.#commit = options.commit
    this.#weightOf = options.weightOf
    this.#mostWeight = options.mostWeight
  }

  submit(group: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(group)
      if (line) {
        line.waiting.push({ item, resolve, reject })
        return
      }
      const first = { waiting: [{ item, resolve, reject }], handed: Promise.resolve() }
      this.#lines.set(group, first)
      void this.#run(group, first)
    })
  }

  async #run(group: string, line: Line<Item, Result>): Promise<void> {
    await new Promise(setImmediate)
    while (line.waiting.length > 0) await this.#begin(group, line)
    this.#lines.delete(group)
  }

  /** Sets one batch to work; resolves when the next may follow. */
  #begin(group: string, line: Line<Item, Result>): Promise<void> {
    const batch = line.waiting.splice(0, this.#fitting(line.waiting))
    const handed = Promise.withResolvers<void>()
    line.handed = handed.promise
    return new Promise(next => {
      const handOver = () => {
        handed.resolve()
        if (line.waiting.length >= batch.length) next()
      }
      const done = () => {
        handed.resolve()
        next()
      }
      void this.#settle(group, batch, line, { handOver, done })
    })
  }

  /** How many of those that wait one batch takes. */
  #fitting(queue: readonly Waiting<Item, Result>[]): number {
    let weight = 0
    const over = queue.findIndex(({ item }) => {
      weight += this.#weightOf(item)
      return weight > this.#mostWeight
    })
    return over < 0 ? queue.length : Math.max(1, over)
  }

  async #settle(group: string, batch: Waiting<Item, Result>[], line: Line<Item, Result>, { handOver, done }: Steps): Promise<void> {
    try {
      const items = batch.map(one => one.item)
      const results = await this.#commit(group, items, handOver)
      const { handed } = line
      done()
      if (batch.length >= manyAnswers) await Promise.race([handed, pause(mostHeldMs)])
      // What was sent to the database leaves before this batch's items take the processor.
      if (batch.length > 1) await new Promise(setImmediate)
      for (const [index, one] of batch.entries()) one.resolve(results[index]!)
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else for (const one of batch) await this.#settle(group, [one], line, noSteps)
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

/** Work of one caller that waits for its share of a commit. */
interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Lets concurrent callers share one commit: while the batch of a group is at work, the items that arrive gather for the next. No timer, so a lone item goes
 * at once. When a batch of several fails, each of its items is tried alone, so that one bad item harms no other.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (group: string, items: readonly Item[]) => Promise<readonly Result[]>
  readonly #weightOf: (item: Item) => number
  readonly #mostWeight: number
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>()

  constructor(options: {
    commit: (group: string, items: readonly Item[]) => Promise<readonly Result[]>
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
      const queue = this.#waiting.get(group)
      if (queue) {
        queue.push({ item, resolve, reject })
        return
      }
      const first = [{ item, resolve, reject }]
      this.#waiting.set(group, first)
      void this.#run(group, first)
    })
  }

  async #run(group: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      let weight = 0
      let count = 0
      for (const { item } of queue) {
        weight += this.#weightOf(item)
        if (count > 0 && weight > this.#mostWeight) break
        count += 1
      }
      await this.#settle(group, queue.splice(0, count))
    }
    this.#waiting.delete(group)
  }

  async #settle(group: string, batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#commit(
        group,
        batch.map(one => one.item),
      )
      for (const [index, one] of batch.entries()) one.resolve(results[index]!)
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else for (const one of batch) await this.#settle(group, [one])
    }
  }
}

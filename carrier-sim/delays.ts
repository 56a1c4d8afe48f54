const bucketMs = 10

/**
 * Delayed work in buckets of 10 ms under one timer: a timer for each of many thousand messages a second would cost more
 * than the messages.
 */
export class Delays {
  readonly #buckets = new Map<number, (() => void)[]>()
  #timer: NodeJS.Timeout | null = null
  #doneBucket = bucketOf(Date.now())

  /** Runs the work after the delay, at most a bucket later. */
  after(delayMs: number, work: () => void): void {
    if (this.#timer === null) {
      this.#doneBucket = bucketOf(Date.now())
      this.#timer = setInterval(() => this.#run(), bucketMs)
    }
    const due = Math.max(bucketOf(Date.now() + delayMs), this.#doneBucket) + 1
    const bucket = this.#buckets.get(due)
    if (bucket) bucket.push(work)
    else this.#buckets.set(due, [work])
  }

  /** Drops all work. */
  close(): void {
    this.#buckets.clear()
    this.#stop()
  }

  #run(): void {
    const now = bucketOf(Date.now())
    while (this.#doneBucket < now) {
      const bucket = this.#buckets.get(++this.#doneBucket)
      if (!bucket) continue
      this.#buckets.delete(this.#doneBucket)
      for (const work of bucket) work()
    }
    if (this.#buckets.size === 0) this.#stop()
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }
}

function bucketOf(moment: number): number {
  return Math.floor(moment / bucketMs)
}

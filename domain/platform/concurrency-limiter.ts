import { refuse } from '#contract/refusals.ts'

/**
 * Concurrency limiter: runs so many pieces of work at once, queues so many more and refuses `busy` to the rest, so that
 * a flood can't fill the memory.
 */
export function createConcurrencyLimiter(limit: { atOnce: number; waiting: number }): <T>(work: () => Promise<T>) => Promise<T> {
  let atWork = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (atWork < limit.atOnce) atWork += 1
    else if (waiting.length < limit.waiting) await new Promise<void>(resolve => waiting.push(resolve))
    else refuse('busy', { seconds: 5 })
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else atWork -= 1
    }
  }
}

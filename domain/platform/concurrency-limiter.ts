import { refuse } from '#contract/refusals.ts'

/** Lets so many pieces of work in at once and so many wait; refuses `busy` to the rest, so that a flood ends in an answer and not in a full memory. */
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

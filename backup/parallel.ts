/** How many objects are on their way at once: a store that is far away answers each late. */
const parallelCount = 16

/**
 * What `work` makes of each item, in their order, of some at once. Rejects with the first error, and begins no more.
 */
export async function inParallel<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const entries = items.entries()
  let isFailed = false
  const worker = async () => {
    for (const [index, item] of entries) {
      if (isFailed) return
      try {
        results[index] = await work(item)
      } catch (error) {
        isFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: parallelCount }, worker))
  return results
}

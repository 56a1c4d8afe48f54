/**
 * What `work` makes of each item, in their order, of `atOnce` at a time: many where each waits for a distant answer.
 * When one fails it begins no more, and rejects with the first error once those under way have ended.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  atOnce = 16,
): Promise<Result[]> {
  const results: Result[] = []
  const entries = items.entries()
  const errors: unknown[] = []
  const worker = async () => {
    for (const [index, item] of entries) {
      if (errors.length > 0) return
      await work(item).then(
        result => {
          results[index] = result
        },
        error => errors.push(error),
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (errors.length > 0) throw errors[0]
  return results
}

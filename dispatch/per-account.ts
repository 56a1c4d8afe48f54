import type { AccountId } from '#values/id.ts'
import { inParallel } from '#values/parallel.ts'

/** Transactions of different accounts that are under way together. */
const accountsAtOnce = 4

export interface Done<Item, Result> {
  results: Result[]
  /** Items of accounts whose work failed, and the first error. */
  failed: Item[]
  error: unknown
}

/**
 * Does the work of each account by itself, in one order of accounts: none locks another one's rows, and one that fails,
 * as when its node of a cluster is away, stops no other.
 */
export async function perAccount<Item, Result>(
  items: readonly Item[],
  accountOf: (item: Item) => AccountId,
  work: (account: AccountId, own: Item[]) => Promise<Result>,
): Promise<Done<Item, Result>> {
  const done: Done<Item, Result> = { results: [], failed: [], error: null }
  const byAccount = [...Map.groupBy(items, accountOf)].sort(([a], [b]) => (a < b ? -1 : 1))
  const one = ([account, own]: [AccountId, Item[]]) =>
    work(account, own).then(
      result => {
        done.results.push(result)
      },
      error => {
        done.failed.push(...own)
        done.error ??= error
      },
    )
  await inParallel(byAccount, one, accountsAtOnce)
  return done
}

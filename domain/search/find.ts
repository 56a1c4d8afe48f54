import type { Permission, StaffPermission } from '#contract/identity/permission.ts'
import type { SearchKind } from '#contract/search/search.ts'
import type { Executor } from '#db/connect.ts'
import { readSearch, type SearchHit, type SearchInput } from '#domain/search-source/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { adminSources, sources } from './sources.ts'

interface Found {
  kind: SearchKind
  hits: SearchHit[]
  hasMore: boolean
}

/** Objects of an account that match a text, of the kinds that the permissions cover. */
export const findInAccount = (
  executor: Executor,
  account: AccountId,
  { text, permissions, now }: { text: string; permissions: readonly Permission[]; now: Date },
): Promise<Found[]> =>
  findIn(
    sources.filter(({ permission }) => permissions.includes(permission)),
    text,
    now,
    (source, input) => source.find(executor, account, input),
  )

/** Objects of all customers, for staff. */
export const findInAll = (
  executor: Executor,
  { text, permissions, now }: { text: string; permissions: readonly StaffPermission[]; now: Date },
): Promise<Found[]> =>
  findIn(
    adminSources.filter(({ permission }) => permissions.includes(permission)),
    text,
    now,
    (source, input) => source.find(executor, input),
  )

/** One source after the other: they share one connection. */
async function findIn<Source extends { kind: SearchKind }>(
  asked: readonly Source[],
  text: string,
  now: Date,
  find: (source: Source, input: SearchInput) => Promise<SearchHit[]>,
): Promise<Found[]> {
  const input = readSearch(text, { most: limits.searchHits + 1, now })
  const found: Found[] = []
  for (const source of asked) {
    const hits = await find(source, input)
    if (hits.length > 0) found.push({ kind: source.kind, hits: hits.slice(0, limits.searchHits), hasMore: hits.length > limits.searchHits })
  }
  return found
}

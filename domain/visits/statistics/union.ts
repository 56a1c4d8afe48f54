import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { keysOf } from '#values/keys.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { DistinctSet, exactBelow } from '../distinct.ts'

/** Distinct count over some parts. */
interface DistinctCount {
  count: number
  isExact: boolean
  /** Whether all parts have their lists, so that a small result can be counted exactly. */
  hasLists: boolean
}
/** Parts of one bucket, added up. */
export interface Union {
  pv: number
  bots: number
  visitors: DistinctCount
  addresses: DistinctCount
}
const none: DistinctCount = { count: 0, isExact: true, hasLists: true }
export const emptyUnion: Union = { pv: 0, bots: 0, visitors: none, addresses: none }

const sets = {
  visitors: { count: 'visitorCount', list: 'visitors', sketch: 'visitorSketch' },
  addresses: { count: 'addressCount', list: 'addresses', sketch: 'addressSketch' },
} as const
type SetName = keyof typeof sets
const setNames = keysOf(sets)

/** The SQL of parts with the given columns. */
export type PartsOf = (columns: readonly string[]) => RawBuilder<unknown>

interface Kept {
  count: number
  list: Buffer | null
  sketch: Buffer | null
}
type PartRow = { bucket: string; pv: number; bots: number } & Record<SetName, Kept>
const nothing: Kept = { count: 0, list: null, sketch: null }

/**
 * Adds up parts by bucket, with the distinct counts that are requested. A bucket of one part uses its count; one whose
 * counts sum to less than 100,000 uses the lists; others use the registers, and then the lists if the estimate may be
 * below 100,000.
 */
export async function readUnions(
  executor: Executor,
  parts: PartsOf,
  bucket: RawBuilder<unknown>,
  names: readonly SetName[] = setNames,
): Promise<Map<string, Union>> {
  const rows = await readParts(executor, parts, bucket, { names })
  const unions = new Map([...Map.groupBy(rows, row => row.bucket)].map(([key, own]) => [key, unionOf(own)]))
  for (const name of names) {
    const keys = [...unions].filter(([, union]) => isUnsure(union[name])).map(([key]) => key)
    if (keys.length === 0) continue
    const again = await readParts(executor, parts, bucket, { names: [name], keys })
    for (const [key, own] of Map.groupBy(again, row => row.bucket)) getOrThrow(unions, key)[name] = countOf(own, name)
  }
  return unions
}

/** The distinct set over all parts, to be merged with others. */
export async function readSet(executor: Executor, parts: PartsOf, name: SetName): Promise<DistinctSet> {
  const read = async (keys?: readonly string[]) =>
    (await readParts(executor, parts, sql`0`, { names: [name], keys, isWhole: true })).map(row => row[name])
  const kept = await read()
  const set = unite(kept)
  return isUnsure({ count: set.count, isExact: set.isExact, hasLists: haveLists(kept) }) ? unite(await read(['0'])) : set
}

/** Four standard errors above the bound: a larger estimate certainly means 100,000 or more. */
const surelyMany = exactBelow * 1.033
const isUnsure = ({ count, isExact, hasLists }: DistinctCount) => !isExact && hasLists && count < surelyMany

function unionOf(rows: readonly PartRow[]): Union {
  const sum = (of: (row: PartRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  return { pv: sum(row => row.pv), bots: sum(row => row.bots), visitors: countOf(rows, 'visitors'), addresses: countOf(rows, 'addresses') }
}

function countOf(rows: readonly PartRow[], name: SetName): DistinctCount {
  const kept = rows.map(row => row[name]).filter(({ count }) => count > 0)
  const hasLists = haveLists(kept)
  if (kept.length <= 1) return { count: kept[0]?.count ?? 0, isExact: hasLists, hasLists }
  const union = unite(kept)
  return { count: union.count, isExact: union.isExact, hasLists }
}

const haveLists = (kept: readonly Kept[]) => kept.every(({ count }) => count < exactBelow)

function unite(kept: readonly Kept[]): DistinctSet {
  const union = new DistinctSet()
  for (const one of kept) union.addKept(one)
  return union
}

/**
 * Parts with the sets that are needed: none in a bucket of one part, unless sets are requested; else lists, or
 * registers where these are smaller.
 */
async function readParts(
  executor: Executor,
  parts: PartsOf,
  bucket: RawBuilder<unknown>,
  { names, keys, isWhole = false }: { names: readonly SetName[]; keys?: readonly string[] | undefined; isWhole?: boolean },
): Promise<PartRow[]> {
  const setOf = (name: SetName) => {
    const [count, list, sketch] = [sql.ref(sets[name].count), sql.ref(sets[name].list), sql.ref(sets[name].sketch)]
    const isByLists = keys ? sql`${list} is not null` : sql`(sum(${count}) over own < ${exactBelow} or ${sketch} is null)`
    const isNeeded = isWhole ? sql`true` : sql`count(*) over own > 1`
    return sql`${count}, case when ${isNeeded} and ${isByLists} then ${list} end as ${list},
      case when ${isNeeded} and not ${isByLists} then ${sketch} end as ${sketch}`
  }
  const columns = ['pv', 'bots', ...names.flatMap(name => Object.values(sets[name]))]
  const { rows } = await sql<{ bucket: string; pv: number; bots: number } & Record<string, Buffer | number | null>>`
    with part as materialized (select (${bucket})::text as bucket, ${sql.join(columns.map(column => sql.ref(column)))} from ${parts(columns)})
    select bucket, pv, bots, ${sql.join(names.map(setOf))} from part ${keys ? sql`where bucket = any(${keys}::text[])` : sql``}
    window own as (partition by bucket)`.execute(executor)
  return rows.map(row => {
    const kept = (name: SetName) =>
      names.includes(name)
        ? ({ count: row[sets[name].count], list: row[sets[name].list], sketch: row[sets[name].sketch] } as Kept)
        : nothing
    return { bucket: row.bucket, pv: row.pv, bots: row.bots, visitors: kept('visitors'), addresses: kept('addresses') }
  })
}

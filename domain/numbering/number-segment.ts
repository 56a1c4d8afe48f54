import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { type Operator, operatorFinder } from '#values/phone.ts'

export type OperatorFinder = (phone: string) => Operator | null

/**
 * Carrier look-up by the segments that staff maintain (null: in none that takes messages). For one piece of work: load
 * it again for the next. Of ported numbers it only knows those in `phones`, since there may be millions.
 */
export async function loadOperatorFinder(executor: Executor, phones: readonly string[] = []): Promise<OperatorFinder> {
  const rows = await executor.selectFrom('number_segment').select(['prefix', 'operator', 'is_virtual']).execute()
  const bySegment = operatorFinder(rows.map(row => ({ prefix: row.prefix, operator: row.operator, virtual: row.is_virtual })))
  const ported = await portedOperators(executor, phones)
  return phone => ported.get(phone) ?? bySegment(phone)
}

/** Carriers of ported numbers (number portability); others have no entry. For some thousands at a time. */
export async function portedOperators(executor: Executor, phones: readonly string[]): Promise<Map<string, Operator>> {
  if (phones.length === 0) return new Map()
  const rows = await executor
    .selectFrom('ported_number')
    .select(['phone', 'operator'])
    .where('phone', '=', sql<string>`any(${phones}::text[])`)
    .execute()
  return new Map(rows.map(row => [row.phone, row.operator]))
}

const cacheMs = 60_000

/** A look-up that is reloaded when it is a minute old, for programs that look up many times a second. */
export function cachedOperatorFinder(executor: Executor, now: () => Date): () => Promise<OperatorFinder> {
  let finder: Promise<OperatorFinder> | null = null
  let readAtMs = 0
  return () => {
    const atMs = now().getTime()
    if (finder && atMs - readAtMs < cacheMs) return finder
    readAtMs = atMs
    const reading = loadOperatorFinder(executor)
    finder = reading
    // A failed load rejects for those who waited for it, but isn't cached.
    reading.catch(() => {
      if (finder === reading) finder = null
    })
    return reading
  }
}

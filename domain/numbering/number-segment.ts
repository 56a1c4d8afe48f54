import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { type Carrier, carrierFinder, isAbroad, type MainlandCarrier } from '#values/phone.ts'

export type CarrierFinder = (phone: string) => Carrier | null

/**
 * Carrier look-up by the segments that staff maintain (null: in none that takes messages). For one piece of work: load
 * it again for the next. Of ported numbers it only knows those in `phones`, since there may be millions.
 */
export async function loadCarrierFinder(executor: Executor, phones: readonly string[] = []): Promise<CarrierFinder> {
  const rows = await executor.selectFrom('numberSegment').select(['prefix', 'carrier', 'isVirtual']).execute()
  const bySegment = carrierFinder(rows.map(row => ({ prefix: row.prefix, carrier: row.carrier, virtual: row.isVirtual })))
  const ported = await portedCarriers(executor, phones)
  return phone => (isAbroad(phone) ? 'abroad' : (ported.get(phone) ?? bySegment(phone)))
}

/** Carriers of ported numbers (number portability); others have no entry. For some thousands at a time. */
export async function portedCarriers(executor: Executor, phones: readonly string[]): Promise<Map<string, MainlandCarrier>> {
  if (phones.length === 0) return new Map()
  const rows = await executor
    .selectFrom('portedNumber')
    .select(['phone', 'carrier'])
    .where('phone', '=', sql<string>`any(${phones}::text[])`)
    .execute()
  return new Map(rows.map(row => [row.phone, row.carrier]))
}

const cacheMs = 60_000

/** A look-up that is reloaded when it is a minute old, for programs that look up many times a second. */
export function cachedCarrierFinder(executor: Executor, now: () => Date): () => Promise<CarrierFinder> {
  let finder: Promise<CarrierFinder> | null = null
  let readAtMs = 0
  return () => {
    const atMs = now().getTime()
    if (finder && atMs - readAtMs < cacheMs) return finder
    readAtMs = atMs
    const reading = loadCarrierFinder(executor)
    finder = reading
    // A failed load rejects for those who waited for it, but isn't cached.
    reading.catch(() => {
      if (finder === reading) finder = null
    })
    return reading
  }
}

import { readFileSync } from 'node:fs'
import { countryOf } from '#values/country.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { isAbroad } from '#values/phone.ts'
import { type Province, provinces } from '#values/province.ts'

const firstHead = 1_300_000

/**
 * For each seven leading digits from 1300000 on: 0, or the index of its province in the list plus one. Read when it is
 * first needed: most programs never ask.
 */
let provinceOfHead: Uint8Array | undefined

/**
 * The province that a mainland number was assigned in (null: unknown), by its first seven digits. The runs come from
 * libphonenumber's data (db/generate-provinces.ts), which lacks most of the newest segments; a ported number keeps its
 * province.
 */
export function provinceOf(phone: string): Province | null {
  provinceOfHead ??= readHeads()
  const place = provinceOfHead[Number(phone.slice(0, 7)) - firstHead] ?? 0
  return place === 0 ? null : itemOrThrow(provinces, place - 1)
}

/** Where a number was assigned: its province, or the country of a number abroad. */
export const regionOf = (phone: string): string | null => (isAbroad(phone) ? countryOf(phone) : provinceOf(phone))

function readHeads(): Uint8Array {
  const heads = new Uint8Array(700_000)
  const runs = readFileSync(new URL('./province-runs.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  for (const run of runs) {
    const [head, name] = run.split(' ') as [string, Province]
    heads.fill(provinces.indexOf(name) + 1, Number(head) - firstHead)
  }
  return heads
}

/**
 * Writes domain/numbering/province-runs.txt from libphonenumber's `resources/geocoding/zh/86.txt` (Apache-2.0), whose
 * lines are `861380013|北京市`: `node db/generate-provinces.ts 86.txt`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { itemOrThrow } from '#values/or-throw.ts'
import { provinces } from '#values/province.ts'

const firstHead = 1_300_000
const heads = Array.from<string | undefined>({ length: 700_000 })
const lines = readFileSync(itemOrThrow(process.argv, 2), 'utf8').split('\n')
const entries = lines.flatMap(line => {
  const [, prefix, place] = /^86(1[3-9]\d{1,5})\|(.+)$/.exec(line) ?? []
  const province = provinces.find(name => place?.startsWith(name))
  return prefix && province ? [{ prefix, province }] : []
})
// Longer prefixes are more specific.
for (const { prefix, province } of entries.sort((a, b) => a.prefix.length - b.prefix.length)) {
  const width = 10 ** (7 - prefix.length)
  const start = Number(prefix) * width - firstHead
  heads.fill(province, start, start + width)
}
const runs = heads.flatMap((province, index) => (province === heads[index - 1] ? [] : [`${firstHead + index} ${province ?? '-'}`]))
writeFileSync(new URL('../domain/numbering/province-runs.txt', import.meta.url), `${runs.join('\n')}\n`)

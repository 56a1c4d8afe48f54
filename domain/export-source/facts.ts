import type { ExportFacts } from '#contract/export/export.ts'
import { chinaDay, chinaDayStart, formatChinaTime } from '#values/china-time.ts'
import { maskPhone } from '#values/phone.ts'

/** A period as text, without its exclusive end: 2026-11-15 至 2026-11-21 18:30. Whole days are shown as days. */
export function periodText(from: Date | undefined, until: Date | undefined): string | undefined {
  const first = from && momentText(from)
  // The last whole day, not the one that starts at the exclusive end.
  const last = until && (isDayStart(until) ? chinaDay(until.getTime() - 1) : momentText(until))
  if (first && last) return first === last ? first : `${first} 至 ${last}`
  if (first) return `${first} 起`
  return last && `截至 ${last}`
}

const isDayStart = (at: Date) => chinaDayStart(at).getTime() === at.getTime()
const momentText = (at: Date) => (isDayStart(at) ? chinaDay(at) : formatChinaTime(at).slice(0, 16))

/** Only the facts that are set: a list has more filters than are used at once. */
export const setFacts = (facts: readonly [string, string | null | undefined][]): ExportFacts =>
  facts.filter((fact): fact is [string, string] => Boolean(fact[1]))

/** The earlier of two times; the second if the first is not set. */
export const earlier = (one: Date | undefined, other: Date): Date => (one && one < other ? one : other)

/** Facts for general display: phone numbers in filters are masked. */
export const maskedFacts = (facts: ExportFacts): ExportFacts =>
  facts.map(([name, value]) => [name, value.replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, maskPhone)])

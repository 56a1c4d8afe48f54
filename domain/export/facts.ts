import type { ExportFacts } from '#contract/export.ts'
import { formatChinaTime } from '#values/china-time.ts'

/** A period in words: 2026-11-15 00:00:00 至 2026-11-21 18:30:00. */
export function periodText(from: Date | undefined, until: Date | undefined): string | undefined {
  if (from && until) return `${formatChinaTime(from)} 至 ${formatChinaTime(until)}`
  if (from) return `${formatChinaTime(from)} 起`
  return until ? `截至 ${formatChinaTime(until)}` : undefined
}

/** The facts that are set: a list has more filters than anybody uses at once. */
export const setFacts = (facts: readonly [string, string | null | undefined][]): ExportFacts =>
  facts.filter((fact): fact is [string, string] => Boolean(fact[1]))

/** The earlier of both; the second where the first is not set. */
export const earlier = (one: Date | undefined, other: Date): Date => (one && one < other ? one : other)

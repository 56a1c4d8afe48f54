import type { MessageKind } from '#domain/ledger/charge.ts'
import { chinaDayStart, chinaMinuteOfDay } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'

/** When messages of a kind may go out that want to at `at`: marketing between 08:00 and 21:00 in China, all else at any hour. */
export function permittedFrom(kind: MessageKind, at: Date): Date {
  if (kind !== 'marketing') return at
  const minute = chinaMinuteOfDay(at)
  if (minute >= limits.marketingFromMinute && minute < limits.marketingUntilMinute) return at
  const days = minute < limits.marketingFromMinute ? 0 : 1
  return new Date(chinaDayStart(at, days).getTime() + limits.marketingFromMinute * 60_000)
}

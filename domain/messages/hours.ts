import type { MessageKind } from '#domain/ledger/index.ts'
import { limits } from '#values/limits.ts'
import { openFrom, type SendWindow, sharedWindow, wholeDay } from '#values/send-window.ts'

/** The hours in which marketing may go out. */
export const marketingHours: SendWindow = { fromMinute: limits.marketingFromMinute, untilMinute: limits.marketingUntilMinute }

/** When messages of a kind may go out that want to at `at`: marketing between 08:00 and 21:00 in China, all else at any hour. */
export const permittedFrom = (kind: MessageKind, at: Date, hours: SendWindow = marketingHours): Date =>
  kind === 'marketing' ? openFrom(hours, at) : at

/** The hours of a broadcast: those of its kind and, where it is spread, the ones that were chosen. Null when they share none. */
export function broadcastHours(kind: MessageKind, chosen: SendWindow | null, hours: SendWindow = marketingHours): SendWindow | null {
  return sharedWindow(kind === 'marketing' ? hours : wholeDay, chosen ?? wholeDay)
}

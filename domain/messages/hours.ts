import type { MessageKind } from '#domain/ledger/index.ts'
import { limits } from '#values/limits.ts'
import { openFrom, type SendWindow, sharedWindow, wholeDay } from '#values/send-window.ts'

/** Quiet hours: marketing may go out within this window only. */
const marketingHours: SendWindow = { fromMinute: limits.marketingFromMinute, untilMinute: limits.marketingUntilMinute }

/**
 * When a message that is due at `at` may go out: marketing between 08:00 and 21:00 in China, other kinds at any hour.
 */
export const permittedFrom = (kind: MessageKind, at: Date, hours: SendWindow = marketingHours): Date =>
  kind === 'marketing' ? openFrom(hours, at) : at

/**
 * The hours of a broadcast: those of its kind, and where it is spread also the chosen ones. Null when they don't
 * overlap.
 */
export function broadcastHours(kind: MessageKind, chosen: SendWindow | null, hours: SendWindow = marketingHours): SendWindow | null {
  return sharedWindow(kind === 'marketing' ? hours : wholeDay, chosen ?? wholeDay)
}

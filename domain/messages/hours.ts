import type { MessageKind } from '#domain/ledger/index.ts'
import { openFrom, type SendWindow, sharedWindow, wholeDay } from '#values/send-window.ts'

/** When a message that is due at `at` may go out: marketing within `hours`, other kinds at any time. */
export const permittedFrom = (kind: MessageKind, at: Date, hours: SendWindow): Date => (kind === 'marketing' ? openFrom(hours, at) : at)

/**
 * The hours of a broadcast: those of its kind, and where it is spread also the chosen ones. Null if they don't
 * overlap.
 */
export function broadcastHours(kind: MessageKind, chosen: SendWindow | null, hours: SendWindow): SendWindow | null {
  return sharedWindow(kind === 'marketing' ? hours : wholeDay, chosen ?? wholeDay)
}

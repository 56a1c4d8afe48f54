import type { Db } from '#db/connect.ts'
import type { Exchange, PartOutcome } from '#dispatch/link/upstream-link.ts'
import { type ChannelExchange, recordExchanges } from '#domain/channels/index.ts'
import { platformAccount } from '#domain/messages/index.ts'
import type { Claimed } from './claim.ts'

/** Refusals of a program between two flushes: more of them say nothing new. */
const mostRefusals = 100

/** Not written yet, of this program; of a message the last one. */
let refusals = new Map<string, ChannelExchange>()
let trials = new Map<string, ChannelExchange>()

/**
 * Notes what a carrier was asked and answered when staff may want to read it: it refused the message, or the message is
 * a trial. Returns whether it may be a trial, whose sender waits for it.
 */
export function noteExchange(channelId: string, message: Claimed, outcome: PartOutcome, at: Date, exchange: () => Exchange): boolean {
  const { messageId, account } = message
  const isRefused = outcome.kind === 'refused' || outcome.kind === 'misconfigured'
  const isTrial = account === platformAccount.accountId
  if (!isTrial && !(isRefused && refusals.size < mostRefusals)) return false
  const noted = { messageId, channelId, at, code: isRefused ? outcome.code : null, ...exchange() }
  if (isTrial) trials.set(messageId, noted)
  else refusals.set(messageId, noted)
  return isTrial
}

/** Writes what was noted; what a crash loses is a few seconds of it. */
export async function flushExchanges(db: Db): Promise<void> {
  const [refused, tried] = [[...refusals.values()], [...trials.values()]]
  refusals = new Map()
  trials = new Map()
  if (refused.length === 0 && tried.length === 0) return
  await recordExchanges(db, refused, tried)
}

import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { isOptOut } from '#domain/blacklist/index.ts'
import { recordInbound, recordReports } from '#domain/events/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { cancelSandbox, type EndedSandboxMessage } from './sandbox.ts'

/** The sender number of the sandbox's replies. */
const sandboxSenderNumber = '1069000000'

/**
 * Enqueues the events of a test app's messages and of their phones' replies, like those of real ones. A trial puts
 * nobody on the blacklist, although the event says what a real reply would do.
 */
export async function enqueueSandboxEvents(tx: Tx, account: AccountId, ended: readonly EndedSandboxMessage[], now: Date): Promise<void> {
  await recordReports(tx, account, ended, now)
  for (const { messageId, appId, ingress, phone, customId, reply, signature } of ended) {
    if (reply === null) continue
    const inbound = {
      inboundId: newId(now.getTime()),
      phone,
      text: reply,
      senderNumber: sandboxSenderNumber,
      extension: '',
      signature,
      messageId,
      customId,
      isOptOut: isOptOut(reply),
      receivedAt: now,
    }
    await recordInbound(tx, account, inbound, { appId, ingress, now })
  }
}

/**
 * Cancels scheduled messages of a test app that are not yet due, with the same events as for real ones; returns how
 * many. Refuses `batch_unscheduled` when none waits.
 */
export async function cancelSandboxMessages(tx: Tx, account: AccountId, messageIds: readonly string[], now: Date): Promise<number> {
  const canceled = await cancelSandbox(tx, account, messageIds, now)
  if (canceled.length === 0) refuse('batch_unscheduled')
  await recordReports(tx, account, canceled, now)
  return canceled.length
}

import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { isOptOut } from '#domain/blacklist/index.ts'
import { recordInbound, recordReports } from '#domain/events/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { cancelSandbox, type EndedSandboxMessage } from './sandbox.ts'

/** What a phone of the sandbox is answered at. */
const sandboxSenderNumber = '1069000000'

/**
 * Tells a test app of its messages' ends and of what their phones answer, as a real one is told. Nobody is put on the blacklist by a trial, although the event
 * says what a real reply would do.
 */
export async function tellSandbox(tx: Tx, account: AccountId, ended: readonly EndedSandboxMessage[], now: Date): Promise<void> {
  await recordReports(tx, account, ended, now)
  for (const { messageId, appId, door, phone, customId, reply, signature } of ended) {
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
    await recordInbound(tx, account, inbound, { appId, isSmpp: door === 'smpp', now })
  }
}

/**
 * Takes back scheduled messages of a test app whose time has not come; it is told so, as of real ones. Gives how many. Refuses `batch_unscheduled` when none of
 * them waits.
 */
export async function cancelTrials(tx: Tx, account: AccountId, messageIds: readonly string[], now: Date): Promise<number> {
  const canceled = await cancelSandbox(tx, account, messageIds, now)
  if (canceled.length === 0) refuse('batch_unscheduled')
  await recordReports(tx, account, canceled, now)
  return canceled.length
}

import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { sendSingle } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'

/** Approved transactional templates, with which a reply can be answered. */
export async function replyTemplates(tx: Tx, account: AccountId) {
  const rows = await tx
    .selectFrom('template')
    .select(['templateId', 'name', 'text', 'variables'])
    .where('accountId', '=', account)
    .where('state', '=', 'approved')
    .where('kind', '=', 'transactional')
    .orderBy('templateId', 'desc')
    .execute()
  return rows.map(row => ({ ...row, variables: row.variables }))
}

/**
 * Answers an inbound message with a transactional message of the signature that it was sent to. Refuses
 * `inbound_unanswerable` when no signature is known, `not_found`, and whatever blocks such a message to that number.
 */
export async function replyToInbound(
  tx: Tx,
  account: AccountId,
  input: { inboundId: string; templateId: string; parameters: Readonly<Record<string, string>>; now: Date },
): Promise<{ messageId: string }> {
  const inbound = await tx
    .selectFrom('inbound')
    .select(['phone', 'signatureId'])
    .where('accountId', '=', account)
    .where('inboundId', '=', input.inboundId)
    .forUpdate()
    .executeTakeFirst()
  if (!inbound) refuse('not_found')
  if (inbound.signatureId === null) refuse('inbound_unanswerable')
  const { templateId, parameters, now } = input
  const messageId = await sendSingle(tx, account, { signatureId: inbound.signatureId, templateId, parameters, phone: inbound.phone, now })
  await tx
    .updateTable('inbound')
    .set({ answerMessageId: messageId, answerProblem: null })
    .where('accountId', '=', account)
    .where('inboundId', '=', input.inboundId)
    .execute()
  return { messageId }
}

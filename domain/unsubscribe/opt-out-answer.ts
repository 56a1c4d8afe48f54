import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { sendSingle } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'

/**
 * Answers an opt-out with the answer set for its signature, as a transactional message that is charged. If the answer
 * can't be sent, the reason is recorded beside the reply; the opt-out holds in any case. Idempotent.
 */
export async function answerOptOut(db: Db, account: AccountId, inboundId: string, now: Date): Promise<void> {
  try {
    await asAccount(db, account, async tx => {
      const inbound = await unanswered(tx, account, inboundId)
      if (!inbound) return
      const { phone, signature_id: signatureId, template_id: templateId } = inbound
      const messageId = await sendSingle(tx, account, { signatureId, templateId, parameters: {}, phone, now })
      await note(tx, account, inboundId, { answer_message_id: messageId })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Everything that the attempt wrote, perhaps a hold, is rolled back by now.
    await asAccount(db, account, tx => note(tx, account, inboundId, { answer_problem: error.message }))
  }
}

const unanswered = (tx: Tx, account: AccountId, inboundId: string) =>
  tx
    .selectFrom('inbound')
    .innerJoin('opt_out_answer as answer', join =>
      join.onRef('answer.account_id', '=', 'inbound.account_id').onRef('answer.signature_id', '=', 'inbound.signature_id'),
    )
    .select(['inbound.phone', 'answer.signature_id', 'answer.template_id'])
    .where('inbound.account_id', '=', account)
    .where('inbound.inbound_id', '=', inboundId)
    .where('inbound.answer_message_id', 'is', null)
    .where('inbound.answer_problem', 'is', null)
    .forUpdate('inbound')
    .executeTakeFirst()

const note = (tx: Tx, account: AccountId, inboundId: string, outcome: { answer_message_id: string } | { answer_problem: string }) =>
  tx.updateTable('inbound').set(outcome).where('account_id', '=', account).where('inbound_id', '=', inboundId).execute()

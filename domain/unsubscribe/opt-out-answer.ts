import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { sendSingle } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'

/**
 * Answers a refusal with what its signature says to one, as an ordinary notice that is charged. What keeps the answer from being sent is written beside the reply
 * instead; the refusal holds in any case. Done twice, it answers once.
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
    // What the attempt had written, a hold perhaps, is undone by now.
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

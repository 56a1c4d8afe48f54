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
      const { phone, signatureId, templateId } = inbound
      const messageId = await sendSingle(tx, account, { signatureId, templateId, parameters: {}, phone, now })
      await note(tx, account, inboundId, { answerMessageId: messageId })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Everything that the attempt wrote, perhaps a hold, is rolled back by now.
    await asAccount(db, account, tx => note(tx, account, inboundId, { answerProblem: error.message }))
  }
}

const unanswered = (tx: Tx, account: AccountId, inboundId: string) =>
  tx
    .selectFrom('inbound')
    .innerJoin('optOutAnswer as answer', join =>
      join.onRef('answer.accountId', '=', 'inbound.accountId').onRef('answer.signatureId', '=', 'inbound.signatureId'),
    )
    .select(['inbound.phone', 'answer.signatureId', 'answer.templateId'])
    .where('inbound.accountId', '=', account)
    .where('inbound.inboundId', '=', inboundId)
    .where('inbound.answerMessageId', 'is', null)
    .where('inbound.answerProblem', 'is', null)
    .forUpdate('inbound')
    .executeTakeFirst()

const note = (tx: Tx, account: AccountId, inboundId: string, outcome: { answerMessageId: string } | { answerProblem: string }) =>
  tx.updateTable('inbound').set(outcome).where('accountId', '=', account).where('inboundId', '=', inboundId).execute()

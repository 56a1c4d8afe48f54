import type { MessageState } from '#contract/messages/message-state.ts'
import { asAccount } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import type { TestAccount } from './account.ts'
import type { TestDatabase } from './database.ts'

const hourMs = 3_600_000

export interface MessageFacts {
  hoursAgo?: number
  phone?: string
  carrier?: string
  province?: string
  state?: MessageState
  reason?: string | null
  kind?: string
  content?: string
  segmentCount?: number
  signatureId?: string
  templateId?: string
  broadcastId?: string
  appId?: string
  customId?: string
  channelId?: string
  holdId?: string
}

/** Inserts messages directly, without any check: delivered an hour before `now` by default. Returns the id. */
export const messageAdder =
  (database: TestDatabase, { now, signatureId }: { now: Date; signatureId: string }) =>
  async ({ account }: Pick<TestAccount, 'account'>, { hoursAgo = 1, ...facts }: MessageFacts = {}): Promise<string> => {
    const messageId = newId(now.getTime() - hoursAgo * hourMs)
    await asAccount(database.db, account, tx =>
      tx
        .insertInto('message')
        .values({
          accountId: account,
          messageId,
          kind: 'transactional',
          signatureId,
          phone: '19200001000',
          carrier: 'broadnet',
          content: '【山间茶舍】新茶已到店',
          segmentCount: 1,
          state: 'delivered',
          ...facts,
        })
        .execute(),
    )
    return messageId
  }

/** An approved signature of the account. */
export async function addSignature(database: TestDatabase, { account }: Pick<TestAccount, 'account'>, signatureId: string, text: string) {
  const facts = { kind: 'company', purpose: 'own', state: 'approved', extension: signatureId }
  await asAccount(database.db, account, tx =>
    tx
      .insertInto('signature')
      .values({ ...facts, accountId: account, signatureId, text })
      .execute(),
  )
}

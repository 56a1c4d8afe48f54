import { broadcastDraftCalls } from '#contract/broadcast-draft.ts'
import { listDrafts, readDraft, removeDrafts, saveDraft } from '#domain/sms/broadcast/draft.ts'
import { keepOwnText } from '#domain/sms/broadcast/own-text.ts'
import { handle } from './serve.ts'

export const broadcastDraftHandlers = [
  handle(broadcastDraftCalls.save, ({ tx, account, member, now }, input) =>
    saveDraft(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
  handle(broadcastDraftCalls.one, ({ tx, account }, { draftId }) => readDraft(tx, account, draftId)),
  handle(broadcastDraftCalls.list, ({ tx, account }, input) => listDrafts(tx, account, input)),
  handle(broadcastDraftCalls.remove, async ({ tx, account }, { draftIds }) => ({
    removedCount: await removeDrafts(tx, account, draftIds),
  })),
  handle(broadcastDraftCalls.keepText, ({ tx, account, member, now }, { text }) =>
    keepOwnText(tx, account, { text, memberId: member.memberId, now: now() }),
  ),
]

import { broadcastDraftCalls } from '#contract/broadcast/broadcast-draft.ts'
import { listDrafts, readDraft, removeDrafts, saveDraft, saveOwnText } from '#domain/broadcast/index.ts'
import { handle } from '#http/server/serve.ts'

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
    saveOwnText(tx, account, { text, memberId: member.memberId, now: now() }),
  ),
]

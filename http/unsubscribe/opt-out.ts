import { optOutCalls } from '#contract/unsubscribe/opt-out.ts'
import { addOptOutWord, optOutSettings, removeOptOutWord, setOptOutAnswer } from '#domain/blacklist/index.ts'
import { handle } from '#http/server/serve.ts'

export const optOutHandlers = [
  handle(optOutCalls.settings, ({ tx, account }) => optOutSettings(tx, account)),
  handle(optOutCalls.addWord, async ({ tx, account, member, now }, { word }) => {
    await addOptOutWord(tx, account, { word, memberId: member.memberId, now: now() })
    return {}
  }),
  handle(optOutCalls.removeWord, async ({ tx, account }, { word }) => {
    await removeOptOutWord(tx, account, word)
    return {}
  }),
  handle(optOutCalls.setAnswer, async ({ tx, account, member, now }, input) => {
    await setOptOutAnswer(tx, account, { ...input, memberId: member.memberId, now: now() })
    return {}
  }),
]

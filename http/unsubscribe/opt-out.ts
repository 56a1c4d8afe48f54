import { optOutCalls } from '#contract/unsubscribe/opt-out.ts'
import { addOptOutWord, optOutSettings, removeOptOutWord, setOptOutAnswer } from '#domain/blacklist/index.ts'
import { handle } from '#http/server/serve.ts'

export const optOutHandlers = [
  handle(optOutCalls.settings, ({ tx, account }) => optOutSettings(tx, account)),
  handle(optOutCalls.addWord, ({ tx, account, member, now }, { word }) =>
    addOptOutWord(tx, account, { word, memberId: member.memberId, now: now() }),
  ),
  handle(optOutCalls.removeWord, ({ tx, account }, { word }) => removeOptOutWord(tx, account, word)),
  handle(optOutCalls.setAnswer, ({ tx, account, member, now }, input) =>
    setOptOutAnswer(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
]

import { operatorWordCalls, wordFileDoor } from '#contract/operator-word.ts'
import { type WordKind, type WordLevel, wordKinds, wordLevels } from '#contract/word.ts'
import { addWords, changeWord, listWords, readWordFile } from '#domain/sms/word/word.ts'
import { findWords } from '#domain/sms/word/word-book.ts'
import type { App } from './app.ts'
import { type Doors, handle, type StaffContext } from './serve.ts'
import { serveStaffTableDoor } from './staff-table-door.ts'

const by = ({ staff, now }: StaffContext) => ({ staffId: staff.staffId, now: now() })

const toldOf = ({ level, kinds, remark }: { level: WordLevel; kinds: WordKind[]; remark: string }) => ({
  level: wordLevels[level].name,
  kinds: kinds.map(kind => wordKinds[kind]),
  remark,
})

export const operatorWordHandlers = [
  handle(operatorWordCalls.list, ({ tx, now }, input) => listWords(tx, { ...input, now: now() })),

  handle(operatorWordCalls.add, async (context, { words }) => {
    context.note({ object: `${words.length}个词`, detail: { words: words.slice(0, 20).map(one => one.word) } })
    return addWords(context.tx, words, by(context))
  }),

  handle(operatorWordCalls.edit, async (context, { wordId, ...change }) => {
    context.note({ object: await changeWord(context.tx, wordId, change, by(context)), detail: toldOf(change) })
    return {}
  }),

  handle(operatorWordCalls.enable, async (context, { wordId, isEnabled }) => {
    context.note({ object: await changeWord(context.tx, wordId, { isEnabled }, by(context)), detail: { isEnabled } })
    return {}
  }),

  handle(operatorWordCalls.try, async ({ tx }, { text, kind }) => ({ findings: (await findWords(tx, text, kind)).findings })),
]

/** A table of words in. */
export const serveWordDoor = (app: App, doors: Doors): void =>
  serveStaffTableDoor(app, doors, wordFileDoor, async ({ fileName, bytes }) => ({ fileName, ...(await readWordFile(bytes)) }))

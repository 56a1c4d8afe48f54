import { adminWordCalls, wordFileRoute } from '#contract/forbidden-words/admin-word.ts'
import { type WordKind, type WordLevel, wordKinds, wordLevels } from '#contract/forbidden-words/word.ts'
import { addWords, changeWord, findWords, listWords, readWordFile } from '#domain/forbidden-words/index.ts'
import type { App } from '#http/server/app.ts'
import { handle, type Services, type StaffContext } from '#http/server/serve.ts'
import { serveStaffTableRoutes } from '#http/server/staff-table-route.ts'

const by = ({ staff, now }: StaffContext) => ({ staffId: staff.staffId, now: now() })

const toAuditDetail = ({ level, kinds, remark }: { level: WordLevel; kinds: WordKind[]; remark: string }) => ({
  level: wordLevels[level].name,
  kinds: kinds.map(kind => wordKinds[kind]),
  remark,
})

export const adminWordHandlers = [
  handle(adminWordCalls.list, ({ tx, now }, input) => listWords(tx, { ...input, now: now() })),

  handle(adminWordCalls.add, async (context, { words }) => {
    context.note({ object: `${words.length}个词`, detail: { words: words.slice(0, 20).map(one => one.word) } })
    return addWords(context.tx, words, by(context))
  }),

  handle(adminWordCalls.edit, async (context, { wordId, ...change }) => {
    context.note({ object: await changeWord(context.tx, wordId, change, by(context)), detail: toAuditDetail(change) })
  }),

  handle(adminWordCalls.enable, async (context, { wordId, isEnabled }) => {
    context.note({ object: await changeWord(context.tx, wordId, { isEnabled }, by(context)), detail: { isEnabled } })
  }),

  handle(adminWordCalls.try, async ({ tx }, { text, kind }) => ({ findings: (await findWords(tx, text, kind)).findings })),
]

/** Import of a table of words. */
export const serveWordRoutes = (app: App, services: Services): void =>
  serveStaffTableRoutes(app, services, wordFileRoute, async ({ fileName, bytes }) => ({ fileName, ...(await readWordFile(bytes)) }))

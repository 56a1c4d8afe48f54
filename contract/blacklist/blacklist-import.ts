import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { idOf } from '#contract/scalars.ts'
import { taskProgress } from '#contract/tasks/task.ts'
import { undoFacts } from '#contract/undo/undo.ts'
import { limits } from '#values/limits.ts'
import { blacklistPlace } from './blacklist.ts'

const count = z.number().int()

/** Committed progress. doneCount = added + known + malformed. */
const progress = taskProgress.extend({
  fileName: z.string(),
  addedCount: count,
  /** On the list already, or repeated in the file. */
  knownCount: count,
  malformedCount: count,
  /** The first malformed rows. */
  problems: z.array(z.object({ line: count, text: z.string(), reason: z.string() })),
  /** How it can be undone, once it has ended. */
  undo: undoFacts.nullable(),
})
export type BlacklistImportProgress = z.output<typeof progress>

const one = z.object({ uploadId: idOf('upload') })

/** A file of the upload endpoint (contract/recipients/upload.ts) that goes to the blacklist instead of a broadcast. */
export const blacklistImportCalls = {
  start: post('/api/blacklist/import', '从文件导入黑名单', member('blacklist.write'), {
    input: blacklistPlace.extend({
      ...one.shape,
      phoneColumn: count.min(0).max(limits.uploadColumns - 1),
      hasHeader: z.boolean(),
    }),
    refusals: ['not_found', 'input_invalid', 'upload_already_used'],
  }),
  one: get('/api/blacklist/import', '黑名单导入进度', member('blacklist.read'), { input: one, answer: progress, refusals: ['not_found'] }),
  latest: get('/api/blacklist/import/latest', '最近的黑名单导入', member('blacklist.read'), {
    /** The last import of a day, so that the page finds it again; null: none. */
    answer: z.object({ uploadId: idOf('upload').nullable() }),
  }),
  /** What was added before stays. */
  cancel: post('/api/blacklist/import/cancel', '停止导入黑名单', member('blacklist.write'), {
    input: one,
    refusals: ['not_found', 'state_forbids'],
  }),
}

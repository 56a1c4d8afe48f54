import { z } from 'zod'
import { call, member } from '#contract/call.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { blacklistPlace } from './blacklist.ts'

/** States of a blacklist import, with the texts of the screens. */
export const blacklistImportStates = {
  reading: { name: '导入中', tone: 'progress' },
  done: { name: '已完成', tone: 'good' },
  failed: { name: '导入失败', tone: 'bad' },
  canceled: { name: '已停止', tone: 'ended' },
} as const
export type BlacklistImportState = keyof typeof blacklistImportStates

const count = z.number().int()
const states = keysOf(blacklistImportStates)

/** Committed progress. rowCount = added + known + malformed. */
const progress = z.object({
  /** Rows of the file that were read, including header and empty ones: where a retry resumes. */
  readRows: count,
  readBytes: count,
  totalBytes: count,
  rowCount: count,
  addedCount: count,
  /** On the list already, or repeated in the file. */
  knownCount: count,
  malformedCount: count,
  /** The first malformed rows. */
  problems: z.array(z.object({ line: count, text: z.string(), reason: z.string() })),
})
export type BlacklistImportProgress = z.output<typeof progress>

const one = z.object({ uploadId: idOf('upload') })

/** A file of the upload endpoint (contract/recipients/upload.ts) that goes to the blacklist instead of a broadcast. */
export const blacklistImportCalls = {
  start: call({
    method: 'POST',
    path: '/api/blacklist/import',
    summary: '从文件导入黑名单',
    audience: member('blacklist.write'),
    input: blacklistPlace.extend({
      ...one.shape,
      phoneColumn: count.min(0).max(limits.uploadColumns - 1),
      hasHeader: z.boolean(),
    }),
    answer: z.object({ state: z.literal('reading') }),
    refusals: ['not_found', 'input_invalid', 'upload_already_used'],
  }),
  one: call({
    method: 'GET',
    path: '/api/blacklist/import',
    summary: '黑名单导入进度',
    audience: member('blacklist.read'),
    input: one,
    answer: z.object({
      state: z.enum(states),
      fileName: z.string(),
      progress,
      failure: z.string().nullable(),
      createdAt: moment,
      finishedAt: moment.nullable(),
    }),
    refusals: ['not_found'],
  }),
  latest: call({
    method: 'GET',
    path: '/api/blacklist/import/latest',
    summary: '最近的黑名单导入',
    audience: member('blacklist.read'),
    input: z.object({}),
    /** The last import of a day, so that the page finds it again; null: none. */
    answer: z.object({ uploadId: idOf('upload').nullable() }),
    refusals: [],
  }),
  cancel: call({
    method: 'POST',
    path: '/api/blacklist/import/cancel',
    summary: '停止导入黑名单',
    audience: member('blacklist.write'),
    input: one,
    /** What was added before stays. */
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
  }),
}

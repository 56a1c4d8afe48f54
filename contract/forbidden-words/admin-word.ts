import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { findings } from '#contract/content/finding-codec.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { allWordKinds, wordLevels } from './word.ts'

const audience = staff('word.write')
const level = z.enum(keysOf(wordLevels))
const kind = z.enum(allWordKinds)
const kinds = z.array(kind).min(1, '请选择适用的内容').max(allWordKinds.length)
const remark = z.string().trim().max(limits.wordRemarkCharacters, `说明不能超过${limits.wordRemarkCharacters}个字`)
const one = z.object({ wordId: idOf('word') })

/** A word to add, as typed. */
const newWord = z.object({ word: z.string().trim().max(200), level, kinds, remark })

/** Parses an uploaded table of words; nothing is added yet. */
export const wordFileRoute = {
  method: 'POST',
  path: '/api/admin/words/read',
  summary: '读取违禁词文件',
  audience,
  fileNameHeader: 'x-file-name',
  answer: z.object({
    fileName: z.string(),
    words: z.array(newWord),
    problems: z.array(z.object({ line: z.number().int(), problem: z.string() })),
  }),
} as const

export const adminWordCalls = {
  list: get('/api/admin/words', '违禁词列表', audience, {
    input: z.object({
      /** Part of the word or its remark, also in disguise. */
      search: z.string().trim().max(50).optional(),
      level: level.optional(),
      kind: kind.optional(),
      state: z.enum(['enabled', 'disabled']).optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(
      one.extend({
        word: z.string(),
        level,
        kinds: z.array(kind),
        remark: z.string(),
        isEnabled: z.boolean(),
        /** Texts of the last 30 days: each customer counts once a day. */
        hitCount: z.number().int(),
        changedAt: moment,
      }),
    ).extend({ counts: z.object({ enabled: z.number().int(), disabled: z.number().int() }) }),
  }),
  add: post('/api/admin/words/add', '添加违禁词', audience, {
    input: z.object({ words: z.array(newWord).min(1, '请填写违禁词').max(limits.wordsAtOnce, `一次最多${limits.wordsAtOnce}个`) }),
    answer: z.object({
      addedCount: z.number().int(),
      /** Words that were not added, and why. */
      refused: z.array(z.object({ word: z.string(), reason: z.string() })),
    }),
    once: true,
  }),
  edit: post('/api/admin/words/edit', '修改违禁词', audience, { input: one.extend({ level, kinds, remark }), refusals: ['not_found'] }),
  enable: post('/api/admin/words/enable', '启用或停用违禁词', audience, {
    input: one.extend({ isEnabled: z.boolean() }),
    refusals: ['not_found'],
  }),
  try: post('/api/admin/words/try', '试查一段文字', audience, {
    input: z.object({ kind, text: z.string().max(limits.templateTextCharacters) }),
    answer: z.object({ findings }),
  }),
}

import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { idOf } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'

/** Opt-out keywords for all accounts, as carriers and other platforms have them. */
export const optOutLetters = ['TD', 'T', 'R', 'N', 'QX'] as const
export const optOutPhrases = ['退订', '拒收', '取消订阅'] as const
export const optOutDigits = '0000'

/** Normalizes an answer for comparison: ignores case, full-width forms, spaces, punctuation, a leading 回/回复. */
export const normalizeReply = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
    .replace(/^请?回复?/, '')

/** An account's own keyword, in the form of comparison. */
export const optOutWordRule = z
  .string()
  .transform(normalizeReply)
  .pipe(
    z
      .string()
      .min(1, '请填写由文字、字母或数字组成的关键词')
      .max(limits.optOutWordCharacters, `关键词最多${limits.optOutWordCharacters}个字`),
  )

export const optOutCalls = {
  settings: get('/api/opt-out', '退订关键词与自动答复', member('blacklist.read'), {
    answer: z.object({
      /** The account's own, besides the common ones. */
      words: z.array(z.string()),
      /** Every approved signature with its answer, or null. */
      answers: z.array(
        z.object({
          signatureId: idOf('signature'),
          signatureText: z.string(),
          template: z.object({ templateId: idOf('template'), name: z.string(), content: z.string(), isApproved: z.boolean() }).nullable(),
        }),
      ),
      /** Choices: approved transactional templates without variables. */
      templates: z.array(z.object({ templateId: idOf('template'), name: z.string(), text: z.string() })),
    }),
  }),
  addWord: post('/api/opt-out/words/add', '添加退订关键词', member('blacklist.write'), {
    input: z.object({ word: optOutWordRule }),
    refusals: ['opt_out_word_taken', 'too_many'],
  }),
  removeWord: post('/api/opt-out/words/remove', '删除退订关键词', member('blacklist.write'), {
    input: z.object({ word: z.string().max(100) }),
    refusals: ['not_found'],
  }),
  setAnswer: post('/api/opt-out/answers/set', '设置退订后的自动答复', member('blacklist.write'), {
    /** Null: no answer. */
    input: z.object({ signatureId: idOf('signature'), templateId: idOf('template').nullable() }),
    refusals: ['not_found', 'signature_not_approved', 'template_not_approved', 'template_unfit_answer'],
  }),
}

import type { CallAnswerWire } from '#contract/call.ts'
import { mayTemplate, type TemplateAct } from '#contract/content/review-state.ts'
import { templateCalls } from '#contract/content/template.ts'
import { limits } from '#values/limits.ts'
import type { ReviewedNoun } from '../review/acts.ts'

export type TemplateRow = CallAnswerWire<typeof templateCalls.list>['rows'][number]

/** Answers that an act on a template outdates. */
export const templateAnswers = [templateCalls.list, templateCalls.one]

export const templateNoun: ReviewedNoun<TemplateRow> = {
  name: '模板',
  titleOf: row => row.name,
  keyOf: row => row.templateId,
  target: ({ templateId }) => ({ templateId }),
  calls: templateCalls,
  answers: templateAnswers,
  may: (act, state) => act !== 'makeDefault' && mayTemplate(act as TemplateAct, state),
  consequences: {
    submit: '提交后由平台人工审核，审核期间不能修改，可以随时撤回。',
    withdraw: '撤回后回到草稿，修改后可以重新提交。',
    disable: '停用后不能再用它发送，接口用它发送会被拒绝；需要时可以重新启用。',
    enable: '重新启用后立即可以发送，内容不变，不需要再审核。',
    delete: `删除后不能再用来发送，${limits.undoHours} 小时内可以撤销；已经发送的短信和记录不受影响。`,
  },
}

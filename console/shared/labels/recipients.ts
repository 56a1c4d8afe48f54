import type { ContactTaskOutcome, KeepRule, MergeRule } from '#contract/recipients/contact-task.ts'
import { rowProblemNames, type UploadMapping, type UploadReport, uploadStates } from '#contract/recipients/upload.ts'
import { tagged } from '#ui/display/StateTag.tsx'
import { pairsOf } from '#values/keys.ts'

export const contactTaskOutcomeNames: Record<ContactTaskOutcome, string> = {
  added: '新加入',
  updated: '已更新',
  unchanged: '没有变化',
  skipped: '已有，按规则跳过',
  duplicate: '文件中重复',
  malformed: '格式有误',
  done: '成功',
  stayed: '目标分组里已有同一号码',
  merged: '合并后保留',
  removed: '合并后删除',
}

export const mergeRuleTexts = {
  skip: { name: '跳过', note: '已有的联系人保持原样' },
  fill: { name: '合并', note: '只补上空白的内容，已填写的不改动' },
  overwrite: { name: '覆盖', note: '用文件的内容替换；文件里空白的格子不改动' },
} as const satisfies Record<MergeRule, object>

export const keepRuleTexts = {
  oldest: { name: '最早加入的' },
  newest: { name: '最近加入的' },
  fullest: { name: '资料最全的' },
} as const satisfies Record<KeepRule, object>

export const uploadStateTags = tagged(uploadStates, {
  received: 'waiting',
  reading: 'progress',
  ready: 'good',
  failed: 'bad',
  canceled: 'ended',
})

/** What is sent of rows that repeat a number with other values. */
export const repeatChoiceNames: Record<UploadMapping['repeats'], string> = { all: '都发', first: '只发第一条', none: '这些号码都不发' }

/** Whether marketing goes to numbers whose consent isn't recorded. */
export const consentChoiceNames: Record<NonNullable<UploadMapping['consent']>, string> = {
  declared: '都发，发送人确认他们已同意接收推广',
  recorded: '只发给登记了同意的',
}

/** The choices of a mapping, or the defaults where it was made without them; consent has none. */
export const choicesOf = (mapping: Partial<Pick<UploadMapping, 'repeats' | 'consent'>> | null | undefined) => ({
  repeats: mapping?.repeats ?? 'all',
  consent: mapping?.consent ?? null,
})

/** Why rows are not sent to, each with its count. */
export const leftOutReasons = (report: UploadReport, { repeats, consent }: Pick<UploadMapping, 'repeats' | 'consent'>) => [
  { key: 'duplicate', label: '与前面的行重复', count: report.duplicateCount },
  { key: 'repeat', label: `同号多条，${repeatChoiceNames[repeats]}`, count: repeats === 'all' ? 0 : report.repeatCount },
  { key: 'noConsent', label: '没有登记同意接收推广', count: consent === 'recorded' ? (report.noConsentCount ?? 0) : 0 },
  { key: 'blacklisted', label: '在黑名单中', count: report.blacklistedCount },
  { key: 'overFrequencyLimit', label: '超过发送频率限制', count: report.overFrequencyCount },
  ...pairsOf(report.problems).map(([problem, count]) => ({ key: problem, label: rowProblemNames[problem], count: count ?? 0 })),
]

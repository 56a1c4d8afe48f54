import { useState } from 'react'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import type { DraftFields } from '#contract/broadcast/broadcast-draft.ts'
import { ownVariables } from '#contract/content/template-variable.ts'
import { linkProblemAdvice, linkProblemName } from '#contract/links/link-problem.ts'
import { uploadCalls } from '#contract/recipients/upload.ts'
import { useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import type { PreviewMessage } from '#ui/display/PhonePreview.tsx'
import { recall, remember } from '#ui/remembered.ts'
import { choicesOf, leftOutReasons } from '../../shared/labels/recipients.ts'
import type { Cost } from './CostStep.tsx'
import { useDraft } from './draft.ts'
import type { DraftAutosave } from './draft-autosave.ts'
import { chinaMoment, scheduleProblem } from './schedule.ts'
import { exampleContent, type Signature, type Template, useSignatures, useTemplates } from './texts.ts'

const costRefreshMs = 15_000

/** The draft's upload, if it was read for exactly the chosen signature and template; otherwise undefined. */
function useReadyUpload({ uploadId, signatureId, templateId }: DraftFields) {
  const { data: upload, isLoading } = useCall(uploadCalls.one, { uploadId: uploadId ?? '' }, { enabled: uploadId !== null })
  const isFor = upload?.mapping?.signatureId === signatureId && upload?.mapping?.templateId === templateId
  return { isLoading, upload: upload?.state === 'ready' && isFor ? upload : undefined }
}

/** The time settings as call input. */
const timingOf = ({ isScheduled, scheduledAt, isSpread, perMinute, fromMinute, untilMinute, atNight }: DraftFields) => ({
  scheduledAt: isScheduled ? chinaMoment(scheduledAt) : null,
  spread: isSpread ? { perMinute, fromMinute, untilMinute } : null,
  atNight,
})

/** Errors of the chosen times that the form itself can detect, by field. */
function timingProblems({ isScheduled, scheduledAt, isSpread, perMinute, fromMinute, untilMinute }: DraftFields) {
  return {
    scheduledAt: isScheduled ? scheduleProblem(scheduledAt, Date.now()) : null,
    perMinute: isSpread && perMinute < 1 ? '请填写每分钟发送的号码数' : null,
    hours: isSpread && fromMinute >= untilMinute ? '结束时间须晚于开始时间' : null,
  }
}

const lastUsedName = 'broadcast.last-used'
interface LastUsed {
  signatureId: string | null
  templateId: string | null
}
/** Remembers the texts of a sent broadcast for the next one. */
export const rememberTexts = ({ signatureId, templateId, ownText }: DraftFields) =>
  remember(lastUsedName, { signatureId, templateId: ownText === null ? templateId : null } satisfies LastUsed)

/**
 * Defaults that hardly anybody would change: the default, only or last used signature, and the only or last used
 * template.
 */
function usePresets({ signatureId, templateId, ownText }: DraftFields): Partial<DraftFields> {
  const signatures = useSignatures('', '').list.data
  const templates = useTemplates('', '')
  const [last] = useState(() => recall<LastUsed>(lastUsedName))
  const preset: Partial<DraftFields> = {}
  const rows = signatures?.rows ?? []
  const usual = rows.find(row => row.isDefault) ?? rows.find(row => row.signatureId === last?.signatureId)
  const signature = signatures?.counts.approved === 1 ? rows[0] : usual
  if (signatureId === null && signature) preset.signatureId = signature.signatureId
  const [first, another] = templates.rows
  const only = another || !templates.isWhole ? undefined : first
  const template = only ?? templates.rows.find(row => row.templateId === last?.templateId)
  if (templateId === null && ownText === null && template) preset.templateId = template.templateId
  return preset
}

/** The form's values and what follows from them: the texts, the numbers' report, the current cost. */
export function useBroadcastForm(autosave: DraftAutosave, step: string) {
  const { draft: typed, status, change: changeTyped } = useDraft(autosave)
  const presets = usePresets(typed)
  const draft = { ...typed, ...presets }
  // Defaults are saved with the next choice.
  const change = (next: Partial<DraftFields>) => changeTyped({ ...presets, ...next })
  const { chosen: signature, ...signatures } = useSignatures(draft.signatureId ?? '', '')
  const { chosen, ...templates } = useTemplates(draft.templateId ?? '', '', draft.ownText !== null)
  // A custom text can only be checked with numbers once it is saved as a template.
  const template = draft.ownText === null || chosen?.text === draft.ownText ? chosen : undefined
  const read = useReadyUpload(draft)
  const upload = template ? read.upload : undefined
  const report = upload?.report ?? null
  const problems = timingProblems(draft)
  const isTimed = Object.values(problems).every(problem => problem === null)
  const isPriced = ['schedule', 'cost', 'confirm'].includes(step) && report !== null && isTimed
  const timing = timingOf(draft)
  const cost = useCall(
    broadcastCalls.preview,
    { uploadId: draft.uploadId ?? '', ...timing },
    // The confirmed cost must not change on screen; sending checks whether it is still valid.
    { enabled: isPriced, refetchInterval: step === 'confirm' ? false : costRefreshMs, staleTimeMs: 0 },
  )
  const [textProblem, setTextProblem] = useState<string | null>(null)
  return {
    autosave,
    draft,
    status,
    change,
    /** What the draft has chosen is not known yet: nobody can say what it lacks. */
    isLoading: signatures.isLoading || templates.isLoading || read.isLoading,
    signature,
    template,
    report,
    ...choicesOf(upload?.mapping),
    problems,
    timing,
    cost,
    isPriced,
    agreedCount: draft.agreed?.uploadId === draft.uploadId ? (draft.agreed?.count ?? 0) : 0,
    textProblem,
    setTextProblem,
  }
}
export type BroadcastForm = ReturnType<typeof useBroadcastForm>

/** Refusals of the cost that only another time resolves. */
export const timingRefusals = ['schedule_out_of_range', 'spread_no_hours', 'spread_too_slow', 'hours_closed']

/** Numbers whose carrier hasn't registered the signature: each of them needs confirmation. */
export const unregisteredCount = (cost: { unregistered: { recipientCount: number }[] }) =>
  cost.unregistered.reduce((sum, one) => sum + one.recipientCount, 0)

/** Whether it exceeds what the account may send today: paying doesn't help then. */
export const isOverDay = ({ dailyRoom, segmentCount }: Pick<Cost, 'dailyRoom' | 'segmentCount'>) =>
  dailyRoom !== null && segmentCount > dailyRoom.left

function recipientsMissing({ draft, report, consent }: BroadcastForm) {
  if (draft.uploadId === null) return '请导入号码'
  if (report === null) return '请检查号码并等待检查完成'
  if (report.validCount === 0) return '没有可发送的号码，请更换或补充号码'
  return report.noConsentCount && consent === null ? '请选择没有登记同意的号码是否发送' : null
}

/**
 * 「40 个号码」, or 「40 个号码（42 条短信）」 where several messages go to one number; of a part of them the messages
 * alone are known.
 */
export function recipientsText({ report, repeats }: Pick<BroadcastForm, 'report' | 'repeats'>, messageCount: number): string {
  const repeatCount = repeats === 'all' ? (report?.repeatCount ?? 0) : 0
  if (repeatCount === 0) return `${thousands(messageCount)} 个号码`
  const messages = `${thousands(messageCount)} 条短信`
  return messageCount === report?.validCount ? `${thousands(messageCount - repeatCount)} 个号码（${messages}）` : messages
}

/** What each step lacks, in the order of the steps; null when it is complete. */
export function missingOf(form: BroadcastForm) {
  const { signature, cost } = form
  const problem = Object.values(form.problems).find(one => one !== null) ?? null
  return {
    content: signature ? textMissing(form) : '请选择签名',
    recipients: recipientsMissing(form),
    schedule: problem ?? (cost.error && timingRefusals.includes(cost.error.code) ? cost.error.message : null),
    cost: costMissing(form),
  }
}

function textMissing({ draft: { ownText }, template, textProblem }: BroadcastForm): string | null {
  if (ownText === null) return template ? null : '请选择模板'
  return ownText.trim() === '' ? '请填写内容' : textProblem
}

function costMissing({ cost, agreedCount }: BroadcastForm): string | null {
  const shown = cost.data
  if (cost.error) return '费用没能算出'
  if (!shown) return '正在计算费用'
  if (isOverDay(shown)) return '超过今天还可以发送的条数'
  if (shown.missingSegments > 0) return '套餐余量或余额不足'
  if (shown.link?.problem) return `短链${linkProblemName(shown.link.problem)}，${linkProblemAdvice(shown.link.problem)}`
  if (shown.link && shown.link.unitCount > shown.link.freeUnits) return '短链套餐余量不足'
  return unregisteredCount(shown) > agreedCount ? '请确认没有完成报备的号码是否发送' : null
}

/** Preview messages: the shortest and the longest of the file, or an example before there is one. */
export function previewMessages({ draft, signature, template, report }: BroadcastForm): PreviewMessage[] {
  const { shortest, longest } = report ?? {}
  if (shortest && longest && shortest.text.length !== longest.text.length)
    return [
      { label: '最长的一条', content: longest.text },
      { label: '最短的一条', content: shortest.text },
    ]
  if (report) return [{ content: longest?.text ?? '' }]
  return [{ content: exampleOf(draft, signature, template) }]
}

/** Why none of the checked numbers has a message: what keeps most of them out. */
export function noneSendable({ report, repeats, consent }: Pick<BroadcastForm, 'report' | 'repeats' | 'consent'>): string {
  const reasons = report ? leftOutReasons(report, { repeats, consent }) : []
  const main = reasons.reduce((most, reason) => (reason.count > most.count ? reason : most), { label: '文件里没有号码', count: 0 })
  return `没有可发送的号码：${main.label}`
}

function exampleOf({ ownText }: DraftFields, signature: Signature | undefined, template: Template | undefined): string {
  if (ownText === null) return template ? exampleContent(signature, template) : ''
  return ownText.trim() === '' ? '' : exampleContent(signature, { kind: 'marketing', text: ownText, variables: ownVariables(ownText) })
}

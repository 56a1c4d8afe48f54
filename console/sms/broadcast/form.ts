import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { broadcastCalls } from '#contract/broadcast.ts'
import { uploadCalls } from '#contract/upload.ts'
import { useAct, useCall } from '../../call.ts'
import { meCall } from '../../session.ts'
import { chinaMoment, scheduleProblem } from './ChinaTimeField.tsx'
import type { Cost } from './CostStep.tsx'
import { type Draft, useDraft } from './draft.ts'
import { exampleContent, type Signature, type Template, useSignatures, useTemplates } from './texts.ts'

const costRefreshMs = 15_000

/** The upload of the draft, if it was read for exactly the chosen signature and template. */
function useReadyUpload({ uploadId, signatureId, templateId }: Draft) {
  const query = useCall(uploadCalls.one, { uploadId }, { enabled: uploadId !== '' })
  const upload = query.data?.uploadId === uploadId ? query.data : undefined
  const isFor = upload?.mapping?.signatureId === signatureId && upload.mapping.templateId === templateId
  return upload?.state === 'ready' && isFor ? upload.report : null
}

/** What the form holds and what follows from it: the texts, the numbers' report, the cost as it would be charged now. */
export function useBroadcastForm(memberId: string, step: string) {
  const { draft, change, clear, isEmpty } = useDraft(memberId)
  const signature = useSignatures(draft.signatureId, '').chosen
  const template = useTemplates(draft.templateId, '').chosen
  const report = useReadyUpload(draft)
  const timeProblem = draft.isScheduled ? scheduleProblem(draft.scheduledAt, Date.now()) : null
  const scheduledAt = draft.isScheduled ? chinaMoment(draft.scheduledAt) : null
  const isPriced = ['schedule', 'cost', 'confirm'].includes(step) && report !== null && timeProblem === null
  const cost = useCall(
    broadcastCalls.preview,
    { uploadId: draft.uploadId, scheduledAt },
    // What is about to be confirmed stands still; whether it still holds is asked by sending it.
    { enabled: isPriced, refetchInterval: step === 'confirm' ? false : costRefreshMs, staleTimeMs: 0 },
  )
  return { draft, change, clear, isEmpty, signature, template, report, timeProblem, scheduledAt, cost, isPriced }
}
export type BroadcastForm = ReturnType<typeof useBroadcastForm>

/** Why each step can't be left yet, in the order of the steps; null when it can. */
export function missingOf({ signature, template, report, timeProblem, cost }: BroadcastForm) {
  const shown = cost.data
  return {
    content: !signature ? '请选择签名' : template ? null : '请选择模板',
    recipients: report === null ? '请导入号码并等待处理完成' : report.validCount === 0 ? '没有可发送的号码' : null,
    schedule: timeProblem,
    cost: cost.error ? '费用没能算出' : !shown ? '正在计算费用' : shown.missingSegments > 0 ? '套餐余量或余额不足' : null,
  }
}

/** Messages for the phone: the shortest and the longest of the file, before there is one an example. */
export function previewMessages(signature: Signature | undefined, template: Template | undefined, report: BroadcastForm['report']) {
  const { shortest, longest } = report ?? {}
  if (shortest && longest && shortest.text.length !== longest.text.length)
    return [
      { label: '最长的一条', content: longest.text },
      { label: '最短的一条', content: shortest.text },
    ]
  if (longest) return [{ content: longest.text }]
  return [{ content: template ? exampleContent(signature, template) : '' }]
}

/**
 * Sends: the code first where one is wanted, then the broadcast at the cost that is on the screen. A second click finds the first under way, and a repeated
 * request bears the same key.
 */
export function useSending({ draft, scheduledAt, cost, clear }: BroadcastForm) {
  const navigate = useNavigate()
  const confirm = useAct(broadcastCalls.confirm, { invalidates: [broadcastCalls.preview] })
  const sending = useAct(broadcastCalls.send, {
    invalidates: [broadcastCalls.list, meCall],
    onDone: () => {
      clear()
      void navigate('/sms/broadcast-task')
    },
  })
  const isPending = confirm.isPending || sending.isPending
  // The second click of a double one comes before the first has drawn anything.
  const isUnderWay = useRef(false)
  const sendShown = ({ segmentCount, amountHao }: Cost) => {
    const { uploadId, name } = draft
    sending.mutate(
      { uploadId, name, scheduledAt, expected: { segmentCount, amountHao } },
      {
        onError: error => void (error.isUncertain || cost.refetch()),
        onSettled: () => {
          isUnderWay.current = false
        },
      },
    )
  }
  const send = (code: string) => {
    const shown = cost.data
    if (!shown || isUnderWay.current) return
    isUnderWay.current = true
    if (!shown.needsCode) return sendShown(shown)
    const stop = () => {
      isUnderWay.current = false
    }
    confirm.mutate(
      { uploadId: draft.uploadId, code },
      { onSuccess: ({ isConfirmed }) => (isConfirmed ? sendShown(shown) : stop()), onError: stop },
    )
  }
  const isCodeWrong = confirm.data?.isConfirmed === false && !confirm.isPending
  const refusal = isCodeWrong ? { message: '验证码错误或已失效，请核对或重新获取' } : (confirm.error ?? sending.error)
  return { send, isPending, refusal }
}

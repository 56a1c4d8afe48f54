import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { broadcastDraftCalls } from '#contract/broadcast/broadcast-draft.ts'
import { useAct } from '#ui/call.ts'
import { pathTo } from '../../paths.ts'
import { meCall } from '../../session.ts'
import type { Cost } from './CostStep.tsx'
import { forgetStep } from './draft.ts'
import { type BroadcastForm, rememberTexts } from './form.ts'

/**
 * Sends: first the code where one is needed, then the broadcast at the displayed cost. A second click joins the first
 * request, and a repeated request has the same idempotency key.
 */
export function useSending({ autosave, draft, timing, cost, agreedCount }: BroadcastForm, draftId: string) {
  const navigate = useNavigate()
  const confirm = useAct(broadcastCalls.confirm, { invalidates: [broadcastCalls.preview] })
  const sending = useAct(broadcastCalls.send, {
    invalidates: [broadcastCalls.list, broadcastDraftCalls.list, meCall],
    onDone: ({ broadcastId }) => {
      autosave.end()
      rememberTexts(draft)
      forgetStep(draftId)
      return navigate(pathTo('/sms/broadcast-task', { id: broadcastId }), { replace: true })
    },
  })
  const isPending = confirm.isPending || sending.isPending
  // The second click of a double click comes before the first has rendered.
  const isUnderWay = useRef(false)
  const stop = () => {
    isUnderWay.current = false
  }
  const sendShown = async ({ segmentCount, amountHao }: Cost) => {
    await autosave.flush()
    const expected = { segmentCount, amountHao, unregisteredCount: agreedCount }
    sending.mutate(
      { uploadId: draft.uploadId ?? '', name: draft.name, draftId: autosave.isKnown ? draftId : null, ...timing, expected },
      { onError: error => void (error.isUncertain || cost.refetch()), onSettled: stop },
    )
  }
  const send = (code: string) => {
    const shown = cost.data
    if (!shown || isUnderWay.current) return
    isUnderWay.current = true
    if (!shown.needsCode) return void sendShown(shown)
    confirm.mutate(
      { uploadId: draft.uploadId ?? '', code },
      { onSuccess: ({ isConfirmed }) => (isConfirmed ? void sendShown(shown) : stop()), onError: stop },
    )
  }
  const isCodeWrong = confirm.data?.isConfirmed === false && !confirm.isPending
  const refusal = isCodeWrong ? { message: '验证码错误或已失效，请核对或重新获取' } : (confirm.error ?? sending.error)
  return { send, isPending, refusal }
}

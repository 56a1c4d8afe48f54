import { Suspense } from 'react'
import { lazyPart } from '../../ui/chunk.ts'
import { PageSkeleton } from '../../ui/PageSkeleton.tsx'
import type { PreviewMessage } from '../../ui/PhonePreview.tsx'
import { ContentStep } from './ContentStep.tsx'
import { CostStep } from './CostStep.tsx'
import type { BroadcastForm } from './form.ts'
import { Priced } from './Priced.tsx'
import { ScheduleStep } from './ScheduleStep.tsx'

const RecipientsStep = lazyPart('RecipientsStep', () => import('./recipients/RecipientsStep.tsx'))
const ConfirmStep = lazyPart('ConfirmStep', () => import('./ConfirmStep.tsx'))

export const stepTitles = { content: '内容', recipients: '号码', schedule: '时间', cost: '费用', confirm: '确认' } as const
export type StepKey = keyof typeof stepTitles
export const stepKeys = Object.keys(stepTitles) as StepKey[]

interface StepContentProps {
  step: StepKey
  form: BroadcastForm
  /** The member's own number. */
  phone: string
  code: string
  onCode: (code: string) => void
  onPreview: (messages: PreviewMessage[] | null) => void
  /** Leads to the numbers, without those that can't be sent. */
  onOthers: () => void
}

/** The open step of the form. */
export const StepContent = (props: StepContentProps) => (
  <Suspense fallback={<PageSkeleton />}>
    <Step {...props} />
  </Suspense>
)

function Step({ step, form, phone, code, onCode, onPreview, onOthers }: StepContentProps) {
  const { draft, change, signature, template, cost } = form
  if (step === 'content') return <ContentStep draft={draft} onChange={change} />
  if (step === 'recipients')
    return (
      <RecipientsStep
        templateId={draft.templateId}
        signatureId={draft.signatureId}
        {...(draft.uploadId ? { uploadId: draft.uploadId } : {})}
        onUpload={uploadId => change({ uploadId })}
        onReady={({ uploadId }) => change({ uploadId })}
        onPreview={onPreview}
      />
    )
  if (step === 'schedule') {
    const heldUntil = form.isPriced && !cost.isPlaceholderData ? (cost.data?.heldUntil ?? null) : null
    return <ScheduleStep draft={draft} onChange={change} isMarketing={template?.kind === 'marketing'} heldUntil={heldUntil} />
  }
  return (
    <Priced form={form} onOthers={onOthers}>
      {shown =>
        step === 'cost' || !signature || !template ? (
          <CostStep cost={shown} />
        ) : (
          <ConfirmStep {...{ draft, signature, template, code, phone, onCode }} cost={shown} onChange={change} />
        )
      }
    </Priced>
  )
}

import { Suspense } from 'react'
import type { PreviewMessage } from '#ui/display/PhonePreview.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { keysOf } from '#values/keys.ts'
import { ContentStep } from './ContentStep.tsx'
import type { BroadcastForm } from './form.ts'

const RecipientsStep = lazyPart('RecipientsStep', () => import('./recipients/RecipientsStep.tsx'))
const ScheduleStep = lazyPart('ScheduleStep', () => import('./ScheduleStep.tsx'))
const Priced = lazyPart('Priced', () => import('./Priced.tsx'))
const CostStep = lazyPart('CostStep', () => import('./CostStep.tsx'))
const ConfirmStep = lazyPart('ConfirmStep', () => import('./ConfirmStep.tsx'))

export const stepTitles = { content: '内容', recipients: '号码', schedule: '时间', cost: '费用', confirm: '确认' } as const
export type StepKey = keyof typeof stepTitles
export const stepKeys = keysOf(stepTitles)

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
  const { draft, change, signature, template } = form
  if (step === 'content') return <ContentStep draft={draft} onChange={change} signature={signature} onProblem={form.setTextProblem} />
  if (step === 'recipients')
    return (
      <RecipientsStep
        templateId={draft.templateId ?? ''}
        signatureId={draft.signatureId ?? ''}
        {...(draft.uploadId ? { uploadId: draft.uploadId } : {})}
        onUpload={uploadId => change({ uploadId: uploadId === '' ? null : uploadId })}
        onReady={({ uploadId }) => change({ uploadId })}
        link={draft.link ?? null}
        onLink={link => change({ link })}
        onPreview={onPreview}
      />
    )
  if (step === 'schedule') return <ScheduleStep form={form} />
  return (
    <Priced form={form} onOthers={onOthers}>
      {shown =>
        step === 'cost' || !signature || !template ? (
          <CostStep form={form} cost={shown} />
        ) : (
          <ConfirmStep {...{ form, signature, template, code, phone, onCode }} cost={shown} />
        )
      }
    </Priced>
  )
}

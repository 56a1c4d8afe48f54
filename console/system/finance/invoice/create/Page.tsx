import { App, Button } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { invoiceCalls } from '#contract/invoicing/invoice.ts'
import { useAct } from '#ui/call.ts'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { StepForm } from '#ui/form/StepForm.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { forget } from '#ui/remembered.ts'
import { oneOf, useUrlState } from '#ui/url-state.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { pathTo } from '../../../../paths.ts'
import style from '../Invoice.module.css'
import { invoiceAnswers } from '../invoice.ts'
import { PauseBar } from '../PauseBar.tsx'
import { DeliveryStep } from './DeliveryStep.tsx'
import { deliveryMissing, draftName, sourceMissing, useInvoiceForm } from './form.ts'
import { SourceStep } from './SourceStep.tsx'

const PreviewStep = lazyPart('PreviewStep', () => import('./PreviewStep.tsx'))

const stepKeys = ['source', 'delivery', 'preview'] as const

/** 申请发票: items, title and delivery, and a preview. */
export function Page() {
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [{ step }, setUrl] = useUrlState({ step: oneOf(stepKeys, 'source') })
  const form = useInvoiceForm()
  const { draft, choice, preview } = form
  const create = useAct(invoiceCalls.create, {
    invalidates: invoiceAnswers,
    onDone: ({ requestIds }) => {
      forget(draftName, sessionStorage)
      void message.success(`已提交 ${requestIds.length} 张发票申请`)
      return navigate(pathTo('/system/finance/invoice', requestIds.length === 1 ? { id: firstOrThrow(requestIds) } : {}))
    },
  })
  const missing = { source: sourceMissing(form), delivery: deliveryMissing(form), preview: null }
  const firstMissing = stepKeys.findIndex(key => missing[key] !== null)
  const wanted = stepKeys.indexOf(step)
  // A step in the address that isn't reached yet opens at the first missing part.
  const current = itemOrThrow(stepKeys, Math.max(0, firstMissing >= 0 ? Math.min(wanted, firstMissing) : wanted))
  const submit = () => {
    if (!choice || !preview || !form.title) return
    const { kind, medium, emailIds, addressId, remark } = draft
    create.mutate({
      ...{ choice, kind, medium, titleId: form.title.titleId, emailIds: medium === 'electronic' ? [...emailIds] : [], remark },
      addressId: medium === 'paper' ? addressId : null,
      expected: { totalHao: preview.totalHao, invoiceCount: preview.invoices.length },
    })
  }
  return (
    <StepForm
      title="申请发票"
      note="发票按消费开具：充值没有消费的部分、赠送的套餐不能开票。"
      warning={<PauseBar />}
      current={current}
      onGo={next => setUrl({ step: next })}
      steps={[
        { key: 'source', title: '选择内容', missing: missing.source, content: <SourceStep form={form} /> },
        { key: 'delivery', title: '抬头与收票', missing: missing.delivery, content: <DeliveryStep form={form} /> },
        {
          key: 'preview',
          title: '预览提交',
          missing: null,
          content: (
            <Suspense>
              <PreviewStep form={form} />
            </Suspense>
          ),
        },
      ]}
      summary={
        preview ? (
          <>
            本次开票 <span className={style.total}>{formatYuan(preview.totalHao)}</span>，共 {preview.invoices.length} 张
          </>
        ) : null
      }
      refusal={<FormRefusal error={create.error} />}
      submit={
        <Button type="primary" loading={create.isPending} disabled={!preview || missing.delivery !== null} onClick={submit}>
          提交申请
        </Button>
      }
    />
  )
}

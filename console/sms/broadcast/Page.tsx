import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { CapabilityNote } from '#console/shared/CapabilityNote.tsx'
import { useTopUp } from '#console/shared/top-up/top-up.ts'
import { broadcastDraftCalls } from '#contract/broadcast/broadcast-draft.ts'
import { useCall } from '#ui/call.ts'
import { PhonePreview, type PreviewMessage } from '#ui/display/PhonePreview.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { StepForm } from '#ui/form/StepForm.tsx'
import { useSettings } from '#ui/form/settings.ts'
import { UnsavedWarning } from '#ui/form/UnsavedWarning.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { oneOf, useUrlState } from '#ui/url-state.ts'
import { limits } from '#values/limits.ts'
import { type Me, useMe } from '../../session.ts'
import { DraftNote } from './DraftNote.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { newDraftId, rememberStep, useNewestDraft, useOpenedDraft } from './draft.ts'
import type { DraftAutosave } from './draft-autosave.ts'
import { missingOf, noneSendable, previewMessages, useBroadcastForm } from './form.ts'
import { useOwnText } from './own-text.ts'
import { StepContent, type StepKey, stepKeys, stepTitles } from './StepContent.tsx'
import { Summary } from './Summary.tsx'
import { useSending } from './sending.ts'

const BroadcastTopUp = lazyPart('BroadcastTopUp', () => import('./BroadcastTopUp.tsx'))
const SentPanel = lazyPart('SentPanel', () => import('./SentPanel.tsx'))
const title = '群发短信'

/** 群发短信: content, numbers, time, cost and confirmation of one draft, whose id is in the address. */
export function Page() {
  const me = useMe().data
  const [url, setUrl] = useUrlState({ draft: '' })
  useEffect(() => {
    if (url.draft === '') setUrl({ draft: newDraftId() }, { replace: true })
  }, [url.draft, setUrl])
  return me && url.draft !== '' ? (
    <Suspense fallback={<PageSkeleton />}>
      <OpenedDraft key={url.draft} me={me} draftId={url.draft} />
    </Suspense>
  ) : (
    <PageSkeleton />
  )
}

function OpenedDraft({ me, draftId }: { me: Me; draftId: string }) {
  const opened = useOpenedDraft(draftId)
  // The offer of older drafts stands above the form, which would jump if it came later.
  const { isPending } = useNewestDraft()
  // Once it is open, another attempt at the offer leaves the form alone.
  const [isOpening, setOpening] = useState(true)
  if (opened.kind === 'opening' || (opened.kind === 'open' && isOpening && isPending)) return <PageSkeleton />
  if (isOpening) setOpening(false)
  if (opened.kind === 'open') return <BroadcastSteps me={me} draftId={draftId} autosave={opened.autosave} />
  return (
    <>
      <PageHead title={title} />
      {opened.kind === 'sent' ? (
        <SentPanel broadcastId={opened.broadcastId} />
      ) : (
        <ErrorPanel title="草稿没能打开" error={opened.error} onRetry={opened.again} />
      )}
    </>
  )
}

/** Somebody has sent the draft while it was edited here. */
function SentElsewhere({ draftId }: { draftId: string }) {
  const { data } = useCall(broadcastDraftCalls.one, { draftId }, { staleTimeMs: 0 })
  return (
    <>
      <PageHead title={title} />
      {data?.broadcastId ? <SentPanel broadcastId={data.broadcastId} /> : <PageSkeleton />}
    </>
  )
}

function BroadcastSteps({ me, draftId, autosave }: { me: Me; draftId: string; autosave: DraftAutosave }) {
  const { messageUnits } = useSettings()
  const [url, setUrl] = useUrlState({ step: oneOf(stepKeys, 'content') })
  const [kept, keepStep] = useState<{ wanted: string; at: number } | null>(null)
  const [code, setCode] = useState('')
  const { topUp } = useTopUp()
  const [isOpening, setOpening] = useState(true)
  const [rows, setRows] = useState<PreviewMessage[] | null>(null)
  const form = useBroadcastForm(autosave, url.step)
  const { send, isPending, refusal } = useSending(form, draftId)
  const ownText = useOwnText(form)
  const { draft, change, template, report, cost } = form
  const onOthers = () => {
    change({ uploadId: null })
    setUrl({ step: 'recipients' })
  }
  if (form.status === 'sent') return <SentElsewhere draftId={draftId} />
  // Only at first: a template that is chosen later loads beside the form.
  if (isOpening && form.isLoading) return <PageSkeleton />
  if (isOpening) setOpening(false)
  const missing: Record<StepKey, string | null> = { ...missingOf(form), confirm: null }
  const firstOpen = stepKeys.findIndex(key => missing[key] !== null)
  const wanted = stepKeys.indexOf(url.step)
  // A step in the address that the draft has not reached yet opens at the first missing part.
  const reached = ownText.isUnkept ? 0 : firstOpen >= 0 ? Math.min(wanted, firstOpen) : wanted
  const current = stepKeys[kept?.wanted === url.step ? Math.min(reached, kept.at) : reached] ?? 'content'
  // A completed part doesn't jump to the requested step by itself.
  const stay = () => stepKeys.indexOf(current) < wanted && keepStep({ wanted: url.step, at: stepKeys.indexOf(current) })
  const staying: typeof form = {
    ...form,
    change: next => {
      stay()
      change(next)
    },
  }
  const isCodeMissing = cost.data?.needsCode === true && code.length < limits.oneTimeCodeDigits
  const go = (step: string) => {
    keepStep(null)
    change({})
    rememberStep(draftId, step)
    if (ownText.isUnkept) ownText.keep(() => setUrl({ step }))
    else setUrl({ step })
  }
  return (
    <>
      <StepForm
        title={title}
        note={<DraftNote form={form} draftId={draftId} />}
        warning={
          <>
            <CapabilityNote capability={template?.kind === 'marketing' || draft.ownText !== null ? 'marketing.send' : 'message.send'} />
            {form.status === 'fresh' ? <DraftOffer /> : null}
          </>
        }
        steps={stepKeys.map(key => ({
          key,
          title: stepTitles[key],
          missing: missing[key],
          content:
            key === current ? (
              <StepContent step={key} phone={me.member.phone} onCode={setCode} onPreview={setRows} {...{ form: staying, code, onOthers }} />
            ) : null,
        }))}
        current={current}
        onGo={go}
        preview={
          <PhonePreview
            maxUnits={messageUnits}
            messages={(current === 'recipients' && rows) || previewMessages(form)}
            {...(report ? { emptyText: noneSendable(form) } : {})}
            {...(rows || report || !template?.variables.length ? {} : { note: '变量按示例显示，实际内容以导入的号码文件为准。' })}
          />
        }
        summary={<Summary form={form} />}
        refusal={<FormRefusal error={refusal ?? ownText.error} />}
        submit={
          <Button type="primary" loading={isPending} disabled={firstOpen >= 0 || isCodeMissing} onClick={() => send(code)}>
            {cost.data?.needsReview ? '提交审核并发送' : draft.isScheduled ? '定时发送' : '立即发送'}
          </Button>
        }
      />
      {topUp === '' ? null : (
        <Suspense>
          <BroadcastTopUp form={form} />
        </Suspense>
      )}
      <UnsavedWarning
        isUnsaved={form.status === 'failed' || form.status === 'changed'}
        text="最近的修改还没有保存到服务器，离开后只保留在本浏览器。"
      />
    </>
  )
}

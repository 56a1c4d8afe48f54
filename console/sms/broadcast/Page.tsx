import { Button } from 'antd'
import { useState } from 'react'
import { limits } from '#values/limits.ts'
import { type Me, useMe } from '../../session.ts'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { PageSkeleton } from '../../ui/PageSkeleton.tsx'
import { PhonePreview, type PreviewMessage } from '../../ui/PhonePreview.tsx'
import { StepForm } from '../../ui/StepForm.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { missingOf, previewMessages, useBroadcastForm, useSending } from './form.ts'
import { StepContent, type StepKey, stepKeys, stepTitles } from './StepContent.tsx'
import { DraftNote, Summary } from './Summary.tsx'

/** 群发短信: content, numbers, time, cost, confirmation. */
export function Page() {
  const me = useMe().data
  return me ? <BroadcastSteps me={me} /> : <PageSkeleton />
}

function BroadcastSteps({ me }: { me: Me }) {
  const [url, setUrl] = useUrlState({ step: 'content' })
  const [code, setCode] = useState('')
  const [rows, setRows] = useState<PreviewMessage[] | null>(null)
  const form = useBroadcastForm(me.member.memberId, url.step)
  const { send, isPending, refusal } = useSending(form)
  const { draft, change, signature, template, report, cost } = form
  const onOthers = () => {
    change({ uploadId: '' })
    setUrl({ step: 'recipients' })
  }
  const missing: Record<StepKey, string | null> = { ...missingOf(form), confirm: null }
  const firstOpen = stepKeys.findIndex(key => missing[key] !== null)
  const wanted = stepKeys.indexOf(url.step as StepKey)
  // A step from the address that the draft does not carry yet opens at the first thing that is missing.
  const current = stepKeys[firstOpen >= 0 ? Math.min(wanted, firstOpen) : wanted] ?? 'content'
  const isCodeMissing = cost.data?.needsCode === true && code.length < limits.oneTimeCodeDigits
  return (
    <StepForm
      title="群发短信"
      note={<DraftNote form={form} onCleared={() => setUrl({ step: 'content' })} />}
      steps={stepKeys.map(key => ({
        key,
        title: stepTitles[key],
        missing: missing[key],
        content:
          key === current ? (
            <StepContent step={key} phone={me.member.phone} onCode={setCode} onPreview={setRows} {...{ form, code, onOthers }} />
          ) : null,
      }))}
      current={current}
      onGo={step => setUrl({ step })}
      preview={
        <PhonePreview
          messages={(current === 'recipients' && rows) || previewMessages(signature, template, report)}
          {...(rows || report || !template?.variables.length ? {} : { note: '变量按示例显示，实际内容以导入的号码文件为准。' })}
        />
      }
      summary={<Summary form={form} />}
      refusal={<FormRefusal error={refusal} />}
      submit={
        <Button
          type="primary"
          loading={isPending}
          disabled={firstOpen >= 0 || isCodeMissing || cost.isPlaceholderData}
          onClick={() => send(code)}
        >
          {draft.isScheduled ? '定时发送' : '立即发送'}
        </Button>
      }
    />
  )
}

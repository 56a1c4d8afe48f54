import { Button, Popconfirm } from 'antd'
import { type ReactNode, useState } from 'react'
import { type Me, useMe } from '../../session.ts'
import { thousands } from '../../ui/Count.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Money } from '../../ui/Money.tsx'
import { PageSkeleton } from '../../ui/PageSkeleton.tsx'
import { PhonePreview, type PreviewMessage } from '../../ui/PhonePreview.tsx'
import { type FormStep, StepForm } from '../../ui/StepForm.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import style from './Broadcast.module.css'
import { ConfirmStep } from './ConfirmStep.tsx'
import { ContentStep } from './ContentStep.tsx'
import { type Cost, CostStep } from './CostStep.tsx'
import { type BroadcastForm, missingOf, previewMessages, useBroadcastForm, useSending } from './form.ts'
import { RecipientsStep } from './recipients/RecipientsStep.tsx'
import { ScheduleStep } from './ScheduleStep.tsx'

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
  const missing = missingOf(form)
  const onOthers = () => {
    change({ uploadId: '' })
    setUrl({ step: 'recipients' })
  }
  const isBlocked = Object.values(missing).some(text => text !== null)
  const steps: FormStep[] = [
    { key: 'content', title: '内容', missing: missing.content, content: <ContentStep draft={draft} onChange={change} /> },
    {
      key: 'recipients',
      title: '号码',
      missing: missing.recipients,
      content: (
        <RecipientsStep
          templateId={draft.templateId}
          signatureId={draft.signatureId}
          {...(draft.uploadId ? { uploadId: draft.uploadId } : {})}
          onUpload={uploadId => change({ uploadId })}
          onReady={({ uploadId }) => change({ uploadId })}
          onPreview={setRows}
        />
      ),
    },
    {
      key: 'schedule',
      title: '时间',
      missing: missing.schedule,
      content: (
        <ScheduleStep
          draft={draft}
          onChange={change}
          isMarketing={template?.kind === 'marketing'}
          heldUntil={(form.isPriced && !cost.isPlaceholderData && cost.data?.heldUntil) || null}
        />
      ),
    },
    {
      key: 'cost',
      title: '费用',
      missing: missing.cost,
      content: (
        <Priced form={form} onOthers={onOthers}>
          {shown => <CostStep cost={shown} />}
        </Priced>
      ),
    },
    {
      key: 'confirm',
      title: '确认',
      missing: null,
      content: (
        <Priced form={form} onOthers={onOthers}>
          {shown =>
            signature && template ? (
              <ConfirmStep
                {...{ draft, signature, template, code }}
                cost={shown}
                phone={me.member.phone}
                onChange={change}
                onCode={setCode}
              />
            ) : null
          }
        </Priced>
      ),
    },
  ]
  const firstOpen = steps.findIndex(step => step.missing !== null)
  const wanted = steps.findIndex(step => step.key === url.step)
  // A step from the address that the draft does not carry yet opens at the first thing that is missing.
  const current = steps[firstOpen >= 0 ? Math.min(wanted, firstOpen) : wanted] ?? steps[0]!
  const isCodeMissing = cost.data?.needsCode === true && code.length < 6
  return (
    <StepForm
      title="群发短信"
      note={<DraftNote form={form} onCleared={() => setUrl({ step: 'content' })} />}
      steps={steps}
      current={current.key}
      onGo={step => setUrl({ step })}
      preview={
        <PhonePreview
          messages={(current.key === 'recipients' && rows) || previewMessages(signature, template, report)}
          {...(rows || report || !template?.variables.length ? {} : { note: '变量按示例显示，实际内容以导入的号码文件为准。' })}
        />
      }
      summary={<Summary form={form} />}
      refusal={<FormRefusal error={refusal} />}
      submit={
        <Button
          type="primary"
          loading={isPending}
          disabled={isBlocked || isCodeMissing || cost.isPlaceholderData}
          onClick={() => void send(code).catch(() => undefined)}
        >
          {draft.isScheduled ? '定时发送' : '立即发送'}
        </Button>
      }
    />
  )
}

/** Numbers that can't be sent any more: only others help. */
const needsOthers = ['upload_already_sent', 'upload_not_ready', 'not_found']

interface PricedProps {
  form: BroadcastForm
  /** Leads back to the numbers, without those that can't be sent. */
  onOthers: () => void
  children: (cost: Cost) => ReactNode
}

/** What needs the cost, with the ways out while there is none. */
function Priced({ form: { cost }, onOthers, children }: PricedProps) {
  if (!cost.error) return cost.data ? children(cost.data) : <PageSkeleton />
  const { code } = cost.error
  const actions = (
    <>
      {code === 'upload_already_sent' ? <LinkButton to="/sms/broadcast-task">查看群发任务</LinkButton> : null}
      {needsOthers.includes(code) ? <Button onClick={onOthers}>更换号码</Button> : null}
    </>
  )
  return <ErrorPanel title="费用没能算出" error={cost.error} onRetry={() => void cost.refetch()} action={actions} />
}

function DraftNote({ form, onCleared }: { form: BroadcastForm; onCleared: () => void }) {
  if (form.isEmpty) return '选签名和模板，导入号码，确认费用后发送。'
  const clear = () => {
    form.clear()
    onCleared()
  }
  return (
    <>
      已填写的内容自动保存在本浏览器。
      <Popconfirm title="清空已填写的内容？" okText="清空" cancelText="返回" onConfirm={clear}>
        <Button type="link" size="small">
          清空重填
        </Button>
      </Popconfirm>
    </>
  )
}

/** Numbers, segments and what they take, in view in each step. */
function Summary({ form: { report, cost, isPriced } }: { form: BroadcastForm }) {
  if (report === null) return null
  const shown = isPriced ? cost.data : undefined
  const packagedCount = shown?.lines.filter(line => !line.isBalance).reduce((sum, line) => sum + line.segmentCount, 0) ?? 0
  return (
    <div className={style.summary}>
      <span>
        <b>{thousands(report.validCount)}</b> 个号码
      </span>
      <span>
        <b>{thousands(report.segmentCount)}</b> 条
      </span>
      {shown && packagedCount > 0 ? <span>套餐扣 {thousands(packagedCount)} 条</span> : null}
      {shown && shown.amountHao > 0 ? (
        <span>
          余额付 <b>{<Money hao={shown.amountHao} />}</b>
        </span>
      ) : null}
      {shown && shown.missingSegments > 0 ? <span className={style.missing}>还差 {thousands(shown.missingSegments)} 条</span> : null}
    </div>
  )
}

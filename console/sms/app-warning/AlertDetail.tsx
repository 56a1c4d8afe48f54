import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { alertCalls } from '#contract/alert/alert.ts'
import { alertKinds } from '#contract/alert/alert-rule.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useAct, useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { Timeline, type TimelineStep } from '#ui/display/Timeline.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { formatChinaTime } from '#values/china-time.ts'
import { useMay } from '../../session.ts'
import {
  alertActionNames,
  alertOccasionNames,
  alertSeverityTags,
  alertStateTags,
  deliveryMethodNames,
  deliveryStateTags,
} from '../../shared/labels/alert.ts'
import { alertAnswers } from './alerts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Detail = CallAnswerWire<typeof alertCalls.one>

/** One alert: the event, the remedy, its course, and the notified receivers. */
export function AlertDetail({ alertId, onClose }: { alertId: string; onClose: () => void }) {
  const query = useCall(alertCalls.one, { alertId }, { refetchInterval: 10_000 })
  const [isConfirming, setConfirming] = useState(false)
  const mayWrite = useMay('app.write')
  const alert = query.data
  const actions =
    alert && mayWrite && alert.state === 'open' ? (
      <Button type="primary" onClick={() => setConfirming(true)}>
        确认
      </Button>
    ) : null
  return (
    <DetailDrawer onClose={onClose} title={alert?.title ?? '预警详情'} query={query} actions={actions}>
      {detail => (
        <>
          <div className={`${layout.below16} ${layout.stack12}`}>
            <Alert
              type={detail.state === 'recovered' ? 'success' : detail.severity === 'urgent' ? 'error' : 'warning'}
              showIcon
              title={detail.body}
              description={detail.state === 'recovered' ? (detail.recoveryReason ?? '') : detail.advice}
              action={
                <LinkButton type="link" to={detail.link}>
                  去处理
                </LinkButton>
              }
            />
            {detail.otpPausedUntil ? <OtpPaused detail={detail} until={detail.otpPausedUntil} mayWrite={mayWrite} /> : null}
          </div>
          <Facts facts={factsOf(detail)} />
          <Section title="经过">
            <Timeline steps={stepsOf(detail)} />
          </Section>
          <Section title="通知">
            <PlainTable
              label="通知记录"
              rows={detail.deliveries}
              rowKey={row => row.deliveryId}
              emptyText={detail.isHeld ? '静默期结束后发出' : '没有发出通知'}
              columns={[
                { title: '时间', render: row => <Moment at={row.at} /> },
                { title: '方式', render: row => deliveryMethodNames[row.notificationMethod] },
                { title: '事由', render: row => alertOccasionNames[row.occasion] },
                { title: '接收人', render: row => row.target },
                {
                  title: '结果',
                  render: row => <State tag={deliveryStateTags[row.state]} />,
                },
                { title: '说明', render: row => row.detail ?? '–' },
              ]}
            />
          </Section>
          {isConfirming ? (
            <ConfirmDialog alerts={[detail]} onClose={() => setConfirming(false)} onDone={() => setConfirming(false)} />
          ) : null}
        </>
      )}
    </DetailDrawer>
  )
}

/** The circuit breaker for codes: the app sends none now, and members may release it. */
function OtpPaused({ detail, until, mayWrite }: { detail: Detail; until: string; mayWrite: boolean }) {
  const { message, modal } = App.useApp()
  const release = useAct(alertCalls.release, { invalidates: alertAnswers, onDone: () => void message.success('已解除，验证码恢复发送') })
  const ask = () =>
    modal.confirm({
      title: '解除验证码暂停吗？',
      content: '解除后立即恢复发送，1小时内不会因这次的数据再次暂停。',
      okText: '解除暂停',
      cancelText: '返回',
      onOk: () => release.mutate({ alertId: detail.alertId }),
    })
  return (
    <>
      <Alert
        type="error"
        showIcon
        title={`应用“${detail.appName ?? ''}”的验证码暂停到${formatChinaTime(Date.parse(until)).slice(5, 16)}`}
        action={
          mayWrite ? (
            <Button size="small" loading={release.isPending} onClick={ask}>
              解除暂停
            </Button>
          ) : null
        }
      />
      <FormRefusal error={release.error} />
    </>
  )
}

function factsOf(detail: Detail): [string, React.ReactNode][] {
  return [
    fact('状态', <State tag={alertStateTags[detail.state]} />),
    ['级别', alertSeverityTags[detail.severity].name],
    ['类型', alertKinds[detail.kind].name],
    ['应用', detail.appName ?? '整个账户'],
    ['触发值', detail.valueText],
    ['最近的值', detail.lastValueText],
    ['触发条件', detail.thresholdText],
    ['恢复条件', alertKinds[detail.kind].ends],
    ['动作', alertActionNames[detail.action]],
    ['预警编号', <CopyableId key="id" id={detail.alertId} />],
  ]
}

function stepsOf(detail: Detail): TimelineStep[] {
  const steps: TimelineStep[] = [{ key: 'fired', tone: 'bad', title: detail.isTest ? '发出测试' : '发生', at: detail.firedAt }]
  if (detail.confirmedAt)
    steps.push({
      key: 'confirmed',
      tone: 'waiting',
      title: `${detail.confirmedBy ?? '已移除的成员'}确认`,
      at: detail.confirmedAt,
      children: detail.confirmNote,
    })
  if (detail.recoveredAt)
    steps.push({ key: 'recovered', tone: 'good', title: '恢复', at: detail.recoveredAt, children: detail.recoveryReason })
  else steps.push({ key: 'ahead', tone: 'progress', title: '等待恢复', at: null, children: alertKinds[detail.kind].ends })
  return steps
}

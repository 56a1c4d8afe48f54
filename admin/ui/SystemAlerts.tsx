import { Alert, Button } from 'antd'
import { Suspense } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { systemAlertKinds } from '#contract/home/system-alert.ts'
import type { systemStatusCalls } from '#contract/monitoring/admin-system-status.ts'
import { relativeTime } from '#ui/display/Moment.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import layout from '#ui/theme/layout.module.css'
import { useBulk } from './bulk.ts'

export type RaisedAlert = CallAnswerWire<typeof systemStatusCalls.read>['alerts'][number]

export const alertName = ({ kind, subject }: RaisedAlert) => `${systemAlertKinds[kind].name}${subject === '' ? '' : `（${subject}）`}`
const ago = (at: string) => relativeTime(Date.parse(at), Date.now())

const AcknowledgeDialog = lazyPart('AcknowledgeDialog', () => import('./AcknowledgeDialog.tsx'))

/** Problems of the platform itself, as bars above a page; who takes care of one says so, and all are told at once. */
export function SystemAlerts({ alerts }: { alerts: RaisedAlert[] }) {
  const bulk = useBulk<RaisedAlert>()
  const open = (rows: RaisedAlert[]) => bulk.open(true, { rows }, () => undefined)
  const unseen = alerts.filter(alert => !alert.acknowledged)
  if (alerts.length === 0) return null
  return (
    <section aria-label="系统告警" className={`${layout.stack8} ${layout.below12}`}>
      {alerts.map(alert => (
        <Alert
          key={`${alert.kind} ${alert.subject}`}
          type={alert.acknowledged ? 'warning' : 'error'}
          showIcon
          title={alertName(alert)}
          description={`${alert.detail}；${ago(alert.beganAt)}开始${alert.acknowledged ? `；${alert.acknowledged.by}${ago(alert.acknowledged.at)}已知悉` : ''}`}
          action={
            alert.acknowledged ? null : (
              <Button size="small" onClick={() => open([alert])} aria-label={`知悉 ${alertName(alert)}`}>
                知悉
              </Button>
            )
          }
        />
      ))}
      {unseen.length > 1 ? (
        <div>
          <Button onClick={() => open(unseen)}>知悉全部 {unseen.length} 项</Button>
        </div>
      ) : null}
      <Suspense>{bulk.asked ? <AcknowledgeDialog {...bulk.props(bulk.asked)} /> : null}</Suspense>
    </section>
  )
}

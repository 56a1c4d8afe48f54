import { Alert } from 'antd'
import type { CallAnswerWire } from '#contract/call.ts'
import type { adminHomeCalls } from '#contract/home/admin-home.ts'
import { systemAlertKinds } from '#contract/home/system-alert.ts'
import { relativeTime } from '#ui/Moment.tsx'

type Alerts = NonNullable<CallAnswerWire<typeof adminHomeCalls.overview>['alerts']>

/** Problems of the platform itself, as bars above a page. */
export const SystemAlerts = ({ alerts }: { alerts: Alerts }) =>
  alerts.map(({ kind, subject, detail, beganAt }) => (
    <Alert
      key={`${kind} ${subject}`}
      type="error"
      showIcon
      title={`${systemAlertKinds[kind].name}${subject === '' ? '' : `（${subject}）`}`}
      description={`${detail}；${relativeTime(Date.parse(beganAt), Date.now())}开始`}
    />
  ))

import { adminHomeCalls } from '#contract/home/admin-home.ts'
import { systemStatusCalls } from '#contract/monitoring/admin-system-status.ts'
import { useAct } from '#ui/call.ts'
import { BulkDialog, type BulkProps } from './BulkDialog.tsx'
import { alertName, type RaisedAlert } from './SystemAlerts.tsx'
import style from './Tables.module.css'

/** 知悉 system alerts: the person takes care of them. */
export function AcknowledgeDialog(bulk: BulkProps<RaisedAlert>) {
  const acknowledge = useAct(systemStatusCalls.acknowledge)
  return (
    <BulkDialog
      {...bulk}
      title={`知悉 ${bulk.rows.length} 项告警`}
      okText="知悉"
      nameOf={alertName}
      act={({ kind, subject, beganAt }) => acknowledge.mutateAsync({ kind, subject, beganAt })}
      answers={[adminHomeCalls.overview, systemStatusCalls.read]}
    >
      <p>同事会看到由您处理；值班通知不再重复提醒，恢复时仍会通知。恢复后又发生的，重新告警。</p>
      <ul className={style.each} aria-label="要知悉的告警">
        {bulk.rows.map(alert => (
          <li key={alertName(alert)}>
            <b>{alertName(alert)}</b> {alert.detail}
          </li>
        ))}
      </ul>
    </BulkDialog>
  )
}

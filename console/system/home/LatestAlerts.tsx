import { Link } from 'react-router'
import { alertCalls } from '#contract/alert/alert.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { pathTo } from '../../paths.ts'
import { alertStateTags } from '../../shared/labels/alert.ts'
import style from './Home.module.css'
import { PendingBlock } from './PendingBlock.tsx'

const shown = 5
const refreshMs = 60_000

/** The newest alerts with their value and state. */
export function LatestAlerts() {
  const query = useCall(alertCalls.list, { pageSize: shown }, { refetchInterval: refreshMs, staleTimeMs: 30_000 })
  if (!query.data) return <PendingBlock query={query} />
  if (query.data.rows.length === 0) return <p className={style.empty}>没有预警。</p>
  return (
    <ul className={style.broadcasts}>
      {query.data.rows.map(({ alertId, title, valueText, state, appName, isTest, firedAt }) => (
        <li key={alertId}>
          <div className={style.line}>
            <Link to={pathTo('/sms/app-warning', { id: alertId })}>{title}</Link>
            <State tag={alertStateTags[state]} />
          </div>
          <div className={style.note}>
            {appName ?? '整个账户'} · {valueText}
            {isTest ? ' · 测试' : ''} · <Moment at={firedAt} />
          </div>
        </li>
      ))}
    </ul>
  )
}

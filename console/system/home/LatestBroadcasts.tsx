import { Link } from 'react-router'
import { useReachable } from '#console/shared/PageLink.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import type { homeCalls } from '#contract/home/home.ts'
import { endedCount } from '#contract/messages/statistics.ts'
import { Share, thousands } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { pathTo } from '../../paths.ts'
import { BroadcastTag } from '../../sms/broadcast-task/BroadcastName.tsx'
import style from './Home.module.css'

type Broadcast = NonNullable<CallAnswerWire<typeof homeCalls.overview>['broadcasts']>[number]

const isOver = (broadcast: Broadcast) => broadcast.state === 'completed' || broadcast.state === 'canceled'

/** The newest broadcasts with their results; each links to its details, or to the tasks while it runs. */
export function LatestBroadcasts({ broadcasts }: { broadcasts: Broadcast[] }) {
  const isReachable = useReachable()
  if (broadcasts.length === 0) return <p className={style.empty}>还没有群发。</p>
  return (
    <ul className={style.broadcasts}>
      {broadcasts.map(broadcast => {
        const page = isOver(broadcast) ? '/sms/broadcast-history' : '/sms/broadcast-task'
        return (
          <li key={broadcast.broadcastId}>
            <div className={style.line}>
              {isReachable(page) ? (
                <Link to={pathTo(page, isOver(broadcast) ? { id: broadcast.broadcastId } : {})}>{broadcast.name}</Link>
              ) : (
                <strong>{broadcast.name}</strong>
              )}
              <BroadcastTag row={broadcast} />
            </div>
            <div className={style.note}>
              <Moment at={broadcast.at} /> · {thousands(broadcast.phoneCount)} 个号码
              {endedCount(broadcast) > 0 ? (
                <>
                  {' · 到达率 '}
                  <Share part={broadcast.deliveredCount} whole={endedCount(broadcast)} />
                </>
              ) : null}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

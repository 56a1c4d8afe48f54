import { Link } from 'react-router'
import { announcementCalls, announcementKinds } from '#contract/notification/announcement.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { pathTo } from '../../paths.ts'
import style from './Home.module.css'
import { PendingBlock } from './PendingBlock.tsx'

const shown = 5

/** The newest announcements, unread ones marked. */
export function LatestNews() {
  const query = useCall(announcementCalls.list, { pageSize: shown }, { staleTimeMs: 60_000 })
  if (!query.data) return <PendingBlock query={query} />
  if (query.data.rows.length === 0) return <p className={style.empty}>没有公告。</p>
  return (
    <ul className={style.broadcasts}>
      {query.data.rows.map(({ announcementId, kind, title, at, isRead }) => (
        <li key={announcementId}>
          <div className={style.line}>
            {isRead ? null : <span className={style.unread} role="img" aria-label="未读" />}
            <Link to={pathTo('/notice', { id: announcementId })}>{title}</Link>
          </div>
          <div className={style.note}>
            {announcementKinds[kind]} · <Moment at={at} />
          </div>
        </li>
      ))}
    </ul>
  )
}

import { Link } from 'react-router'
import { noticeCalls, noticeKinds } from '#contract/notification/notice.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/Moment.tsx'
import { pathTo } from '../../paths.ts'
import style from './Home.module.css'
import { PendingBlock } from './PendingBlock.tsx'

const shown = 5

/** The newest announcements, unread ones marked. */
export function LatestNews() {
  const query = useCall(noticeCalls.list, { pageSize: shown }, { staleTimeMs: 60_000 })
  if (!query.data) return <PendingBlock query={query} />
  if (query.data.rows.length === 0) return <p className={style.empty}>没有公告。</p>
  return (
    <ul className={style.broadcasts}>
      {query.data.rows.map(({ noticeId, kind, title, at, isRead }) => (
        <li key={noticeId}>
          <div className={style.line}>
            {isRead ? null : <span className={style.unread} role="img" aria-label="未读" />}
            <Link to={pathTo('/notice', { id: noticeId })}>{title}</Link>
          </div>
          <div className={style.note}>
            {noticeKinds[kind]} · <Moment at={at} short />
          </div>
        </li>
      ))}
    </ul>
  )
}

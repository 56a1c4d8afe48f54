import { BellOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import style from '#console/notice/Announcement.module.css'
import { newsCalls } from '#console/notice/announcement.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import type { homeCalls } from '#contract/home/home.ts'
import { announcementCalls, announcementKinds, notificationCalls } from '#contract/notification/announcement.ts'
import { notificationKinds } from '#contract/notification/notification-preference.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { headerButton } from '#ui/frame/AppFrame.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { useFrameCall } from './marks.ts'

const maxShown = 99

/** Number of unread messages, and the newest of them. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const news = useFrameCall().data?.news
  const count = news ? news.announcementCount + news.messageCount : 0
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title={<Title isUnread={count > 0} />}
      content={news ? <News news={news} onLeave={() => setOpen(false)} /> : null}
    >
      <button
        type="button"
        className={headerButton}
        aria-label={count > 0 ? `公告与消息，${count} 条未读` : '公告与消息'}
        aria-expanded={isOpen}
      >
        <span className={style.bell}>
          <BellOutlined />
          {count > 0 ? <span className={style.count}>{count > maxShown ? `${maxShown}+` : count}</span> : null}
        </span>
      </button>
    </Popover>
  )
}

function Title({ isUnread }: { isUnread: boolean }) {
  const announcements = useMessageAct(announcementCalls.readAll, { invalidates: newsCalls })
  const messages = useMessageAct(notificationCalls.readAll, { invalidates: newsCalls })
  const readAll = () => {
    announcements.mutate({})
    messages.mutate({})
  }
  return (
    <div className={style.newsHead}>
      未读公告与消息
      {isUnread ? (
        <Button type="link" size="small" loading={announcements.isPending || messages.isPending} onClick={readAll}>
          全部已读
        </Button>
      ) : null}
    </div>
  )
}

function News({ news, onLeave }: { news: CallAnswerWire<typeof homeCalls.frame>['news']; onLeave: () => void }) {
  const rows = [
    ...news.announcements.map(({ announcementId, kind, title, at }) => ({
      key: announcementId,
      kind: announcementKinds[kind],
      title,
      at,
      to: `/notice?id=${announcementId}`,
    })),
    ...news.messages.map(({ notificationId, kind, title, at }) => ({
      key: notificationId,
      kind: notificationKinds[kind].name,
      title,
      at,
      to: `/notice?tab=messages&id=${notificationId}`,
    })),
  ].sort((one, other) => (one.at < other.at ? 1 : -1))
  return (
    <div className={style.news}>
      {rows.length === 0 ? <p className={style.nothing}>没有未读的公告和消息</p> : null}
      <ul>
        {rows.map(({ key, kind, title, at, to }) => (
          <li key={key}>
            <Link to={to} onClick={onLeave}>
              <strong>{title}</strong>
              <small>
                <span>{kind}</span>
                <Moment at={at} />
              </small>
            </Link>
          </li>
        ))}
      </ul>
      <footer>
        <Link to="/announcement" onClick={onLeave}>
          全部公告
        </Link>
        <Link to="/notice?tab=messages" onClick={onLeave}>
          全部消息
        </Link>
      </footer>
    </div>
  )
}

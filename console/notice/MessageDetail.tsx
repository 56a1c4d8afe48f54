import { useEffect, useRef } from 'react'
import { notificationCalls } from '#contract/notification/announcement.ts'
import { notificationKinds } from '#contract/notification/notification-preference.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import style from './Announcement.module.css'
import { newsCalls } from './announcement.ts'

/** One message, whether it is on the list's page or not; opening it marks it as read. */
export function MessageDetail({ notificationId, onClose }: { notificationId: string; onClose: () => void }) {
  const query = useCall(notificationCalls.one, { notificationId })
  const { mutate: read } = useAct(notificationCalls.read, { invalidates: newsCalls })
  const isNoted = useRef(false)
  const isUnread = query.data?.isRead === false
  useEffect(() => {
    if (!isUnread || isNoted.current) return
    isNoted.current = true
    read({ notificationId })
  }, [isUnread, notificationId, read])
  return (
    <DetailDrawer
      onClose={onClose}
      title={query.data?.title ?? '消息'}
      query={query}
      actions={
        query.data?.link ? (
          <LinkButton type="primary" to={query.data.link}>
            查看详情
          </LinkButton>
        ) : null
      }
    >
      {message => (
        <>
          <p className={style.facts}>
            <span className={style.kind} data-kind={message.kind}>
              {notificationKinds[message.kind].name}
            </span>
            <Moment at={message.at} />
          </p>
          <p className={style.whole}>{message.body}</p>
        </>
      )}
    </DetailDrawer>
  )
}

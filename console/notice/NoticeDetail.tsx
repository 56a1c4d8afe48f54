import { useEffect, useRef } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { noticeCalls, noticeKinds } from '#contract/notification/notice.ts'
import { useAct, useCall } from '#ui/call.ts'
import { DetailDrawer } from '#ui/DetailDrawer.tsx'
import { Moment } from '#ui/Moment.tsx'
import { NoticeText } from '#ui/NoticeText.tsx'
import style from './Notice.module.css'
import { newsCalls } from './notice.ts'

/** One announcement; opening it marks it as read. */
export function NoticeDetail({ noticeId, onClose }: { noticeId: string; onClose: () => void }) {
  const query = useCall(noticeCalls.one, { noticeId })
  const { mutate: read } = useAct(noticeCalls.read, { invalidates: newsCalls })
  const isNoted = useRef(false)
  const isUnread = query.data?.isRead === false
  useEffect(() => {
    if (!isUnread || isNoted.current) return
    isNoted.current = true
    read({ noticeId })
  }, [isUnread, noticeId, read])
  return (
    <DetailDrawer isOpen onClose={onClose} title={query.data?.title ?? '公告'} query={query}>
      {one => (
        <article>
          <NoticeFacts notice={one} />
          <NoticeText text={one.body} />
        </article>
      )}
    </DetailDrawer>
  )
}

/** Kind and time of an announcement. */
export const NoticeFacts = ({ notice }: { notice: Pick<CallAnswerWire<typeof noticeCalls.one>, 'kind' | 'at'> }) => (
  <p className={style.facts}>
    <span className={style.kind} data-kind={notice.kind}>
      {noticeKinds[notice.kind]}
    </span>
    <span>
      发布于 <Moment at={notice.at} />
    </span>
  </p>
)

import { useEffect, useRef } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { announcementCalls, announcementKinds } from '#contract/notification/announcement.ts'
import { useAct, useCall } from '#ui/call.ts'
import { AnnouncementText } from '#ui/display/AnnouncementText.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import style from './Announcement.module.css'
import { newsCalls } from './announcement.ts'

/** One announcement; opening it marks it as read. */
export function AnnouncementDetail({ announcementId, onClose }: { announcementId: string; onClose: () => void }) {
  const query = useCall(announcementCalls.one, { announcementId })
  const { mutate: read } = useAct(announcementCalls.read, { invalidates: newsCalls })
  const isNoted = useRef(false)
  const isUnread = query.data?.isRead === false
  useEffect(() => {
    if (!isUnread || isNoted.current) return
    isNoted.current = true
    read({ announcementId })
  }, [isUnread, announcementId, read])
  return (
    <DetailDrawer onClose={onClose} title={query.data?.title ?? '公告'} query={query}>
      {one => (
        <article>
          <AnnouncementFacts announcement={one} />
          <AnnouncementText text={one.body} />
        </article>
      )}
    </DetailDrawer>
  )
}

/** Kind and time of an announcement. */
export const AnnouncementFacts = ({
  announcement,
}: {
  announcement: Pick<CallAnswerWire<typeof announcementCalls.one>, 'kind' | 'at'>
}) => (
  <p className={style.facts}>
    <span className={style.kind} data-kind={announcement.kind}>
      {announcementKinds[announcement.kind]}
    </span>
    <span>
      发布于 <Moment at={announcement.at} />
    </span>
  </p>
)

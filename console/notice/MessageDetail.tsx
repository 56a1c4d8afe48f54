import { useEffect, useRef } from 'react'
import { tellingCalls } from '#contract/notice.ts'
import { tellingKinds } from '#contract/notice-preference.ts'
import { useAct, useCall } from '../call.ts'
import { DetailDrawer } from '../ui/DetailDrawer.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Moment } from '../ui/Moment.tsx'
import style from './Notice.module.css'
import { newsCalls } from './notice.ts'

/** One message, whether it is on the list's page or not; opening it is reading it. */
export function MessageDetail({ tellingId, onClose }: { tellingId: string; onClose: () => void }) {
  const query = useCall(tellingCalls.one, { tellingId })
  const { mutate: read } = useAct(tellingCalls.read, { invalidates: newsCalls })
  const isNoted = useRef(false)
  const isUnread = query.data?.isRead === false
  useEffect(() => {
    if (!isUnread || isNoted.current) return
    isNoted.current = true
    read({ tellingId })
  }, [isUnread, tellingId, read])
  return (
    <DetailDrawer
      isOpen
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
              {tellingKinds[message.kind].name}
            </span>
            <Moment at={message.at} />
          </p>
          <p className={style.whole}>{message.body}</p>
        </>
      )}
    </DetailDrawer>
  )
}

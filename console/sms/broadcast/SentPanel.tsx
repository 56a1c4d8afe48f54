import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { BroadcastTag } from '../broadcast-task/BroadcastName.tsx'
import style from './Broadcast.module.css'

/** Shown where a draft was already sent: in another tab, on another device, or after going back. */
export function SentPanel({ broadcastId }: { broadcastId: string }) {
  const navigate = useNavigate()
  const query = useCall(broadcastCalls.one, { broadcastId })
  const again = useAct(broadcastCalls.again, { onDone: ({ draftId }) => navigate(`/sms/broadcast?draft=${draftId}`) })
  const one = query.data
  if (!one && !query.error) return <PageSkeleton />
  return (
    <section className={style.sent}>
      <h2>这次群发已经提交</h2>
      {one ? (
        <p>
          “{one.name}” <BroadcastTag row={one} />
          <br />
          <Count count={one.phoneCount} unit="个号码" />，<Moment at={one.createdAt} /> 提交
        </p>
      ) : null}
      <div className={style.sentActions}>
        <LinkButton type="primary" to={`/sms/broadcast-task?id=${broadcastId}`}>
          查看这次群发
        </LinkButton>
        <Button loading={again.isPending} onClick={() => again.mutate({ broadcastId, numbers: 'none' })}>
          用这份内容再发一次
        </Button>
      </div>
      <FormRefusal error={again.error} />
    </section>
  )
}

import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { broadcastDraftCalls } from '#contract/broadcast/broadcast-draft.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { terms } from '#contract/terms.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Count, Share } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { Term } from '#ui/display/Term.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import layout from '#ui/theme/layout.module.css'
import { pathTo } from '../../paths.ts'
import { useMay } from '../../session.ts'
import style from './Visitor.module.css'

type Funnel = CallAnswerWire<typeof broadcastCalls.funnel>

/** Funnel from a broadcast's numbers to those who opened its link, and a new broadcast to those who did or did not. */
export function FunnelPanel({ broadcastId, refreshMs }: { broadcastId: string; refreshMs: number }) {
  const query = useCall(broadcastCalls.funnel, { broadcastId }, { refetchInterval: refreshMs })
  const funnel = query.data
  return (
    <Panel
      title="短信到点击"
      note={`${funnel ? `群发“${funnel.name}”` : '群发'}以来的全部数字，不随上面的时间变化；一个收件人打开多次只算一人`}
      action={<Link to={pathTo('/sms/broadcast-history', { id: broadcastId })}>查看群发</Link>}
    >
      {query.error && !funnel ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} title="漏斗没能加载" />
      ) : funnel ? (
        <>
          <Steps funnel={funnel} />
          <People broadcastId={broadcastId} funnel={funnel} />
        </>
      ) : (
        <div className={style.waitingBars} />
      )}
    </Panel>
  )
}

function Steps({ funnel }: { funnel: Funnel }) {
  const { recipientCount, submittedCount, deliveredCount, clickedCount, reachedCount, clickCount, firstAt, lastAt } = funnel
  const steps = [
    { name: '号码', count: recipientCount },
    { name: terms.submitted, count: submittedCount },
    { name: terms.delivered, count: deliveredCount },
    { name: terms.clickers, count: clickedCount },
  ]
  return (
    <>
      <ol className={`${layout.list} ${layout.stack8} ${style.funnel}`}>
        {steps.map(({ name, count }, index) => (
          <li key={name}>
            <span>{name}</span>
            <div aria-hidden="true">
              <div style={{ width: `${Math.min(1, count / Math.max(1, recipientCount)) * 100}%` }} />
            </div>
            <span className={style.step}>
              <Count count={count} />
              {index > 0 ? (
                <>
                  {' '}
                  · <Share part={count} whole={recipientCount} />
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
      <p className={style.facts}>
        <span>
          <Term word={terms.clickRate} /> <Share part={reachedCount} whole={deliveredCount} />
        </span>
        <span>
          共点击 <Count count={clickCount} /> 次
        </span>
        {firstAt ? (
          <span>
            首次 <Moment at={firstAt} />
          </span>
        ) : null}
        {lastAt ? (
          <span>
            最近 <Moment at={lastAt} />
          </span>
        ) : null}
      </p>
    </>
  )
}

/** The people in the list of messages, and another message to them. */
function People({ broadcastId, funnel }: { broadcastId: string; funnel: Funnel }) {
  const navigate = useNavigate()
  const maySend = useMay('broadcast.write')
  const maySee = useMay('message.read')
  const again = useAct(broadcastCalls.again, {
    invalidates: [broadcastDraftCalls.list],
    onDone: ({ draftId, recipientCount }) =>
      navigate(pathTo('/sms/broadcast', { draft: draftId, step: recipientCount > 0 ? 'recipients' : '' })),
  })
  const { clickedCount, deliveredCount, reachedCount } = funnel
  const parts = [
    { numbers: 'clicked', clicked: 'yes', name: terms.clickers, count: clickedCount },
    { numbers: 'unclicked', clicked: 'no', name: `${terms.delivered}未点击`, count: deliveredCount - reachedCount },
  ] as const
  return (
    <>
      <ul className={style.people}>
        {parts.map(({ numbers, clicked, name, count }) => (
          <li key={numbers}>
            <span>
              {name} <Count count={count} unit="人" />
            </span>
            {maySee ? (
              <Link to={pathTo('/sms/delivery', { broadcastId, clicked, state: clicked === 'no' ? 'delivered' : '' })}>查看名单</Link>
            ) : null}
            {maySend ? (
              <Button
                disabled={count === 0}
                loading={again.isPending && again.variables?.numbers === numbers}
                onClick={() => again.mutate({ broadcastId, numbers })}
              >
                再发给他们
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <FormRefusal error={again.error} />
    </>
  )
}

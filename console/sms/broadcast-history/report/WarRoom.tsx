import { Button } from 'antd'
import { useState } from 'react'
import { useMessagesOf } from '#console/shared/messages-of.ts'
import { type BroadcastAct, broadcastCan, mayAct } from '#contract/broadcast/broadcast.ts'
import { queryOfCodes } from '#contract/messages/drill-down.ts'
import { terms } from '#contract/terms.ts'
import { Figures } from '#ui/display/Figures.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { RankedBars } from '#ui/display/RankedBars.tsx'
import { useIntervalWhile } from '#ui/interval.ts'
import layout from '#ui/theme/layout.module.css'
import { formatChinaTime } from '#values/china-time.ts'
import { useMay } from '../../../session.ts'
import { BroadcastTag } from '../../broadcast-task/BroadcastName.tsx'
import { BroadcastProgress } from '../../broadcast-task/BroadcastProgress.tsx'
import type { LiveRow } from '../../broadcast-task/progress.ts'
import { Curve } from './Curve.tsx'
import { Funnel } from './Funnel.tsx'
import type { BreakdownFacts, Detail } from './facts.ts'
import { figuresOf } from './ReportBody.tsx'
import style from './WarRoom.module.css'

interface WarRoomProps {
  one: Detail & LiveRow
  breakdown: BreakdownFacts | undefined
  onAct: (act: BroadcastAct) => void
  onClose: () => void
}

const mainActs = ['pause', 'resume'] as const

/** A broadcast on a whole screen: large figures, rate and expected end, curve, main causes. */
export function WarRoom({ one, breakdown, onAct, onClose }: WarRoomProps) {
  const mayWrite = useMay('broadcast.write')
  const messagesOf = useMessagesOf({ broadcastId: one.broadcastId })
  return (
    <div className={style.room}>
      <header className={`${layout.line16} ${style.head}`}>
        <h1>{one.name}</h1>
        <BroadcastTag row={one} />
        <Clock />
        {mayWrite && one.recallUntil === null
          ? mainActs
              .filter(act => mayAct(act, one.state))
              .map(act => (
                <Button key={act} type="primary" onClick={() => onAct(act)}>
                  {broadcastCan[act].name}
                </Button>
              ))
          : null}
        <Button onClick={onClose}>退出全屏</Button>
      </header>
      <div className={style.figures}>
        <Figures figures={[...liveFigures(one), ...figuresOf(one).slice(1)]} />
      </div>
      {one.finishedAt === null ? <BroadcastProgress row={one} /> : null}
      <Panels layout="wide">
        <Panel title="发送过程">{breakdown ? <Curve breakdown={breakdown} hasLink={one.clicks !== null} heightPx={420} /> : null}</Panel>
        <div className={`${layout.start} ${layout.stack16}`}>
          <Panel title="漏斗">
            <Funnel one={one} messagesOf={messagesOf} />
          </Panel>
          <Panel title={terms.causes}>
            <RankedBars
              bars={(breakdown?.causes ?? []).slice(0, 3).map(({ cause, codes, messageCount }) => ({
                key: cause,
                label: cause,
                count: messageCount,
                to: messagesOf(queryOfCodes(codes)),
              }))}
              emptyText="没有失败、未知或拦截的短信"
            />
          </Panel>
        </div>
      </Panels>
      <p className={`${layout.flush} ${layout.soft}`}>
        预估 <Money hao={one.estimatedHao} />
        ，已扣 <Money hao={one.postedHao} />
        ，冻结 <Money hao={one.heldHao} />
      </p>
    </div>
  )
}

/** Its rate now and the expected end, while it runs. */
function liveFigures({ pace, finishedAt, state }: LiveRow) {
  if (finishedAt !== null) return [{ label: '结束时间', value: formatChinaTime(new Date(finishedAt)).slice(11, 16) }]
  const end = pace && formatChinaTime(Date.now() + pace.secondsLeft * 1_000)
  return [
    { label: '现在每秒', value: state === 'sending' && pace ? pace.perSecond.toFixed(pace.perSecond < 10 ? 1 : 0) : '–' },
    { label: '预计提交完', value: end ? end.slice(11, 16) : '–' },
  ]
}

function Clock() {
  const [now, setNow] = useState(Date.now)
  useIntervalWhile(true, () => setNow(Date.now()), 1_000)
  return <time className={style.clock}>{formatChinaTime(now).slice(11, 19)}</time>
}

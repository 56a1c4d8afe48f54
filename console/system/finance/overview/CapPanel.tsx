import { Button } from 'antd'
import { financeOverviewCalls } from '#contract/billing/finance-overview.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { Money } from '#ui/display/Money.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { haoPerYuan } from '#values/money.ts'
import { useMay } from '../../../session.ts'
import style from './Overview.module.css'

type Overview = CallAnswerWire<typeof financeOverviewCalls.read>
type Cap = Overview['cap']

/** From this share of a cap on, raising it is offered. */
const nearShare = 0.8
const raised = (hao: number) => Math.min(9_999_999, Math.ceil((hao * 1.5) / haoPerYuan)) * haoPerYuan
const yuanOf = (hao: number | null) => (hao === null ? null : String(hao / haoPerYuan))

/** 消费上限: the spending caps, the used share, and a button to raise one. */
export function CapPanel({ cap, capped, onEdit }: { cap: Cap; capped: Overview['capped']; onEdit: () => void }) {
  const mayEdit = useMay('finance.write')
  const save = useMessageAct(financeOverviewCalls.saveCap, {
    invalidates: [financeOverviewCalls.read],
    done: '消费上限已提高，马上生效',
  })
  const raise = (next: Cap) => save.mutate({ day: yuanOf(next.dayHao), month: yuanOf(next.monthHao) })
  const { dayHao, monthHao } = cap
  const word = dayHao === null && monthHao === null ? '设置' : '修改'
  return (
    <Panel
      title="消费上限"
      note="达到后按条付费的短信停发，套餐照常。"
      action={
        mayEdit ? (
          <Button aria-label={`${word}消费上限`} onClick={onEdit}>
            {word}
          </Button>
        ) : null
      }
    >
      {dayHao === null && monthHao === null ? <p>没有设置上限。</p> : null}
      {dayHao === null ? null : (
        <Used
          name="今日"
          capHao={dayHao}
          usedHao={capped.todayHao}
          isRaising={save.isPending}
          onRaise={mayEdit ? to => raise({ dayHao: to, monthHao: monthHao === null ? null : Math.max(to, monthHao) }) : null}
        />
      )}
      {monthHao === null ? null : (
        <Used
          name="本月"
          capHao={monthHao}
          usedHao={capped.monthHao}
          isRaising={save.isPending}
          onRaise={mayEdit ? to => raise({ dayHao, monthHao: to }) : null}
        />
      )}
    </Panel>
  )
}

interface UsedProps {
  name: string
  capHao: number
  usedHao: number
  isRaising: boolean
  /** Null without permission. */
  onRaise: ((toHao: number) => void) | null
}

function Used({ name, capHao, usedHao, isRaising, onRaise }: UsedProps) {
  const isNear = usedHao >= capHao * nearShare
  const to = raised(capHao)
  return (
    <div className={style.cap}>
      <div>
        <span>
          {name} <Money hao={usedHao} /> / <Money hao={capHao} />
        </span>
        {usedHao >= capHao ? <StateTag tone="bad">已达上限</StateTag> : isNear ? <StateTag tone="waiting">接近上限</StateTag> : null}
      </div>
      <progress aria-label={`${name}消费占上限的比例`} value={Math.min(usedHao, capHao)} max={capHao} />
      {isNear && onRaise && to > capHao ? (
        <Button size="small" loading={isRaising} onClick={() => onRaise(to)}>
          提高到 <Money hao={to} />
        </Button>
      ) : null}
    </div>
  )
}

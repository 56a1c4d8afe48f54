import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { useCall, useListCall } from '#ui/call.ts'
import { Chart } from '#ui/chart/Chart.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { comparedCurves } from './compare.ts'
import { FigureTable } from './FigureTable.tsx'
import type { BreakdownFacts, Detail } from './facts.ts'
import style from './Report.module.css'

interface CompareProps {
  one: Detail
  breakdown: BreakdownFacts | undefined
  /** The other broadcast; empty: none is chosen yet. */
  otherId: string
  onOther: (broadcastId: string) => void
}

/** This broadcast beside another one: figures in columns, delivery as curves since the start. */
export function Compare({ one, breakdown, otherId, onOther }: CompareProps) {
  const isChosen = otherId !== '' && otherId !== unchosen
  const other = useCall(broadcastCalls.one, { broadcastId: otherId }, { enabled: isChosen })
  const otherBreakdown = useCall(broadcastCalls.breakdown, { broadcastId: otherId }, { enabled: isChosen })
  const error = other.error ?? otherBreakdown.error
  return (
    <Panel title="对比" action={<Choice one={one} otherId={isChosen ? otherId : ''} otherName={other.data?.name} onOther={onOther} />}>
      {error ? <ErrorPanel title="另一次群发没能加载" error={error} onRetry={() => void other.refetch()} /> : null}
      {other.data && otherBreakdown.data && breakdown ? (
        <div className={style.compared}>
          <FigureTable one={one} other={other.data} />
          <Curves
            sides={[
              { one, breakdown },
              { one: other.data, breakdown: otherBreakdown.data },
            ]}
          />
        </div>
      ) : error ? null : (
        <p className={style.none} data-unchosen={!isChosen || undefined}>
          {isChosen ? '正在加载…' : '选择另一次群发，结果会并排显示。'}
        </p>
      )}
    </Panel>
  )
}

/** In the address: the comparison is open, and nothing is chosen yet. */
export const unchosen = 'choose'

interface Side {
  one: Pick<Detail, 'name' | 'recipientCount'>
  breakdown: BreakdownFacts
}

function Curves({ sides: [one, other] }: { sides: [Side, Side] }) {
  const { labels, values } = comparedCurves(
    { breakdown: one.breakdown, recipientCount: one.one.recipientCount },
    { breakdown: other.breakdown, recipientCount: other.one.recipientCount },
  )
  return (
    <Chart
      title="开始后成功的比例"
      kind="line"
      labels={labels}
      series={[
        { name: one.one.name, colour: 0, values: values[0] },
        { name: other.one.name === one.one.name ? '另一次' : other.one.name, colour: 2, values: values[1] },
      ]}
      unit="%"
      heightPx={240}
      emptyText="还没有成功的短信"
    />
  )
}

interface ChoiceProps {
  one: Detail
  otherId: string
  otherName: string | undefined
  onOther: (broadcastId: string) => void
}

/** A search among the ended broadcasts. */
function Choice({ one, otherId, otherName, onOther }: ChoiceProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const list = useListCall(broadcastCalls.list, { part: 'finished', pageSize: 20, ...(search ? { search } : {}) })
  const rows = (list.data?.rows ?? []).filter(row => row.broadcastId !== one.broadcastId)
  const options = rows.map(row => ({ value: row.broadcastId, label: `${row.name}（${row.createdAt.slice(0, 10)}）` }))
  const isListed = options.some(option => option.value === otherId)
  return (
    <Select
      className={style.choice ?? ''}
      aria-label="对比的群发"
      placeholder="选择群发"
      allowClear
      autoFocus={otherId === ''}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={otherId === '' ? null : otherId}
      options={otherId !== '' && !isListed ? [{ value: otherId, label: otherName ?? '…' }, ...options] : options}
      onChange={(value: string | null) => onOther(value ?? '')}
    />
  )
}

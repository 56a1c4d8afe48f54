import { Button } from 'antd'
import { useState } from 'react'
import type { MessagesOf } from '#console/shared/messages-of.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { queryOfPart } from '#contract/messages/drill-down.ts'
import { endedCount, type statisticsCalls } from '#contract/messages/statistics.ts'
import { Share } from '#ui/display/Count.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { RankedBars } from '#ui/display/RankedBars.tsx'
import style from './Statistics.module.css'

type Rows = CallAnswerWire<typeof statisticsCalls.breakdown>['rows']

const shownAtFirst = 8

/** Messages by province, each with its delivery rate. */
export function Provinces({ rows, messagesOf }: { rows: Rows | undefined; messagesOf: MessagesOf }) {
  const [isWhole, setWhole] = useState(false)
  const rest = (rows ?? []).slice(shownAtFirst)
  const shown = rows && (isWhole || rest.length < 2 ? rows : rows.slice(0, shownAtFirst))
  const restCount = rest.reduce((sum, row) => sum + row.acceptedCount, 0)
  return (
    <Panel
      title="省份/国家"
      note="按号码归属地；携号转网不改变归属地"
      action={
        rest.length > 1 ? (
          <Button type="link" size="small" className={style.more} onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
            {isWhole ? '收起' : `全部 ${rows!.length} 个`}
          </Button>
        ) : null
      }
    >
      {shown ? (
        <RankedBars
          bars={[
            ...shown.map(row => ({
              key: row.key,
              label: row.name,
              count: row.acceptedCount,
              to: messagesOf(queryOfPart('province', row.key)),
              note: (
                <>
                  到达率 <Share part={row.deliveredCount} whole={endedCount(row)} />
                </>
              ),
            })),
            ...(shown.length < rows.length ? [{ key: 'rest', label: `其余 ${rest.length} 个`, count: restCount }] : []),
          ]}
          emptyText="这段时间没有发送。"
        />
      ) : null}
    </Panel>
  )
}

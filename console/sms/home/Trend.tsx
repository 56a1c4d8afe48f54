import { useState } from 'react'
import { useMessagesOf } from '#console/shared/messages-of.ts'
import { queryOfBucket, queryOfPart } from '#contract/messages/drill-down.ts'
import { statisticsCalls } from '#contract/messages/statistics.ts'
import { useListCall } from '#ui/call.ts'
import { Chart } from '#ui/chart/Chart.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Segments } from '#ui/Segments.tsx'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { PendingBlock } from '../../system/home/PendingBlock.tsx'

const refreshMs = 60_000
/** Each kind keeps its colour, whichever has the most. */
const colours: Record<string, number> = { otp: 0, transactional: 1, marketing: 2 }

/** Messages by day and kind. */
export function Trend() {
  const [days, setDays] = useState(7)
  const now = new Date()
  const period = { from: chinaDay(chinaDayStart(now, 1 - days)), to: chinaDay(now) }
  const query = useListCall(statisticsCalls.trend, { ...period, by: 'day', split: 'kind' }, { refetchInterval: refreshMs })
  const messagesOf = useMessagesOf({})
  const series = query.data?.series
    .map(({ key, name, values }) => ({ key, name, colour: colours[key] ?? 3, values: values.map(one => one.acceptedCount) }))
    .sort((a, b) => a.colour - b.colour)
  const title = `近${days}天提交`
  return (
    <Panel
      title={title}
      action={
        <Segments
          aria-label="天数"
          size="small"
          value={days}
          onChange={setDays}
          options={[
            { value: 7, label: '近7天' },
            { value: 30, label: '近30天' },
          ]}
        />
      }
    >
      {query.error && !query.data ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} title="趋势没能加载" />
      ) : query.data ? (
        <Chart
          title={title}
          kind="stack"
          labels={query.data.buckets.map(day => day.slice(5))}
          series={series ?? []}
          unit="条短信"
          linkOf={(step, place) => {
            const [day, kind] = [query.data.buckets[step], place === null ? undefined : series?.[place]?.key]
            return messagesOf(day && { ...queryOfBucket('day', day, period), ...(kind ? queryOfPart('kind', kind) : {}) })
          }}
          heightPx={query.data.totals.acceptedCount > 0 ? 280 : 160}
          emptyText={`近${days}天没有发送。发送后，每天的验证码、通知和推广会显示在这里。`}
        />
      ) : (
        <PendingBlock query={query} heightPx={332} />
      )}
    </Panel>
  )
}

import { RuledTable } from '#admin/ui/RuledTable.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminChannelCalls } from '#contract/messages/admin-channel.ts'
import { terms } from '#contract/terms.ts'
import { useCall } from '#ui/call.ts'
import { Count, Share } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import layout from '#ui/theme/layout.module.css'
import { secondsText } from './channel.ts'

type Traffic = CallAnswerWire<typeof adminChannelCalls.traffic>
type Hour = Traffic['rows'][number]

const reportedOf = ({ deliveredCount, failedCount }: Hour) => deliveredCount + failedCount

const withinText = (seconds: number) => (seconds < 3600 ? `${seconds / 60}分钟` : `${seconds / 3600}小时`)

/** How soon parts are reported, and what belongs to none. */
function reportFacts({ shares, medianSeconds, unmatchedCount }: Traffic['reports']) {
  return [
    ...shares.map(({ withinSeconds, reportedCount, submittedCount }) =>
      fact(
        `${withinText(withinSeconds)}内收到`,
        <>
          <Share part={reportedCount} whole={submittedCount} />
          {submittedCount > 0 ? (
            <span className={layout.soft}>
              （一天里接收满{withinText(withinSeconds)}的 <Count count={submittedCount} unit="条" />）
            </span>
          ) : null}
        </>,
      ),
    ),
    fact('用时中位数', secondsText(medianSeconds)),
    fact('未匹配到短信', <Count count={unmatchedCount} unit="份" />),
  ]
}

/** Parts of the last day by hour: what the carrier took, what it reported, and how soon. */
export function ChannelTraffic({ channelId }: { channelId: string }) {
  const { data, error, refetch } = useCall(adminChannelCalls.traffic, { channelId }, { refetchInterval: 30_000 })
  if (error && !data) return <ErrorPanel title="近24小时没能加载" error={error} onRetry={() => void refetch()} />
  const rows = data?.rows ?? []
  return (
    <>
      {data ? (
        <Section title="状态报告（按分段）">
          <Facts facts={reportFacts(data.reports)} />
        </Section>
      ) : null}
      <Section title="近24小时（按分段）">
        {rows.length === 0 ? (
          <p className={`${layout.flush} ${layout.soft}`}>没有提交，也没有状态报告。</p>
        ) : (
          <RuledTable
            label="近24小时的提交与状态报告"
            rows={rows}
            rowKey={row => row.at}
            columns={[
              { title: '时间', isName: true, render: row => <Moment at={row.at} /> },
              { title: '接收', isNumber: true, render: row => <Count count={row.submittedCount} /> },
              { title: '拒绝', isNumber: true, render: row => <Count count={row.refusedCount} /> },
              { title: '报告', isNumber: true, render: row => <Count count={reportedOf(row)} /> },
              {
                title: terms.rate,
                isNumber: true,
                render: row => <Share part={row.deliveredCount} whole={reportedOf(row)} />,
              },
              { title: '平均用时', isNumber: true, render: row => secondsText(row.meanDelaySeconds) },
            ]}
          />
        )}
      </Section>
    </>
  )
}

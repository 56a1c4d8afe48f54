import { Link } from 'react-router'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import type { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { endedCount } from '#contract/messages/statistics.ts'
import { Chart } from '#ui/Chart.tsx'
import { Count, Share } from '#ui/Count.tsx'
import { Section } from '#ui/Facts.tsx'
import { RankedBars } from '#ui/RankedBars.tsx'
import { formatChinaTime } from '#values/china-time.ts'
import { carrierNames } from '#values/phone.ts'
import style from './History.module.css'

type Facts = CallAnswerWire<typeof broadcastCalls.breakdown>

/** Failure causes with remedies, and results by carrier, province and time. */
export function Breakdown({ breakdown, broadcastId }: { breakdown: Facts; broadcastId: string }) {
  const { causes, carriers, provinces, times, spanMinutes } = breakdown
  if (carriers.length === 0) return null
  return (
    <>
      {causes.length > 0 ? (
        <Section
          title="没有成功的原因"
          action={<ExportButton source="message" filter={{ broadcastId, state: 'failed' }} count={failedCount(carriers)} />}
        >
          <RankedBars
            bars={causes.map(({ cause, advice, messageCount, codes }) => ({
              key: cause,
              label: cause,
              count: messageCount,
              note: (
                <>
                  {advice}
                  <span className={style.codes}>
                    {codes.map(({ code, meaning, messageCount: own }) => (
                      <Link
                        key={code}
                        className={style.link}
                        to={`/sms/delivery?broadcastId=${broadcastId}${code ? `&code=${encodeURIComponent(code)}` : '&state=failed'}`}
                      >
                        {meaning} {own.toLocaleString('en-US')}
                      </Link>
                    ))}
                  </span>
                </>
              ),
            }))}
            emptyText=""
          />
        </Section>
      ) : null}
      <Section title="运营商">
        <ShareTable title="按运营商" rows={carriers.map(({ carrier, ...shares }) => ({ name: carrierNames[carrier], ...shares }))} />
      </Section>
      <Section title="省份">
        <ShareTable title="按省份" rows={provinces.map(({ province, ...shares }) => ({ name: province || '未知', ...shares }))} />
      </Section>
      {times.length > 1 ? (
        <Section title="发送过程">
          <Chart
            title={`每${spanMinutes < 60 ? `${spanMinutes}分钟` : `${spanMinutes / 60}小时`}提交和成功的短信`}
            kind="line"
            labels={times.map(({ at }) => formatChinaTime(new Date(at)).slice(5, 16))}
            series={[
              { name: '提交', colour: 0, values: times.map(time => time.submittedCount) },
              { name: '其中成功', colour: 1, values: times.map(time => time.deliveredCount) },
            ]}
            unit="条"
            heightPx={200}
            emptyText="还没有提交"
          />
        </Section>
      ) : null}
    </>
  )
}

const failedCount = (carriers: Facts['carriers']) => carriers.reduce((sum, one) => sum + one.failedCount, 0)

interface SharesRow {
  name: string
  messageCount: number
  deliveredCount: number
  failedCount: number
  unknownCount: number
}

const shownRows = 8

/** Numbers and the share that was delivered, the largest first; small ones are summed up at the end. */
function ShareTable({ title, rows }: { title: string; rows: SharesRow[] }) {
  const rest = rows.slice(shownRows)
  const sum = (of: (row: SharesRow) => number) => rest.reduce((total, row) => total + of(row), 0)
  const others: SharesRow[] =
    rest.length === 0
      ? []
      : [
          {
            name: `其他${rest.length}个`,
            messageCount: sum(row => row.messageCount),
            deliveredCount: sum(row => row.deliveredCount),
            failedCount: sum(row => row.failedCount),
            unknownCount: sum(row => row.unknownCount),
          },
        ]
  return (
    <table className={style.shares}>
      <caption className="hy-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{title.slice(1)}</th>
          <th scope="col">短信</th>
          <th scope="col">成功</th>
          <th scope="col">失败</th>
          <th scope="col">未知</th>
          <th scope="col">到达率</th>
        </tr>
      </thead>
      <tbody>
        {[...rows.slice(0, shownRows), ...others].map(row => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>
              <Count count={row.messageCount} />
            </td>
            <td>
              <Count count={row.deliveredCount} />
            </td>
            <td>
              <Count count={row.failedCount} />
            </td>
            <td>
              <Count count={row.unknownCount} />
            </td>
            <td>
              <Share part={row.deliveredCount} whole={endedCount(row)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

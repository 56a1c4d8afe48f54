import { useCall } from '#console/call.ts'
import { Count } from '#console/ui/Count.tsx'
import { Section } from '#console/ui/DetailDrawer.tsx'
import { ErrorPanel } from '#console/ui/ErrorPanel.tsx'
import { type FigureFacts, Figures } from '#console/ui/Figures.tsx'
import { relativeTime } from '#console/ui/Moment.tsx'
import { PageHead } from '#console/ui/PageHead.tsx'
import type { Got } from '#contract/call.ts'
import { operatorHomeCalls } from '#contract/operator-home.ts'
import { type ReviewObject, reviewObjects } from '#contract/operator-review.ts'
import { pathTo } from '../paths.ts'

const refreshMs = 15_000
/** A working day: what waits longer is shown in amber. */
const longWaitMs = 4 * 3_600_000

type Home = Got<typeof operatorHomeCalls.overview>

function queueFigure(object: ReviewObject, { count, oldestAt }: NonNullable<Home['reviews']>[ReviewObject]): FigureFacts {
  const isLong = oldestAt !== null && Date.now() - Date.parse(oldestAt) > longWaitMs
  return {
    label: `待审核${reviewObjects[object]}`,
    value: <Count count={count} unit="个" />,
    note: oldestAt === null ? '没有等待的' : `最早提交于${relativeTime(Date.parse(oldestAt), Date.now())}`,
    ...(isLong ? { tone: 'waiting' as const } : {}),
    to: pathTo('/reviews', { object }),
  }
}

/** 工作台: what waits and for how long; only what the person's role works with. */
export function Page() {
  const query = useCall(operatorHomeCalls.overview, {}, { refetchInterval: refreshMs })
  if (query.error && !query.data) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} title="工作台没能加载" />
  const home = query.data
  return (
    <>
      <PageHead title="工作台" note="数字每15秒更新一次；点击数字进入对应的队列。" />
      {home ? <Areas home={home} /> : <Figures figures={[{ label: '正在加载', value: null }]} />}
    </>
  )
}

function Areas({ home: { reviews, customers, channels } }: { home: Home }) {
  return (
    <>
      {reviews ? (
        <Section title="审核">
          <Figures
            figures={[
              queueFigure('signature', reviews.signature),
              queueFigure('template', reviews.template),
              { label: '今日已审核', value: <Count count={reviews.decidedTodayCount} unit="个" />, note: '全部审核人员' },
              { label: '我今日已审核', value: <Count count={reviews.decidedTodayByMeCount} unit="个" /> },
            ]}
          />
        </Section>
      ) : null}
      {customers ? (
        <Section title="客户">
          <Figures
            figures={[
              { label: '客户总数', value: <Count count={customers.count} unit="个" />, to: '/customers' },
              { label: '今日新增', value: <Count count={customers.newTodayCount} unit="个" /> },
              {
                label: '未认证',
                value: <Count count={customers.unattestedCount} unit="个" />,
                to: pathTo('/customers', { attested: 'no' }),
              },
              {
                label: '已冻结',
                value: <Count count={customers.frozenCount} unit="个" />,
                to: pathTo('/customers', { state: 'frozen' }),
              },
            ]}
          />
        </Section>
      ) : null}
      {channels ? (
        <Section title="通道">
          <Figures
            figures={[
              { label: '已连接', value: <Count count={channels.upCount} unit="条" />, to: '/channels' },
              {
                label: '未连接',
                value: <Count count={channels.downCount} unit="条" />,
                ...(channels.downCount > 0 ? { tone: 'bad' as const, note: '请查看通道说明' } : {}),
                to: '/channels',
              },
              { label: '已停用', value: <Count count={channels.disabledCount} unit="条" />, to: '/channels' },
            ]}
          />
        </Section>
      ) : null}
    </>
  )
}

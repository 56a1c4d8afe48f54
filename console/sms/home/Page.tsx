import { routes } from '#console/routes.tsx'
import { CauseBars } from '#console/shared/CauseBars.tsx'
import { PageLink, useReachable } from '#console/shared/PageLink.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { homeCalls } from '#contract/home/home.ts'
import { smsHomeCalls } from '#contract/messages/sms-home.ts'
import { endedCount, statisticsCalls } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { useCall } from '#ui/call.ts'
import { Count, Share } from '#ui/display/Count.tsx'
import { durationText } from '#ui/display/duration.ts'
import { Figures } from '#ui/display/Figures.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { keysOf } from '#values/keys.ts'
import { pathTo } from '../../paths.ts'
import { GrantList } from '../../system/home/GrantList.tsx'
import { PendingBlock } from '../../system/home/PendingBlock.tsx'
import { QuickStart, useIsNew } from '../../system/home/QuickStart.tsx'
import { ToDo } from '../../system/home/ToDo.tsx'
import { PeriodTable } from './PeriodTable.tsx'
import { Trend } from './Trend.tsx'
import { Ways } from './Ways.tsx'

const refreshMs = 15_000

/** 短信概览: sending results, what is left to send with, open tasks, and current delivery rates. */
export function Page() {
  const query = useCall(smsHomeCalls.overview, {}, { refetchInterval: refreshMs })
  const homeQuery = useCall(homeCalls.overview, {}, { refetchInterval: refreshMs })
  const home = homeQuery.data
  const isNew = useIsNew('sms', home && !home.steps.hasSent)
  if (query.error && !query.data) return <PageFailure page="短信概览" query={query} />
  const overview = query.data
  return (
    <>
      <PageHead title="短信概览" note={routes['/sms/home'].note} action={<QuickActs />} />
      {isNew ? (
        <Panels layout="one">
          <QuickStart home={home} />
        </Panels>
      ) : null}
      <TodayFigures periods={overview?.periods} />
      <Panels layout="wide">
        <Trend />
        <Panel title="待办">{home ? <ToDo home={home} /> : <PendingBlock query={homeQuery} />}</Panel>
      </Panels>
      {isNew ? null : (
        <Panels layout="one">
          <Panel
            title="各时段汇总"
            note="到达率＝成功÷（成功＋失败＋未知）；到达耗时是一半短信收到回执的时间"
            action={<PageLink to="/sms/smsTotal">统计分析</PageLink>}
          >
            {overview ? <PeriodTable periods={overview.periods} /> : <PendingBlock query={query} heightPx={216} />}
          </Panel>
        </Panels>
      )}
      <Panels>
        <Panel title="套餐余量" note="专用套餐先用，先到期的先用。" action={<Packages />}>
          {home ? <GrantList grants={home.grants} whenEmpty={home.whenEmpty} /> : <PendingBlock query={homeQuery} />}
        </Panel>
        {overview ? (
          <Failures days={overview.periods.week} />
        ) : (
          <Panel title={`近7天${terms.causes}`}>
            <PendingBlock query={query} />
          </Panel>
        )}
        <Panel title="通道现状" note="此刻提交的短信能否发出">
          {overview ? <Ways ways={overview.ways} /> : <PendingBlock query={query} />}
        </Panel>
      </Panels>
    </>
  )
}

function QuickActs() {
  const isReachable = useReachable()
  const names = { '/sms/broadcast': '群发短信', '/sms/delivery': '查发送记录', '/sms/smsTotal': '统计分析' } as const
  return keysOf(names)
    .filter(isReachable)
    .map(path => (
      <LinkButton key={path} to={pathTo(path)} type={path === '/sms/broadcast' ? 'primary' : 'default'}>
        {names[path]}
      </LinkButton>
    ))
}

const Packages = () => (useReachable()('/sms/combo/purchase') ? <PageLink to="/sms/combo/purchase">购买套餐</PageLink> : null)

type Periods = CallAnswerWire<typeof smsHomeCalls.overview>['periods']

function TodayFigures({ periods }: { periods: Periods | undefined }) {
  const isReachable = useReachable()
  const [today, month] = [periods?.today.measures, periods?.month.measures]
  const toMessages = (state: string) =>
    periods && isReachable('/sms/delivery')
      ? { to: pathTo('/sms/delivery', { from: periods.today.from, to: periods.today.to, state }) }
      : {}
  return (
    <Figures
      figures={[
        { label: `今日${terms.accepted}`, value: today ? <Count count={today.acceptedCount} /> : null, ...toMessages('') },
        {
          label: `今日${terms.rate}`,
          value: today ? <Share part={today.deliveredCount} whole={endedCount(today)} /> : null,
          note: today ? today.p50Ms && `一半在${durationText(today.p50Ms)}内到达` : null,
        },
        { label: `今日${terms.failed}`, value: today ? <Count count={today.failedCount} /> : null, ...toMessages('failed') },
        { label: terms.waiting, value: today ? <Count count={today.waitingCount} /> : null, ...toMessages('waiting') },
        { label: `本月${terms.accepted}`, value: month ? <Count count={month.acceptedCount} /> : null },
        {
          label: `本月${terms.charged}`,
          value: month ? <Count count={month.chargedSegmentCount} /> : null,
          note: month ? (
            <>
              {terms.balancePaid} <Money hao={month.costHao} />
            </>
          ) : null,
        },
      ]}
    />
  )
}

function Failures({ days }: { days: { from: string; to: string } }) {
  const { from, to } = days
  const query = useCall(statisticsCalls.failures, { from, to }, { staleTimeMs: 60_000 })
  return (
    <Panel
      title={`近7天${terms.causes}`}
      action={
        <PageLink to="/sms/delivery" query={{ from, to, state: 'failed' }}>
          查看失败短信
        </PageLink>
      }
    >
      {query.data ? (
        <CauseBars causes={query.data.causes} days={days} emptyText="近7天没有未送达的短信。" />
      ) : (
        <PendingBlock query={query} heightPx={320} />
      )}
    </Panel>
  )
}

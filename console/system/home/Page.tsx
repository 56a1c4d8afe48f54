import { routes } from '#console/routes.tsx'
import { CauseBars } from '#console/shared/CauseBars.tsx'
import { useMessagesOf } from '#console/shared/messages-of.ts'
import { PageLink, useReachable } from '#console/shared/PageLink.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { homeCalls } from '#contract/home/home.ts'
import { messageKindNames } from '#contract/messages/delivery.ts'
import { endedCount } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { useCall } from '#ui/call.ts'
import { Chart } from '#ui/chart/Chart.tsx'
import type { ChartSeries } from '#ui/chart/drawing.ts'
import { dayPresets } from '#ui/date-range.ts'
import { Count, Segments, Share, thousands } from '#ui/display/Count.tsx'
import { type FigureFacts, Figures } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { chinaDay } from '#values/china-time.ts'
import { formatYuan } from '#values/money.ts'
import { pathTo } from '../../paths.ts'
import { useMe } from '../../session.ts'
import { GrantList } from './GrantList.tsx'
import style from './Home.module.css'
import { LatestAlerts } from './LatestAlerts.tsx'
import { LatestBroadcasts } from './LatestBroadcasts.tsx'
import { LatestNews } from './LatestNews.tsx'
import { MoneyPanel } from './MoneyPanel.tsx'
import { PendingBlock } from './PendingBlock.tsx'
import { QuickStart, useIsNew } from './QuickStart.tsx'
import { AllToDo } from './ToDo.tsx'

type Home = CallAnswerWire<typeof homeCalls.overview>
type Trend = CallAnswerWire<typeof homeCalls.trend>
const refreshMs = 15_000
const trendRefreshMs = 120_000

/**
 * 控制台首页: today's messages, the trend, open tasks and what is left to send with; for a new account the way to its first
 * message.
 */
export function Page() {
  const query = useCall(homeCalls.overview, {}, { refetchInterval: refreshMs })
  const trend = useCall(homeCalls.trend, {}, { refetchInterval: trendRefreshMs, staleTimeMs: 60_000 })
  const messagesOf = useMessagesOf({})
  const seesAlerts = useReachable()('/sms/app-warning')
  const home = query.data
  const isNew = useIsNew('home', home && !isStarted(home.steps))
  return (
    <>
      <PageHead title="控制台首页" note={routes['/system/home'].note} action={<QuickActs />} />
      {isNew ? (
        <Panels layout="one">
          <QuickStart home={home} />
        </Panels>
      ) : null}
      {query.error && !home ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} title="今日数据没能加载" />
      ) : (
        <TodayFigures home={home} />
      )}
      <Panels layout="wide">
        <Panel title="近14天发送" note="按提交日期统计，含所有结果">
          {trend.error && !trend.data ? (
            <ErrorPanel error={trend.error} onRetry={() => void trend.refetch()} title="趋势没能加载" />
          ) : trend.data ? (
            <Chart
              title="近14天发送"
              kind="stack"
              labels={trend.data.days.map(({ day }) => day.slice(5))}
              series={seriesOf(trend.data)}
              unit="条短信"
              linkOf={(step, place) => {
                const [day, kind] = [trend.data.days[step]?.day, place === null ? undefined : kinds[place]]
                return messagesOf(day && { from: day, to: day, ...(kind ? { kind } : {}) })
              }}
              heightPx={trend.data.days.some(day => day.otp + day.transactional + day.marketing > 0) ? 280 : 160}
              emptyText="近14天没有发送。发送后，每天的验证码、通知和推广会显示在这里。"
            />
          ) : (
            <PendingBlock query={trend} heightPx={332} />
          )}
        </Panel>
        <Panel title="待办">
          <AllToDo home={home} hasFailed={query.error !== null && !home} onRetry={() => void query.refetch()} />
          <LastSignIn />
        </Panel>
      </Panels>
      <Panels>
        <Panel title="套餐余量" note="专用套餐先用，先到期的先用；送达才扣。" action={<AllPackages />}>
          {home ? <GrantList grants={home.grants} whenEmpty={home.whenEmpty} /> : <PendingBlock query={query} />}
        </Panel>
        <Panel
          title={`近7天${terms.causes}`}
          action={
            <PageLink to="/sms/delivery" query={{ state: 'failed' }}>
              查看失败短信
            </PageLink>
          }
        >
          {trend.data ? (
            <CauseBars causes={trend.data.failures} days={dayPresets.近7天(new Date())} emptyText="近7天没有失败的短信。" />
          ) : (
            <PendingBlock query={trend} heightPx={320} />
          )}
        </Panel>
        {home && home.broadcasts === null ? null : (
          <Panel title="最近群发" action={<PageLink to="/sms/broadcast-history">全部记录</PageLink>}>
            {home?.broadcasts ? <LatestBroadcasts broadcasts={home.broadcasts} /> : <PendingBlock query={query} />}
          </Panel>
        )}
      </Panels>
      {home?.money ? <MoneyPanel /> : null}
      <Panels layout={seesAlerts ? 'even' : 'one'}>
        {seesAlerts ? (
          <Panel title="最近预警" action={<PageLink to="/sms/app-warning">全部预警</PageLink>}>
            <LatestAlerts />
          </Panel>
        ) : null}
        <Panel title="公告与消息" action={<PageLink to="/notice">全部公告</PageLink>}>
          <LatestNews />
        </Panel>
      </Panels>
    </>
  )
}

/** A new account has finished its first steps once it has sent and paid. */
const isStarted = (steps: Home['steps']) => steps.hasSent && steps.hasCredit

function LastSignIn() {
  const last = useMe().data?.lastSignIn
  if (!last) return null
  return (
    <p className={style.signIn}>
      上次登录 <Moment at={last.at} />
      {last.address ? `，地址 ${last.address}${last.place ? `（${last.place}）` : ''}` : ''}
    </p>
  )
}

function QuickActs() {
  const isReachable = useReachable()
  const acts = (['/sms/broadcast', '/sms/template', '/sms/delivery'] as const).filter(isReachable)
  const names = { '/sms/broadcast': '群发短信', '/sms/template': '短信模板', '/sms/delivery': '查发送记录' }
  return acts.map(path => (
    <LinkButton key={path} to={pathTo(path)} type={path === '/sms/broadcast' ? 'primary' : 'default'}>
      {names[path]}
    </LinkButton>
  ))
}

function AllPackages() {
  return useReachable()('/sms/combo') ? <PageLink to="/sms/combo">全部套餐</PageLink> : null
}

const todayText = () => chinaDay(new Date())

function TodayFigures({ home }: { home: Home | undefined }) {
  const isReachable = useReachable()
  const today = home?.today
  const toMessages = (state?: string) =>
    isReachable('/sms/delivery') ? { to: pathTo('/sms/delivery', { from: todayText(), to: todayText(), state: state ?? '' }) } : {}
  const figures: FigureFacts[] = [
    { label: `今日${terms.accepted}`, value: today ? <Count count={today.acceptedCount} unit="条短信" /> : null, ...toMessages() },
    {
      label: `今日${terms.rate}`,
      value: today ? <Share part={today.deliveredCount} whole={endedCount(today)} /> : null,
      note: '只算已有结果的',
    },
    {
      label: `今日${terms.failed}`,
      value: today ? <Count count={today.failedCount} /> : null,
      // Every account has this line, and the one of the balance: nothing below moves when they arrive.
      note: today ? `另有拦截 ${thousands(today.refusedCount)}` : null,
      ...toMessages('failed'),
    },
    { label: terms.waiting, value: today ? <Count count={today.waitingCount} /> : null, ...toMessages('waiting') },
    {
      // Without a package everything is paid from the balance: then the sum matters.
      ...(today?.packageSegments === 0 && home?.money?.spentTodayHao
        ? { label: `今日${terms.balancePaid}`, value: <Money hao={home.money.spentTodayHao} /> }
        : {
            label: `今日${terms.packagePaid}`,
            value: today ? <Segments count={today.packageSegments} /> : null,
            note: home?.money?.spentTodayHao ? (
              <>
                {terms.balancePaid} <Money hao={home.money.spentTodayHao} />
              </>
            ) : (
              '从套餐扣除'
            ),
          }),
    },
  ]
  if (!home || home.links)
    figures.push({
      label: '今日短链访问',
      value: home?.links ? <Count count={home.links.pvToday} /> : null,
      note: home?.links ? `访客 ${thousands(home.links.uvToday)}` : null,
      ...(isReachable('/shorturl/visitor') ? { to: pathTo('/shorturl/visitor', { from: todayText(), to: todayText() }) } : {}),
    })
  if (!home || home.money)
    figures.push({
      label: terms.available,
      value: home?.money ? <Money hao={home.money.availableHao} /> : null,
      note: home?.money ? <MoneyNote {...home.money} /> : null,
    })
  return <Figures figures={figures} />
}

function MoneyNote({ bonusHao, heldHao }: NonNullable<Home['money']>) {
  const words = [...(bonusHao > 0 ? [`赠送金${formatYuan(bonusHao)}`] : []), ...(heldHao > 0 ? [`冻结${formatYuan(heldHao)}`] : [])]
  return words.join('，') || '没有冻结'
}

const kinds = ['otp', 'transactional', 'marketing'] as const
const seriesOf = ({ days }: Trend): ChartSeries[] =>
  kinds.map((kind, colour) => ({ name: messageKindNames[kind], colour, values: days.map(day => day[kind]) }))

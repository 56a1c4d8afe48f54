import { pathTo } from '#admin/paths.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { type ReviewObject, reviewObjects } from '#contract/content/admin-review.ts'
import { adminHomeCalls } from '#contract/home/admin-home.ts'
import { useCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Section } from '#ui/display/Facts.tsx'
import { type FigureFacts, Figures } from '#ui/display/Figures.tsx'
import { relativeTime } from '#ui/display/Moment.tsx'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { SystemAlerts } from '../ui/SystemAlerts.tsx'

const refreshMs = 15_000
/** A working day: a longer wait is shown in amber. */
const longWaitMs = 4 * 3_600_000

const isLongWait = (oldestAt: string | null) => oldestAt !== null && Date.now() - Date.parse(oldestAt) > longWaitMs

type Home = CallAnswerWire<typeof adminHomeCalls.overview>

function waitingFigure(
  label: string,
  { count, oldestAt }: NonNullable<Home['reviews']>[ReviewObject],
  to: string,
  unit = '个',
): FigureFacts {
  return {
    label,
    value: <Count count={count} unit={unit} />,
    note: oldestAt === null ? '没有等待的' : `最早提交于${relativeTime(Date.parse(oldestAt), Date.now())}`,
    ...(isLongWait(oldestAt) ? { tone: 'waiting' as const } : {}),
    to,
  }
}

const queueFigure = (object: ReviewObject, queue: NonNullable<Home['reviews']>[ReviewObject]) =>
  waitingFigure(`待审核${reviewObjects[object]}`, queue, pathTo('/reviews', { object }))

function linkFigures({ hostCount, linkCount, oldestAt, reportedCount, flaggedCount }: NonNullable<Home['links']>): FigureFacts[] {
  return [
    {
      label: '待审核域名',
      value: <Count count={hostCount} unit="个" />,
      note: oldestAt === null ? '没有等待的' : `最早提交于${relativeTime(Date.parse(oldestAt), Date.now())}`,
      ...(isLongWait(oldestAt) ? { tone: 'waiting' as const } : {}),
      to: '/link-reviews',
    },
    { label: '待审核短链接', value: <Count count={linkCount} unit="条" />, to: '/link-reviews' },
    { label: '被举报的短链接', value: <Count count={reportedCount} unit="条" />, note: '等待处理', to: '/link-reports' },
    {
      label: '多人举报',
      value: <Count count={flaggedCount} unit="条" />,
      ...(flaggedCount > 0 ? { tone: 'bad' as const, note: '请优先处理' } : {}),
      to: '/link-reports',
    },
  ]
}

/** 工作台: open queues and their waiting time, for the person's role. */
export function Page() {
  const query = useCall(adminHomeCalls.overview, {}, { refetchInterval: refreshMs })
  if (query.error && !query.data) return <PageFailure page="工作台" query={query} />
  const home = query.data
  return (
    <>
      <PageHead title="工作台" note="数字每15秒更新一次；点击数字进入对应的队列。" />
      {home ? <Areas home={home} /> : <Figures figures={[{ label: '正在加载', value: null }]} />}
    </>
  )
}

const alarm = (label: string, count: number, to: string): FigureFacts => ({
  label,
  value: <Count count={count} unit="笔" />,
  ...(count > 0 ? { tone: 'bad' as const } : {}),
  to,
})

const financeFigures = (finance: NonNullable<Home['finance']>): FigureFacts[] => [
  waitingFigure('待处理退款', finance.refunds, '/refunds'),
  waitingFigure('待我复核', finance.approvals, '/approvals'),
  waitingFigure('待处理汇款认领', finance.claims, '/bank'),
  waitingFigure('待审核提现', finance.withdrawals, '/withdrawals'),
  {
    label: '未入账的银行到账',
    value: <Count count={finance.receiptCount} unit="笔" />,
    to: pathTo('/bank', { tab: 'receipts', state: 'waiting' }),
  },
  alarm('待人工处理的提现', finance.abnormalCount, pathTo('/withdrawals', { view: 'abnormal' })),
  alarm('金额不符的充值', finance.failedRechargeCount, '/recharges'),
  alarm('对账差异', finance.differenceCount, pathTo('/reconciliation', { tab: 'differences' })),
]

const invoiceFigures = (invoices: NonNullable<Home['invoices']>): FigureFacts[] => [
  waitingFigure('待审核发票', invoices.reviewing, '/invoices', '张'),
  waitingFigure('待开票', invoices.issuing, pathTo('/invoices', { view: 'issuing' }), '张'),
  {
    ...waitingFigure('开票失败', invoices.failed, pathTo('/invoices', { view: 'failed' }), '张'),
    ...(invoices.failed.count > 0 ? { tone: 'bad' as const } : {}),
  },
  waitingFigure('待红冲', invoices.reversing, pathTo('/invoices', { view: 'reversing' }), '张'),
  waitingFigure('待寄出', invoices.unsent, pathTo('/invoices', { view: 'unsent' }), '张'),
  waitingFigure('待审核抬头', invoices.titles, '/invoice-titles'),
]

const reviewFigures = (reviews: NonNullable<Home['reviews']>): FigureFacts[] => [
  queueFigure('signature', reviews.signature),
  queueFigure('template', reviews.template),
  { label: '今日已审核', value: <Count count={reviews.decidedTodayCount} unit="个" />, note: '全部审核人员' },
  { label: '我今日已审核', value: <Count count={reviews.decidedTodayByMeCount} unit="个" /> },
]

const customerFigures = (customers: NonNullable<Home['customers']>): FigureFacts[] => [
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
]

const channelFigures = (channels: NonNullable<Home['channels']>): FigureFacts[] => [
  { label: '已连接', value: <Count count={channels.upCount} unit="条" />, to: '/channels' },
  {
    label: '未连接',
    value: <Count count={channels.downCount} unit="条" />,
    ...(channels.downCount > 0 ? { tone: 'bad' as const, note: '请查看通道说明' } : {}),
    to: '/channels',
  },
  { label: '已停用', value: <Count count={channels.disabledCount} unit="条" />, to: '/channels' },
]

function Areas({ home: { alerts, reviews, attestations, links, customers, finance, invoices, channels } }: { home: Home }) {
  return (
    <>
      <SystemAlerts alerts={alerts ?? []} />
      {reviews ? (
        <Section title="审核">
          <Figures figures={reviewFigures(reviews)} />
        </Section>
      ) : null}
      {attestations ? (
        <Section title="实名认证">
          <Figures figures={[waitingFigure('待审核认证', attestations, '/attestations', '份')]} />
        </Section>
      ) : null}
      {links ? (
        <Section title="短链接">
          <Figures figures={linkFigures(links)} />
        </Section>
      ) : null}
      {customers ? (
        <Section title="客户">
          <Figures figures={customerFigures(customers)} />
        </Section>
      ) : null}
      {finance ? (
        <Section title="财务">
          <Figures figures={financeFigures(finance)} />
        </Section>
      ) : null}
      {invoices ? (
        <Section title="发票">
          <Figures figures={invoiceFigures(invoices)} />
        </Section>
      ) : null}
      {channels ? (
        <Section title="通道">
          <Figures figures={channelFigures(channels)} />
        </Section>
      ) : null}
    </>
  )
}

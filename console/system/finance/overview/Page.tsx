import { Button } from 'antd'
import { Fragment, Suspense, useState } from 'react'
import { routes } from '#console/routes.tsx'
import { PageLink, useReachable } from '#console/shared/PageLink.tsx'
import { financeOverviewCalls } from '#contract/billing/finance-overview.ts'
import { transactionCalls } from '#contract/billing/transaction.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { terms } from '#contract/terms.ts'
import { useCall } from '#ui/call.ts'
import { Count, Segments } from '#ui/display/Count.tsx'
import { type FigureFacts, Figures } from '#ui/display/Figures.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import layout from '#ui/theme/layout.module.css'
import { monthName } from '#values/china-month.ts'
import { chinaDay } from '#values/china-time.ts'
import { formatYuan } from '#values/money.ts'
import { rateText, wholeFen } from '#values/tax.ts'
import { pathTo } from '../../../paths.ts'
import { useMay } from '../../../session.ts'
import { Bridge } from '../ui/Bridge.tsx'
import { CapPanel } from './CapPanel.tsx'
import { Recent } from './Recent.tsx'
import { WarningPanel } from './WarningPanel.tsx'

const Holds = lazyPart('Holds', () => import('./Holds.tsx'))
const CapForm = lazyPart('CapForm', () => import('./CapForm.tsx'))
const WarningForm = lazyPart('WarningForm', () => import('./WarningForm.tsx'))

type Overview = CallAnswerWire<typeof financeOverviewCalls.read>
const refreshMs = 60_000
const recentDays = 30

/** 财务总览: where the money is, how this month's figures add up, how long the balance lasts, and what to do. */
export function Page() {
  const query = useCall(financeOverviewCalls.read, {}, { refetchInterval: refreshMs })
  const [opened, setOpened] = useState<'holds' | 'warning' | 'cap' | null>(null)
  const until = `${chinaDay(new Date())}T23:59:59.999+08:00`
  const recent = useCall(transactionCalls.list, {
    from: new Date(Date.parse(until) - recentDays * 86_400_000).toISOString(),
    until: new Date(Date.parse(until)).toISOString(),
    pageSize: 8,
  })
  if (query.error && !query.data) return <PageFailure page="财务总览" query={query} />
  if (!query.data) return <PageSkeleton />
  const overview = query.data
  return (
    <>
      <PageHead title="财务总览" note={routes['/system/finance/overview'].note} action={<Actions />} />
      {overview.arrearsHao > 0 ? <Arrears hao={overview.arrearsHao} /> : null}
      <Figures figures={moneyFigures(overview, () => setOpened('holds'))} />
      <Figures figures={monthFigures(overview)} />
      <Panels layout="one">
        <Panel title={`${monthName(overview.month.month)}的余额`} action={<PageLink to="/system/finance/bill/overview">账单总览</PageLink>}>
          <Bridge bridge={overview.month} state="open" />
        </Panel>
      </Panels>
      <Panels layout="wide">
        <Recent query={recent} />
        <div className={`${layout.start} ${layout.stack16}`}>
          <CapPanel cap={overview.cap} capped={overview.capped} onEdit={() => setOpened('cap')} />
          <WarningPanel warning={overview.warning} availableHao={overview.availableHao} onEdit={() => setOpened('warning')} />
        </div>
      </Panels>
      <Suspense fallback={null}>
        {opened === 'holds' ? <Holds onClose={() => setOpened(null)} /> : null}
        {opened === 'cap' ? <CapForm cap={overview.cap} onClose={() => setOpened(null)} /> : null}
        {opened === 'warning' ? <WarningForm warning={overview.warning} onClose={() => setOpened(null)} /> : null}
      </Suspense>
    </>
  )
}

function Actions() {
  const isReachable = useReachable()
  const [mayTopUp, mayInvoice] = [useMay('finance.write'), useMay('invoice.write')]
  return (
    <>
      {mayTopUp ? (
        <LinkButton type="primary" to={pathTo('/system/finance/recharge')}>
          充值
        </LinkButton>
      ) : null}
      {isReachable('/sms/combo/purchase') ? <LinkButton to={pathTo('/sms/combo/purchase')}>购买套餐</LinkButton> : null}
      {mayInvoice ? <LinkButton to={pathTo('/system/finance/invoice')}>开发票</LinkButton> : null}
    </>
  )
}

const Arrears = ({ hao }: { hao: number }) => (
  <Panels layout="one">
    <Panel
      title={`${terms.arrears}${formatYuan(hao)}`}
      note="欠费时按余额付费的短信不能发送，已购买的套餐和短链跳转照常；充值后先抵扣欠费。"
    >
      <PageLink to="/system/finance/recharge">去充值</PageLink>
    </Panel>
  </Panels>
)

function lastsText({ dayHao, emptyAt }: Overview['pace']) {
  if (dayHao === 0) return '近7天没有按条付费'
  return emptyAt ? `按近7天用量可用到${chinaDay(Date.parse(emptyAt))}` : '按近7天用量可用10年以上'
}

function moneyFigures(
  { availableHao, creditLimitHao, heldHao, bonus, arrearsHao, pace, packages }: Overview,
  openHolds: () => void,
): FigureFacts[] {
  return [
    {
      label: terms.available,
      value: <Money hao={availableHao} />,
      note: (
        <>
          {lastsText(pace)}
          {creditLimitHao > 0 ? (
            <>
              ，另有{terms.creditLimit} <Money hao={creditLimitHao} />
            </>
          ) : null}
        </>
      ),
    },
    {
      label: terms.bonus,
      value: <Money hao={bonus.availableHao} />,
      note: bonus.nextExpiry ? (
        <>
          {chinaDay(Date.parse(bonus.nextExpiry.expiresAt))}有 <Money hao={bonus.nextExpiry.hao} /> 到期，先于余额使用
        </>
      ) : (
        '先于余额使用，不可开票'
      ),
      to: pathTo('/system/finance/transaction', { wallet: 'bonus' }),
    },
    {
      label: terms.held,
      value: <Money hao={heldHao} />,
      note: (
        <Button type="link" size="small" style={{ padding: 0, height: 'auto' }} onClick={openHolds}>
          冻结在哪里
        </Button>
      ),
    },
    {
      label: terms.arrears,
      value: <Money hao={arrearsHao} />,
      note: arrearsHao === 0 ? '没有欠费' : '请充值',
      ...(arrearsHao > 0 ? { tone: 'bad' as const } : {}),
    },
    {
      label: '短信套餐',
      value: <Segments count={packages.segmentCount} />,
      note: packages.nextExpiry
        ? `${chinaDay(Date.parse(packages.nextExpiry.expiresAt))}有${packages.nextExpiry.count.toLocaleString('en-US')}条到期`
        : '没有可用的套餐',
      to: pathTo('/sms/combo'),
    },
    { label: '其中赠送的套餐', value: <Segments count={packages.giftSegmentCount} />, note: '不可开票，到期作废' },
  ]
}

/** Further amounts of a figure, each with its name. */
const Notes = ({ notes }: { notes: readonly ({ name: string; hao: number } | null)[] }) =>
  notes
    .filter(note => note !== null)
    .map(({ name, hao }, place) => (
      <Fragment key={name}>
        {place > 0 ? '，' : ''}
        {name} <Money hao={hao} />
      </Fragment>
    ))

function monthFigures({ month, before, pace, invoiceable, packages }: Overview): FigureFacts[] {
  const whole = invoiceable.map(one => ({ rateBp: one.rateBp, hao: wholeFen(one.availableHao) })).filter(one => one.hao > 0)
  const available = whole.reduce((sum, one) => sum + one.hao, 0)
  const owed = invoiceable.reduce((sum, one) => sum + Math.min(0, one.availableHao), 0)
  return [
    {
      label: `本月${terms.netSpent}`,
      value: <Money hao={month.orderHao + month.usageHao - month.refundHao} />,
      note: (
        <Notes
          notes={[
            month.refundHao > 0 ? { name: '已减退款', hao: month.refundHao } : null,
            before ? { name: '上月同期', hao: before.orderHao + before.usageHao - before.refundHao } : null,
          ]}
        />
      ),
      to: pathTo('/system/finance/bill/overview'),
    },
    { label: '本月预计', value: <Money hao={pace.forecastHao} />, note: <Notes notes={[{ name: '按近7天日均用量', hao: pace.dayHao }]} /> },
    {
      label: terms.invoiceable,
      value: <Money hao={available} />,
      note:
        owed < 0 ? (
          <Notes notes={[{ name: terms.invoiceOwed, hao: -owed }]} />
        ) : whole.length > 0 ? (
          <Notes notes={whole.map(one => ({ name: rateText(one.rateBp), hao: one.hao }))} />
        ) : (
          '消费后可开'
        ),
      ...(owed < 0 ? { tone: 'waiting' as const } : {}),
      to: pathTo('/system/finance/invoice'),
    },
    { label: terms.invoiceOwed, value: <Money hao={-owed} />, note: owed < 0 ? '之后的消费会先抵扣' : '没有欠票' },
    { label: '短链套餐', value: <Count count={packages.unitCount} unit="次" />, note: '创建和访问各用1次', to: pathTo('/shorturl/combo') },
  ]
}

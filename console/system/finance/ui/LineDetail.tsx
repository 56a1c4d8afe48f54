import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { PageLink } from '#console/shared/PageLink.tsx'
import { lineItems, lineKinds, lineSources } from '#contract/billing/charge-line.ts'
import { consumptionCalls } from '#contract/billing/consumption.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { terms } from '#contract/terms.ts'
import { useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money, MoneyMove } from '#ui/display/Money.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { chinaDay } from '#values/china-time.ts'
import { formatUnitPrice, formatYuan } from '#values/money.ts'
import style from './Line.module.css'
import { isMessageLine, keyOf, type Line, quantityText } from './line.ts'
import { rateText, Subject } from './line-columns.tsx'

interface LineDetailProps {
  line: Line
  /** Lines are distinguished by their broadcast. */
  byTask?: boolean
  onClose: () => void
}

/** One line: its figures, their calculation, and every message or order behind it. */
export function LineDetail({ line, byTask = false, onClose }: LineDetailProps) {
  return (
    <DetailDrawer onClose={onClose} title={`${line.day} ${lineItems[line.item].name}`}>
      <Facts
        facts={[
          ['类型', lineKinds[line.kind]],
          ['支付来源', lineSources[line.source]],
          ['应用', line.app?.name ?? null],
          ['套餐、订单或任务', <Subject key="subject" line={line} />],
          ['订单号', line.order?.orderNumber ?? null],
          [terms.usage, quantityText(line.item, line.quantity)],
          [terms.returned, isMessageLine(line) ? quantityText(line.item, line.returnedCount) : null],
          [terms.list, <Money key="list" hao={line.listHao} />],
          [terms.discount, <Money key="discount" hao={line.discountHao} />],
          [terms.packagePaid, <Money key="package" hao={line.packageHao} />],
          [terms.bonusPaid, line.bonusHao === 0 ? null : <Money key="bonus" hao={line.bonusHao} />],
          [terms.cash, line.kind === 'adjust' ? null : <Money key="cash" hao={line.cashHao} />],
          ['调账', line.kind === 'adjust' ? <MoneyMove key="adjust" hao={line.adjustHao} /> : null],
          ['税率', rateText(line.rateBp)],
          ['不含税', line.cashHao === 0 ? null : <Money key="net" hao={line.cashHao - line.taxHao} />],
          ['税额', line.cashHao === 0 ? null : <Money key="tax" hao={line.taxHao} />],
        ]}
      />
      {isMessageLine(line) ? (
        <>
          <Explanation line={line} byTask={byTask} />
          {line.quantity > 0 ? <Messages line={line} byTask={byTask} /> : null}
        </>
      ) : null}
      {line.kind === 'usage' && line.product === 'link' ? (
        <Section title="为什么是这个价">
          <ul className={style.why}>
            <li>每创建一条短链、每个收件人自己的短码、每次被记录的访问各用1次，只由短链套餐支付，不用余额。</li>
          </ul>
        </Section>
      ) : null}
    </DetailDrawer>
  )
}

type Explained = CallAnswerWire<typeof consumptionCalls.explain>

function Explanation({ line, byTask }: { line: Line; byTask: boolean }) {
  const query = useCall(consumptionCalls.explain, keyOf(line, byTask))
  if (query.error) return <ErrorPanel title="没能加载" error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Section title="为什么是这个价">
      {query.data ? (
        <ul className={style.why}>
          {sentences(line, query.data).map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      )}
    </Section>
  )
}

function sentences(line: Line, { lengths, listSince, ownSince, grant }: Explained): string[] {
  const counted = lengths.map(one => `${thousands(one.messageCount)}条短信各计${one.segmentCount}条`)
  const sent =
    counted.length === 0
      ? '这一行没有送达的短信，只有未送达而返还的条数。'
      : `${counted.join('，')}，共${quantityText(line.item, line.quantity)}。`
  const since = (at: string | null) => (at === null ? '' : `（${chinaDay(Date.parse(at))}起）`)
  const priced = [
    line.unitPriceHao !== line.listPriceHao || ownSince !== null
      ? `您的账户专属价每条${formatUnitPrice(line.unitPriceHao)}${since(ownSince)}，价目表每条${formatUnitPrice(line.listPriceHao)}${since(listSince)}。`
      : `价目表每条${formatUnitPrice(line.unitPriceHao)}${since(listSince)}。`,
    `${thousands(line.quantity)} × ${formatUnitPrice(line.unitPriceHao)} = ${formatYuan(line.quantity * line.unitPriceHao)}。`,
  ]
  if (grant?.source === 'bonus')
    return [
      sent,
      `发送时没有可用的套餐，按条付费先用赠送金：由“${grant.name}”支付，先到期的先用，它在${chinaDay(Date.parse(grant.expiresAt))}到期；赠送金支付的部分不开发票。`,
      ...priced,
    ]
  if (grant)
    return [
      sent,
      `由${lineSources[grant.source]}“${grant.name}”抵扣，不用余额；专用套餐先用，同类先到期的先用，它在${chinaDay(Date.parse(grant.expiresAt))}到期。`,
      ...(grant.order
        ? [
            `套餐${thousands(grant.segmentCount)}条，订单${grant.order.orderNumber}实付${formatYuan(grant.order.paidHao)}，购买时已计入账单。`,
          ]
        : []),
      `原价按价目表每条${formatUnitPrice(line.listPriceHao)}${since(listSince)}计算，用来比较套餐省了多少。`,
    ]
  return [sent, '发送时没有可用的套餐，按您的设置从余额按条付费；价格以接受发送的那一刻为准。', ...priced]
}

type Message = CallAnswerWire<typeof consumptionCalls.messages>['rows'][number]

function Messages({ line, byTask }: { line: Line; byTask: boolean }) {
  const [pages, setPages] = useState<{ cursor: string | undefined; before: Message[] }>({ cursor: undefined, before: [] })
  const query = useCall(consumptionCalls.messages, { ...keyOf(line, byTask), cursor: pages.cursor, pageSize: 50 })
  if (query.error) return <ErrorPanel title="短信没能加载" error={query.error} onRetry={() => void query.refetch()} />
  const rows = [...pages.before, ...(query.data?.rows ?? [])]
  const next = query.data?.nextCursor ?? null
  return (
    <Section title="背后的短信">
      {rows.length === 0 && !query.data ? (
        <Skeleton active title={false} paragraph={{ rows: 5 }} />
      ) : (
        <PlainTable
          label="背后的短信"
          rows={rows}
          rowKey={row => row.messageId}
          emptyText="没有短信"
          columns={[
            {
              title: '号码',
              render: row => (
                <PageLink to="/sms/delivery" query={{ id: row.messageId }}>
                  {row.phone}
                </PageLink>
              ),
            },
            { title: '模板', render: row => row.template?.name ?? '–' },
            { title: '发送', render: row => <Moment at={row.sentAt} /> },
            { title: '扣费', render: row => <Moment at={row.settledAt} /> },
            { title: terms.charged, isNumber: true, render: row => row.segmentCount },
            { title: line.source === 'bonus' ? terms.bonusPaid : terms.cash, isNumber: true, render: row => <Money hao={row.amountHao} /> },
          ]}
        />
      )}
      {next === null ? null : (
        <div className={style.more}>
          <Button onClick={() => setPages({ cursor: next, before: rows })}>再显示50条</Button>
        </div>
      )}
    </Section>
  )
}

import { Button, Input } from 'antd'
import { PageLink } from '#console/shared/PageLink.tsx'
import type { InvoiceBasis } from '#contract/invoicing/invoice-state.ts'
import { amountRule } from '#contract/rules.ts'
import { terms } from '#contract/terms.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Table } from '#ui/display/Table.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { keysOf } from '#values/keys.ts'
import { formatYuan } from '#values/money.ts'
import { rateText } from '#values/tax.ts'
import { invoiceProductNames } from '../../../../shared/labels/invoicing.ts'
import style from '../Invoice.module.css'
import { monthText } from '../invoice.ts'
import type { InvoiceForm, Sources } from './form.ts'

const ways: Record<InvoiceBasis, { name: string; note: string }> = {
  amount: { name: '按金额', note: '填一个金额，从最早的消费开始取' },
  orders: { name: '按订单', note: '选择要开票的套餐订单' },
  bills: { name: '按账单', note: '选择已出账的月份' },
}

/** What is to be invoiced: an amount, orders, or months. */
export function SourceStep({ form }: { form: InvoiceForm }) {
  const { draft, change, sources, refusal } = form
  if (sources.error && !sources.data)
    return <ErrorPanel title="可开票的内容没能加载" error={sources.error} onRetry={() => void sources.refetch()} />
  return (
    <>
      <Field label="开票方式" isGroup>
        {() => (
          <div className={style.choices}>
            {keysOf(ways).map(basis => (
              <label key={basis} className={style.choice}>
                <input type="radio" name="basis" checked={draft.basis === basis} onChange={() => change({ basis })} />
                {ways[basis].name}
                <span>{ways[basis].note}</span>
              </label>
            ))}
          </div>
        )}
      </Field>
      {draft.basis === 'amount' ? <AmountChoice form={form} /> : null}
      {draft.basis === 'orders' && sources.data ? <OrderChoice form={form} orders={sources.data.orders} /> : null}
      {draft.basis === 'bills' && sources.data ? <MonthChoice form={form} months={sources.data.months} /> : null}
      <Offsets orders={sources.data?.orders ?? []} />
      <FormRefusal error={refusal} />
    </>
  )
}

function AmountChoice({ form: { draft, change, figures } }: { form: InvoiceForm }) {
  const most = figures?.invoiceableHao ?? 0
  return (
    <Field
      label="开票金额"
      error={draft.amount === '' ? null : ruleMessage(amountRule, draft.amount)}
      hint={
        figures ? (
          most > 0 ? (
            `现在最多可开 ${formatYuan(most)}。系统先冲抵已退款的内容，再从最早的消费取。`
          ) : (
            <>
              现在没有可开票的金额。<PageLink to="/sms/combo/purchase">购买套餐</PageLink>或按条付费后即可开票，充值本身不能开票。
            </>
          )
        ) : undefined
      }
    >
      {({ status, ...control }) => (
        <Input
          {...control}
          status={status}
          className={style.amount}
          prefix="¥"
          inputMode="decimal"
          autoComplete="off"
          value={draft.amount}
          onChange={event => change({ amount: event.target.value.trim() })}
          suffix={
            most > 0 ? (
              <Button type="link" size="small" onClick={() => change({ amount: (most / 10_000).toFixed(2) })}>
                全部
              </Button>
            ) : null
          }
        />
      )}
    </Field>
  )
}

const toggled = (list: readonly string[], one: string) => (list.includes(one) ? list.filter(other => other !== one) : [...list, one])

function OrderChoice({ form: { draft, change }, orders }: { form: InvoiceForm; orders: Sources['orders'] }) {
  const open = orders.filter(order => order.leftHao > 0)
  if (open.length === 0) return <p className={style.note}>没有可开票的订单。按量的费用请按金额或按账单申请。</p>
  const isAll = open.every(order => draft.orderIds.includes(order.orderId))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls inside itself, by keys too.
    <section className={style.picker} tabIndex={0} aria-label="可开票的订单">
      <Table
        rows={open}
        rowKey={order => order.orderId}
        columns={[
          {
            title: '选择',
            head: (
              <input
                type="checkbox"
                aria-label="选择全部订单"
                checked={isAll}
                onChange={() => change({ orderIds: isAll ? [] : open.map(order => order.orderId) })}
              />
            ),
            render: order => (
              <input
                type="checkbox"
                aria-label={`选择订单 ${order.orderNumber}`}
                checked={draft.orderIds.includes(order.orderId)}
                onChange={() => change({ orderIds: toggled(draft.orderIds, order.orderId) })}
              />
            ),
          },
          {
            title: '订单',
            render: order => (
              <span className={style.stack}>
                {order.name}
                <small>{order.orderNumber}</small>
              </span>
            ),
          },
          { title: '支付时间', render: order => <Moment at={order.paidAt} /> },
          { title: '税率', render: order => `${rateText(order.rateBp)}（${invoiceProductNames[order.product]}）` },
          { title: terms.paid, isNumber: true, render: order => <Money hao={order.paidHao} /> },
          { title: '已开或申请中', isNumber: true, render: order => (order.takenHao === 0 ? '–' : <Money hao={order.takenHao} />) },
          { title: terms.invoiceable, isNumber: true, render: order => <Money hao={order.leftHao} /> },
        ]}
      />
    </section>
  )
}

function MonthChoice({ form: { draft, change }, months }: { form: InvoiceForm; months: Sources['months'] }) {
  if (months.length === 0) return <p className={style.note}>没有可开票的账单。</p>
  const rates = (month: Sources['months'][number], of: (rate: Sources['months'][number]['rates'][number]) => number) => (
    <Money hao={month.rates.reduce((total, rate) => total + of(rate), 0)} />
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls inside itself, by keys too.
    <section className={style.picker} tabIndex={0} aria-label="可开票的账单">
      <Table
        rows={months}
        rowKey={month => month.month}
        isEnded={month => !month.isClosed}
        columns={[
          {
            title: '选择',
            head: null,
            render: month => (
              <input
                type="checkbox"
                aria-label={`选择${monthText(month.month)}账单`}
                disabled={!month.isClosed}
                checked={month.isClosed && draft.months.includes(month.month)}
                onChange={() => change({ months: toggled(draft.months, month.month) })}
              />
            ),
          },
          { title: '账期', render: month => `${monthText(month.month)}${month.isClosed ? '' : '（未出账）'}` },
          { title: '税率', render: month => month.rates.map(rate => rateText(rate.rateBp)).join('、') },
          { title: '订单', isNumber: true, render: month => rates(month, rate => rate.orderHao) },
          { title: '按量', isNumber: true, render: month => rates(month, rate => rate.usageHao) },
          { title: '已开或申请中', isNumber: true, render: month => rates(month, rate => rate.takenHao) },
          { title: terms.invoiceable, isNumber: true, render: month => <Money hao={month.leftHao} /> },
        ]}
      />
    </section>
  )
}

/** A refund after invoicing is set off against the next invoice of its rate, whatever is chosen. */
function Offsets({ orders }: { orders: Sources['orders'] }) {
  const owed = orders.filter(order => order.leftHao < 0)
  if (owed.length === 0) return null
  return (
    <p className={style.note}>
      以下退款会自动冲抵同税率的发票，不能取消：
      {owed.map(order => `${order.name}（${order.orderNumber}，${rateText(order.rateBp)}）${formatYuan(order.leftHao)}`).join('；')}。
    </p>
  )
}

import { Button } from 'antd'
import { useState } from 'react'
import { routes } from '#console/routes.tsx'
import { invoiceCalls } from '#contract/invoicing/invoice.ts'
import { type InvoiceState, invoiceKinds, invoiceMay } from '#contract/invoicing/invoice-state.ts'
import { invoiceTitleCalls } from '#contract/invoicing/invoice-title.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useCall, useListCall } from '#ui/call.ts'
import { momentsOf } from '#ui/date-range.ts'
import { type FigureFacts, Reserved } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { optionsOf, tabsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { invoiceMediaNames, invoiceStateTags } from '#ui/labels/invoicing.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { amountFilter, amountOf } from '#ui/list/amount-filter.ts'
import { moneyColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import type { RowAction } from '#ui/list/RowActions.tsx'
import { Overlays } from '#ui/overlay/Overlays.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { limits } from '#values/limits.ts'
import { formatFen } from '#values/money.ts'
import { rateText, wholeFen } from '#values/tax.ts'
import { pathTo } from '../../../paths.ts'
import { useMay } from '../../../session.ts'
import style from './Invoice.module.css'
import { type Invoice, type InvoiceAct, stateOf } from './invoice.ts'
import { PauseBar } from './PauseBar.tsx'

const InvoiceDetail = lazyPart('InvoiceDetail', () => import('./InvoiceDetail.tsx'))
const InvoiceActDialog = lazyPart('InvoiceActDialog', () => import('./InvoiceActDialog.tsx'))
const InvoiceSums = lazyPart('InvoiceSums', () => import('./InvoiceSums.tsx'))

const columns: ListColumn<Invoice>[] = [
  {
    id: 'requestNumber',
    onPhone: true,
    title: '申请',
    isAlways: true,
    width: 150,
    render: row => (
      <span className={style.stack}>
        <CopyableId id={row.requestNumber} />
        <small>
          <Moment at={row.askedAt} />
        </small>
      </span>
    ),
  },
  { id: 'title', onPhone: true, card: 'name', title: '抬头', isAlways: true, width: 220, render: row => row.titleName },
  {
    id: 'kind',
    title: '票种',
    width: 100,
    render: row => `${invoiceKinds[row.kind].name}${row.medium === 'paper' ? `（${invoiceMediaNames.paper}）` : ''}`,
  },
  moneyColumn(row => row.grossHao, { id: 'gross', onPhone: true, title: '金额', isAlways: true, width: 100 }),
  {
    id: 'tax',
    title: '税额',
    isNumber: true,
    width: 90,
    render: row => (
      <span className={style.stack}>
        <Money hao={row.taxHao} />
        <small>税率 {rateText(row.rateBp)}</small>
      </span>
    ),
  },
  {
    id: 'state',
    onPhone: true,
    title: '状态',
    isAlways: true,
    width: 130,
    render: row => {
      const { name, tone } = stateOf(row)
      return (
        <span className={style.stack}>
          <StateTag tone={tone}>{name}</StateTag>
          {row.reason && row.state === 'rejected' ? <small title={row.reason}>{row.reason}</small> : null}
        </span>
      )
    },
  },
  {
    id: 'invoiceNumber',
    title: '发票号码',
    width: 200,
    render: row => (row.invoiceNumber ? <CopyableId id={row.invoiceNumber} most={20} /> : '–'),
  },
  {
    id: 'issuedAt',
    title: '开票日期',
    isExtra: true,
    width: 140,
    render: row => (row.issuedAt ? <Moment at={row.issuedAt} /> : '–'),
  },
  {
    id: 'parcel',
    title: '快递',
    isExtra: true,
    width: 180,
    render: row => (row.trackingNumber ? `${row.courier} ${row.trackingNumber}` : '–'),
  },
]

const isState = (text: string): text is InvoiceState => Object.hasOwn(invoiceStateTags, text)
const isKind = (text: string): text is Invoice['kind'] => Object.hasOwn(invoiceKinds, text)
const isMedium = (text: string): text is Invoice['medium'] => Object.hasOwn(invoiceMediaNames, text)

/** 发票管理: invoiceable sums and their calculation, and every request with its state. */
export function Page() {
  const list = useListState({ state: '', kind: '', medium: '', titleId: '', number: '', from: '', to: '', least: '', most: '' })
  const { state, kind, medium, titleId, number, from, to, least, most } = list.values
  const [{ id }, setAddress] = useUrlState({ id: '' })
  const [asked, setAsked] = useState<{ act: InvoiceAct; row: Invoice } | null>(null)
  const [isExplained, setExplained] = useState(false)
  const mayWrite = useMay('invoice.write')
  const figures = useCall(invoiceCalls.figures, {})
  const titles = useCall(invoiceTitleCalls.list, {})
  const filter = {
    state: isState(state) ? state : undefined,
    kind: isKind(kind) ? kind : undefined,
    medium: isMedium(medium) ? medium : undefined,
    titleId: titleId || undefined,
    number: number || undefined,
    least: amountOf(least),
    most: amountOf(most),
    ...(from && to ? momentsOf({ from, to }) : {}),
  }
  const query = useListCall(invoiceCalls.list, { ...filter, ...list.page })
  const actionsOf = (row: Invoice): RowAction[] => {
    const act = (name: InvoiceAct, label: string) => ({ label, onClick: () => setAsked({ act: name, row }) })
    return [
      { label: row.fileCount > 0 ? '查看/下载' : '查看', onClick: () => setAddress({ id: row.requestId }) },
      ...(mayWrite && invoiceMay('withdraw', row.state) ? [act('withdraw', '撤销')] : []),
      ...(mayWrite && invoiceMay('requestReversal', row.state) ? [act('requestReversal', '红冲/换开')] : []),
    ]
  }
  const apply = mayWrite ? (
    <LinkButton type="primary" to={pathTo('/system/finance/invoice/create')}>
      申请发票
    </LinkButton>
  ) : null
  return (
    <ListPage
      id="invoices"
      title="发票管理"
      note={routes['/system/finance/invoice'].note}
      warning={<PauseBar />}
      action={apply}
      figures={figuresOf(figures.data, () => setExplained(true))}
      tabs={{
        name: 'state',
        items: tabsOf(invoiceStateTags),
      }}
      list={list}
      query={query}
      columns={[...columns, actionColumn(150, actionsOf)]}
      rowKey={row => row.requestId}
      readPage={page => send(invoiceCalls.list, { ...filter, ...page })}
      onOpen={row => setAddress({ id: row.requestId })}
      filters={[
        { kind: 'search', name: 'number', label: '申请号或发票号码' },
        { kind: 'days', from: 'from', to: 'to', label: '申请时间', maxDays: limits.statementDays },
        { kind: 'select', name: 'kind', label: '票种', options: optionsOf(invoiceKinds) },
        { kind: 'select', name: 'medium', label: '介质', options: optionsOf(invoiceMediaNames) },
        {
          kind: 'select',
          name: 'titleId',
          label: '抬头',
          options: titles.data?.rows.map(row => ({ value: row.titleId, label: row.name })) ?? [],
        },
        { kind: 'search', name: 'least', label: '最低金额', ...amountFilter },
        { kind: 'search', name: 'most', label: '最高金额', ...amountFilter },
      ]}
      emptyState={{ title: '还没有申请过发票', text: '消费后即可申请：按订单、按已出账的账单，或直接填一个金额。', action: apply }}
      errorTitle="发票没能加载"
    >
      <Overlays>
        {id ? <InvoiceDetail requestId={id} onAct={(act, row) => setAsked({ act, row })} onClose={() => setAddress({ id: '' })} /> : null}
        {asked ? <InvoiceActDialog {...asked} onClose={() => setAsked(null)} /> : null}
        {isExplained && figures.data ? <InvoiceSums figures={figures.data} onClose={() => setExplained(false)} /> : null}
      </Overlays>
    </ListPage>
  )
}

type Figures = NonNullable<ReturnType<typeof useCall<typeof invoiceCalls.figures>>['data']>

function figuresOf(figures: Figures | undefined, explain: () => void): FigureFacts[] {
  const byRate = (of: (rate: Figures['rates'][number]) => number) =>
    figures ? (
      figures.rates
        .filter(rate => of(rate) > 0)
        .map(rate => `${rateText(rate.rateBp)}：${formatFen(of(rate))}`)
        .join('　') || '–'
    ) : (
      <Reserved>9%：¥1,000.00</Reserved>
    )
  const facts: FigureFacts[] = [
    {
      label: terms.invoiceable,
      value: figures ? <Money hao={figures.invoiceableHao} /> : null,
      note: (
        <>
          <Button type="link" size="small" className={style.explain} onClick={explain}>
            怎么算的
          </Button>
          {byRate(rate => wholeFen(rate.availableHao))}
        </>
      ),
    },
    { label: terms.invoiceRequested, value: figures ? <Money hao={figures.heldHao} /> : null, note: byRate(rate => rate.heldHao) },
    { label: terms.invoiced, value: figures ? <Money hao={figures.issuedHao} /> : null, note: byRate(rate => rate.issuedHao) },
  ]
  if (figures && figures.owedHao > 0)
    facts.push({ label: terms.invoiceOwed, value: <Money hao={figures.owedHao} />, tone: 'bad', note: '红冲重开，或由之后的消费冲抵' })
  return facts
}

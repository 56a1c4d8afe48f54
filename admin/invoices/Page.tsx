import { Button } from 'antd'
import { Suspense } from 'react'
import { pathTo } from '#admin/paths.ts'
import { useBulk } from '#admin/ui/bulk.ts'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import { adminInvoiceCalls, type InvoiceView } from '#contract/invoicing/admin-invoice.ts'
import { type InvoiceKindName, invoiceKinds } from '#contract/invoicing/invoice-state.ts'
import { send, useListCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { invoiceMediaNames, invoiceStateTags, reversalStateTags } from '#ui/labels/invoicing.ts'
import { moneyColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { RowActions } from '#ui/list/RowActions.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { pairsOf } from '#values/keys.ts'
import { invoiceViewNames } from '../ui/labels/invoicing.ts'
import { actWords, type ManyAct, manyActs } from './acts.ts'
import style from './Invoices.module.css'
import { clockOf, type InvoiceRow, type Queues, rateText, waitOf } from './invoice.ts'

const ActManyDialog = lazyPart('ActManyDialog', () => import('./ActManyDialog.tsx'))
const InvoiceDetail = lazyPart('InvoiceDetail', () => import('./InvoiceDetail.tsx'))

const columns: ListColumn<InvoiceRow>[] = [
  {
    id: 'title',
    onPhone: true,
    title: '抬头',
    width: 200,
    render: row => (
      <span className={style.stack}>
        {row.titleName}
        {row.taxNumber ? <small>{row.taxNumber}</small> : null}
      </span>
    ),
  },
  {
    id: 'kind',
    title: '票种',
    width: 120,
    render: row => `${invoiceKinds[row.kind].name}${row.medium === 'paper' ? ` · ${invoiceMediaNames.paper}` : ''}`,
  },
  moneyColumn(row => row.grossHao, { id: 'gross', onPhone: true, title: '价税合计', width: 120 }),
  { id: 'rate', title: '税率', isNumber: true, width: 70, render: row => rateText(row.rateBp) },
  { id: 'state', onPhone: true, title: '状态', width: 170, render: row => <InvoiceState row={row} /> },
  { id: 'wait', onPhone: true, title: '等待', width: 110, render: row => <Wait row={row} /> },
  customerColumn({ width: 180 }),
  { id: 'number', title: '发票号码', isExtra: true, width: 190, render: row => row.invoiceNumber ?? '–' },
  { id: 'askedAt', title: '申请时间', isExtra: true, width: 156, render: row => <Moment at={row.askedAt} /> },
]

function InvoiceState({ row }: { row: InvoiceRow }) {
  const { tone, name } = invoiceStateTags[row.state]
  return (
    <span className={style.stack}>
      <StateTag tone={tone}>{name}</StateTag>
      {row.reversal ? <small>{reversalStateTags[row.reversal.state].name}</small> : null}
      {row.state === 'failed' && row.reason ? <small>{row.reason}</small> : null}
    </span>
  )
}

const open: readonly string[] = ['reviewing', 'issuing', 'failed', 'reversing']

/** Waiting time; for a confirmation the remaining time. */
function Wait({ row }: { row: InvoiceRow }) {
  const isUnsent = row.medium === 'paper' && row.state === 'issued'
  if (!open.includes(row.state) && !isUnsent) return '–'
  if (row.reversal?.deadlineAt) {
    const { text, isLate } = clockOf(row.reversal.deadlineAt, Date.now())
    return <StateTag tone={isLate ? 'bad' : 'waiting'}>{text}</StateTag>
  }
  const { text, isLong } = waitOf(row.state === 'reviewing' ? row.askedAt : row.changedAt, Date.now())
  return isLong ? <StateTag tone="waiting">{text}</StateTag> : text
}

const isView = (text: string): text is InvoiceView => Object.hasOwn(invoiceViewNames, text)
const isKind = (text: string): text is InvoiceKindName => Object.hasOwn(invoiceKinds, text)
const refreshMs = 30_000

/** 发票: staff's queues, and all requests. */
export function Page() {
  const list = useListState({ view: '', kind: '', search: '' })
  const [opened, setOpened] = useUrlState({ account: '', id: '' })
  const { kind, search } = list.values
  const view = isView(list.values.view) ? list.values.view : 'reviewing'
  const filter = { view, kind: isKind(kind) ? kind : undefined, search: search || undefined }
  const query = useListCall(adminInvoiceCalls.queue, { ...filter, ...list.page }, { refetchInterval: refreshMs })
  const counts = query.data?.counts
  const show = (row: InvoiceRow) => setOpened({ account: row.accountId, id: row.requestId })
  const bulk = useBulk<InvoiceRow, ManyAct>()
  const many = manyActs[view]
  const shown: ListColumn<InvoiceRow>[] = [
    {
      id: 'request',
      title: '申请号',
      isAlways: true,
      width: 190,
      render: row => <RowActions actions={[{ label: row.requestNumber, onClick: () => show(row) }]} />,
    },
    ...columns,
  ]
  return (
    <ListPage
      id="admin-invoices"
      title="发票"
      note="待办按等待时间排列，等得最久的在前。开具后登记20位号码并上传文件，系统会核对号码、金额和购买方。"
      action={<LinkButton to={pathTo('/invoice-settings')}>开票设置</LinkButton>}
      figures={figuresOf(counts)}
      list={list}
      query={query}
      columns={shown}
      rowKey={row => row.requestId}
      readPage={page => send(adminInvoiceCalls.queue, { ...filter, ...page })}
      onOpen={show}
      batch={
        many &&
        ((choice, clear) =>
          many.map(act => (
            <Button key={act} danger={'isDanger' in actWords[act]} onClick={() => bulk.open(act, choice, clear)}>
              {actWords[act].name}
            </Button>
          )))
      }
      tabs={{
        name: 'view',
        items: pairsOf(invoiceViewNames).map(([key, label]) => ({
          key: key === 'reviewing' ? '' : key,
          label,
          count: key === 'all' ? undefined : counts?.[key].count,
        })),
      }}
      filters={[
        { kind: 'search', name: 'search', label: '申请号、发票号码、抬头或客户' },
        { kind: 'select', name: 'kind', label: '票种', options: optionsOf(invoiceKinds) },
      ]}
      emptyState={
        view === 'all'
          ? { title: '还没有发票申请', text: '客户申请发票后会出现在这里。' }
          : { title: `没有${invoiceViewNames[view]}的发票`, text: '客户申请开票、红冲，或有纸质发票要寄时，会出现在对应的队列里。' }
      }
      errorTitle="发票没能加载"
    >
      <Suspense>
        {bulk.asked ? <ActManyDialog act={bulk.asked.act} {...bulk.props(bulk.asked)} /> : null}
        {opened.account && opened.id ? (
          <InvoiceDetail
            key={opened.id}
            accountId={opened.account}
            requestId={opened.id}
            onClose={() => setOpened({ account: '', id: '' })}
          />
        ) : null}
      </Suspense>
    </ListPage>
  )
}

/** Waiting requests, and the oldest of each queue. */
function figuresOf(counts: Queues | undefined): FigureFacts[] {
  const figure = (name: keyof Queues, label: string, to: string): FigureFacts => {
    const facts = counts?.[name]
    const wait = facts?.oldestAt ? waitOf(facts.oldestAt, Date.now()) : null
    return {
      label,
      value: facts ? <Count count={facts.count} unit="个" /> : null,
      note: wait ? `最久${wait.text}` : '没有等待的',
      ...(wait?.isLong ? { tone: 'waiting' as const } : {}),
      to,
    }
  }
  return [
    figure('reviewing', '待审核', pathTo('/invoices')),
    figure('issuing', '开票中', pathTo('/invoices', { view: 'issuing' })),
    figure('reversing', '红冲', pathTo('/invoices', { view: 'reversing' })),
    figure('unsent', '待寄出', pathTo('/invoices', { view: 'unsent' })),
    figure('titles', '待审核抬头', pathTo('/invoice-titles')),
  ]
}

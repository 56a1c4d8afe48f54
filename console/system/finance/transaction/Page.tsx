import { routes } from '#console/routes.tsx'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { PageLink } from '#console/shared/PageLink.tsx'
import {
  type EntryKind,
  entryDirections,
  entryKinds,
  relatedNames,
  transactionCalls,
  type Wallet,
  wallets,
} from '#contract/billing/transaction.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { terms } from '#contract/terms.ts'
import { send, useListCall } from '#ui/call.ts'
import { dayPresets, momentsOf } from '#ui/date-range.ts'
import { thousands } from '#ui/display/Count.tsx'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { amountFilter, amountOf } from '#ui/list/amount-filter.ts'
import { moneyColumn } from '#ui/list/columns.tsx'
import { growing, useGrowingList } from '#ui/list/growing-list.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { limits } from '#values/limits.ts'
import { pathTo } from '../../../paths.ts'
import { useMay } from '../../../session.ts'
import style from './Transaction.module.css'

type Entry = CallAnswerWire<typeof transactionCalls.list>['rows'][number]

const signs = { in: '+', out: '-', within: '' } as const

const columns: ListColumn<Entry>[] = [
  { id: 'at', onPhone: true, title: '时间', width: 150, render: row => <Moment at={row.at} /> },
  { id: 'kind', onPhone: true, card: 'name', title: '类型', isAlways: true, width: 84, render: row => entryKinds[row.kind] },
  {
    id: 'amount',
    decimals: 4,
    onPhone: true,
    title: '金额',
    isNumber: true,
    isAlways: true,
    width: 122,
    render: row => (
      <span className={style[row.direction]}>
        {signs[row.direction]}
        <Money hao={row.amountHao} />
      </span>
    ),
  },
  moneyColumn(row => row.availableAfterHao, { id: 'available', decimals: 4, title: terms.available, isAlways: true, width: 130 }),
  moneyColumn(row => row.heldAfterHao, { id: 'held', decimals: 4, title: terms.held, width: 110 }),
  { id: 'related', title: '关联', width: 250, render: row => <Related entry={row} /> },
  { id: 'remark', title: '备注', width: 240, render: row => row.remark ?? '–' },
  { id: 'gatewayNumber', title: '渠道流水号', isExtra: true, width: 220, render: row => row.gatewayNumber ?? '–' },
  { id: 'entryNumber', title: '序号', isNumber: true, isExtra: true, width: 80, render: row => thousands(row.entryNumber) },
]

function Related({ entry: { related } }: { entry: Entry }) {
  if (related === null) return '–'
  const name = 'number' in related ? related.number : related.name
  return (
    <>
      {relatedNames[related.kind]} <RelatedLink related={related}>{name}</RelatedLink>
    </>
  )
}

function RelatedLink({ related, children }: { related: NonNullable<Entry['related']>; children: string }) {
  if (related.kind === 'recharge')
    return (
      <PageLink to="/system/finance/recharge" query={{ id: related.rechargeId }}>
        {children}
      </PageLink>
    )
  if (related.kind === 'withdrawal')
    return (
      <PageLink to="/system/finance/recharge" query={{ tab: 'withdrawals', withdrawal: related.withdrawalId }}>
        {children}
      </PageLink>
    )
  if (related.kind === 'order')
    return (
      <PageLink to="/system/finance/order" query={{ id: related.orderId }}>
        {children}
      </PageLink>
    )
  if (related.kind === 'app')
    return (
      <PageLink to="/sms/app-manage" query={{ id: related.appId }}>
        {children}
      </PageLink>
    )
  return (
    <PageLink to="/sms/broadcast-history" query={{ id: related.broadcastId }}>
      {children}
    </PageLink>
  )
}

const isDirection = (text: string): text is keyof typeof entryDirections => Object.hasOwn(entryDirections, text)
const isKind = (text: string): text is EntryKind => Object.hasOwn(entryKinds, text)

const notes: Record<Wallet, string | undefined> = {
  cash: routes['/system/finance/transaction'].note,
  bonus: '期初 + 收入 − 支出 = 期末，含冻结。购买套餐和按条付费时先用赠送金，先到期的先用；不能提现，不开发票，到期作废。',
}
const emptyTexts: Record<Wallet, string> = {
  cash: '充值、购买套餐和按条付费的每一笔都会列在这里。',
  bonus: '收到、使用、退回和到期的赠送金，每一笔都会列在这里。',
}

/** 收支明细: every entry of the balance, or of bonus money, with the balance after it, and the total of the list. */
export function Page() {
  const list = useListState({ from: '', to: '', kind: '', holds: '', wallet: '', direction: '', least: '', most: '', number: '' })
  const { from, to, kind, holds, direction, least, most, number } = list.values
  // The choice of the ledger account is not a filter.
  const filters = {
    isFiltered: [from, to, kind, holds, direction, least, most, number].some(value => value !== ''),
    reset: () => list.change({ from: '', to: '', kind: '', holds: '', direction: '', least: '', most: '', number: '' }),
  }
  const wallet: Wallet = list.values.wallet === 'bonus' ? 'bonus' : 'cash'
  const filter = {
    ...momentsOf(from && to ? { from, to } : dayPresets.近30天(new Date())),
    wallet,
    kind: isKind(kind) ? kind : undefined,
    hasHolds: holds === '1' ? 'true' : undefined,
    direction: isDirection(direction) ? direction : undefined,
    least: amountOf(least),
    most: amountOf(most),
    number: number || undefined,
  }
  const input = { ...filter, ...list.page }
  const query = useGrowingList(useListCall(transactionCalls.list, input, growing(list.turn.isFirst)), {
    call: transactionCalls.list,
    of: input,
    isFirst: list.turn.isFirst,
    keyOf: row => String(row.entryNumber),
    readMost: pageSize => send(transactionCalls.list, { ...filter, pageSize }),
  })
  const totals = useListCall(transactionCalls.totals, filter)
  const mayTopUp = useMay('finance.write')
  const recharge = mayTopUp ? <LinkButton to={pathTo('/system/finance/recharge')}>充值</LinkButton> : null
  return (
    <ListPage
      id="transactions"
      title="收支明细"
      note={notes[wallet]}
      action={
        <>
          <ExportButton source="transaction" filter={filter} count={totals.data?.entryCount} />
          {recharge}
        </>
      }
      figures={figuresOf(wallet, totals.data)}
      tabs={{
        name: 'wallet',
        items: [
          { key: '', label: '余额' },
          { key: 'bonus', label: '赠送金' },
        ],
      }}
      list={{ ...list, ...filters }}
      query={query}
      columns={columns}
      rowKey={row => String(row.entryNumber)}
      readPage={page => send(transactionCalls.list, { ...filter, ...page })}
      filters={[
        { kind: 'days', from: 'from', to: 'to', label: '时间：近30天', maxDays: limits.statementDays },
        { kind: 'select', name: 'kind', label: '类型', options: wallets[wallet].kinds.map(value => ({ value, label: entryKinds[value] })) },
        { kind: 'select', name: 'direction', label: '收支', options: optionsOf(entryDirections) },
        { kind: 'search', name: 'number', label: '充值、订单或提现单号' },
        { kind: 'search', name: 'least', label: '最低金额', ...amountFilter },
        { kind: 'search', name: 'most', label: '最高金额', ...amountFilter },
        { kind: 'select', name: 'holds', label: '冻结和解冻', options: [{ value: '1', label: '一并显示' }] },
      ]}
      emptyState={{ title: '这段时间没有收支', text: emptyTexts[wallet], action: recharge }}
      errorTitle="收支明细没能加载"
    />
  )
}

function figuresOf(wallet: Wallet, totals: CallAnswerWire<typeof transactionCalls.totals> | undefined): FigureFacts[] {
  const of = (hao: number | undefined) => (hao === undefined ? null : <Money hao={hao} />)
  return [
    { label: `期初${wallets[wallet].name}`, value: of(totals?.openingHao) },
    { label: terms.income, value: of(totals?.inHao) },
    { label: terms.expense, value: of(totals?.outHao) },
    {
      label: `期末${wallets[wallet].name}`,
      value: of(totals?.closingHao),
      note: totals ? `共 ${thousands(totals.entryCount)} 笔` : undefined,
    },
  ]
}

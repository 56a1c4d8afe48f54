import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useMay } from '#admin/session.ts'
import { useBulk } from '#admin/ui/bulk.ts'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import { adminBankCalls, type ReceiptState } from '#contract/payments/admin-bank.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { viewColumn } from '#ui/list/action-column.tsx'
import { moneyColumn, stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'
import { receiptRuleNames, receiptStateTags } from '../ui/labels/payments.ts'
import { type Receipt, tabs, useTabs } from './bank.ts'

const ReceiptDrawer = lazyPart('ReceiptDrawer', () => import('./ReceiptDrawer.tsx'))
const CreditManyDialog = lazyPart('CreditManyDialog', () => import('./CreditManyDialog.tsx'))
const NoteDialog = lazyPart('NoteDialog', () => import('./NoteDialog.tsx'))
const ReceiptFileDialog = lazyPart('ReceiptFileDialog', () => import('./ReceiptFileDialog.tsx'))
const ReceivingDialog = lazyPart('ReceivingDialog', () => import('./ReceivingDialog.tsx'))

const columns: ListColumn<Receipt>[] = [
  { id: 'cameAt', title: '到账时间', width: 156, render: row => <Moment at={row.cameAt} /> },
  moneyColumn(row => row.amountHao, { id: 'amount', onPhone: true, title: '金额', isAlways: true, width: 120 }),
  { id: 'payer', onPhone: true, title: '付款户名', isAlways: true, width: 190, render: row => row.payerName },
  { id: 'memo', title: '附言', width: 160, render: row => row.memo || '–' },
  stateColumn(row => receiptStateTags[row.state], { onPhone: true, isAlways: true, width: 90 }),
  customerColumn({ width: 160 }),
  { id: 'rule', title: '依据', isExtra: true, width: 120, render: row => (row.rule ? receiptRuleNames[row.rule] : '–') },
  { id: 'serial', title: '银行流水号', width: 190, render: row => <CopyableId id={row.bankSerial} /> },
  { id: 'isListed', title: '来源', isExtra: true, width: 90, render: row => (row.isListed ? '银行流水' : '手工登记') },
  { id: 'recordedBy', title: '登记人', isExtra: true, width: 90, render: row => row.recordedBy ?? '–' },
  { id: 'decidedBy', title: '处理人', isExtra: true, width: 90, render: row => row.decidedBy ?? '–' },
]

const isState = (text: string): text is ReceiptState => Object.hasOwn(receiptStateTags, text)

/** 银行到账: lines of our account's statement; those that name a customer account are credited at once. */
export function ReceiptList() {
  const own = useListState({ text: '', state: '' })
  const list = useTabs(own)
  const [{ receipt }, setAddress] = useUrlState({ receipt: '' })
  const [dialog, setDialog] = useState<'note' | 'file' | 'receiving' | null>(null)
  const mayAct = useMay('payment.confirm')
  const { text, state } = own.values
  const filter = { ...(text ? { text } : {}), ...(isState(state) ? { state } : {}) }
  const query = useListCall(adminBankCalls.receipts, { ...filter, ...own.page })
  const bulk = useBulk<Receipt>()
  const close = () => setDialog(null)
  const open = (row: Receipt) => setAddress({ receipt: row.receiptId })
  return (
    <ListPage
      id="admin-receipts"
      title="汇款"
      note="导入的流水中，附言有识别码、户名也一致的直接入账；其余须人工确认，手工登记的和户名不一致的须两人。"
      action={
        mayAct ? (
          <>
            <Button onClick={() => setDialog('receiving')}>收款账户</Button>
            <Button onClick={() => setDialog('note')}>登记一笔</Button>
            <Button type="primary" onClick={() => setDialog('file')}>
              导入银行流水
            </Button>
          </>
        ) : null
      }
      list={list}
      query={query}
      columns={[...columns, viewColumn(open)]}
      rowKey={row => row.receiptId}
      readPage={page => send(adminBankCalls.receipts, { ...filter, ...page })}
      onOpen={open}
      batch={mayAct ? (choice, clear) => <Button onClick={() => bulk.open(true, choice, clear)}>确认入账</Button> : undefined}
      tabs={tabs}
      filters={[
        { kind: 'search', name: 'text', label: '流水号、户名或附言' },
        { kind: 'select', name: 'state', label: '状态', options: optionsOf(receiptStateTags) },
      ]}
      emptyState={{ title: '还没有登记银行到账', text: '从网上银行导出流水后在这里导入，或逐笔登记。' }}
      errorTitle="银行到账没能加载"
    >
      <Suspense>
        {bulk.asked ? <CreditManyDialog {...bulk.props(bulk.asked)} /> : null}
        {receipt ? <ReceiptDrawer receiptId={receipt} onClose={() => setAddress({ receipt: '' })} /> : null}
        {dialog === 'note' ? <NoteDialog onClose={close} /> : null}
        {dialog === 'file' ? <ReceiptFileDialog onClose={close} /> : null}
        {dialog === 'receiving' ? <ReceivingDialog onClose={close} /> : null}
      </Suspense>
    </ListPage>
  )
}

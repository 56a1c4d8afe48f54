import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminPortedCalls, adminSegmentCalls } from '#contract/messages/admin-segment.ts'
import { useCall, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import type { ListState } from '#ui/list/list-state.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { carrierNames, maskPhone } from '#values/phone.ts'
import { type Ported, segmentAnswers, segmentTabs } from './segment.ts'

const PortedFileDialog = lazyPart('PortedFileDialog', () => import('./PortedFileDialog.tsx'))

interface PortedPageProps {
  list: ListState<{ view: string; search: string; carrier: string; virtual: string; phone: string }>
}

const facts: ListColumn<Ported>[] = [
  { id: 'phone', title: '手机号', isAlways: true, width: 140, render: row => maskPhone(row.phone) },
  { id: 'carrier', title: '现运营商', isAlways: true, width: 140, render: row => carrierNames[row.carrier] },
  {
    id: 'segment',
    title: '号段的运营商',
    width: 140,
    render: row => (row.segmentCarrier ? carrierNames[row.segmentCarrier] : '–'),
  },
  { id: 'changedAt', title: '登记时间', width: 170, render: row => <Moment at={row.changedAt} /> },
]

/** 携号转网: ported numbers, which take precedence over segments. */
export function PortedPage({ list }: PortedPageProps) {
  const [asked, setAsked] = useState<Ported | 'import' | null>(null)
  const { phone } = list.values
  const query = useListCall(adminPortedCalls.list, phone ? { phone } : {})
  const counted = useCall(adminSegmentCalls.list, {})
  const columns: ListColumn<Ported>[] = [
    ...facts,
    actionColumn(80, row => [{ label: '移除', isDanger: true, onClick: () => setAsked(row) }]),
  ]
  return (
    <ListPage
      id="admin-ported"
      title="号段"
      note="先查携号转网，再按号段。这里显示最近登记的100个，其他的按号码查。"
      action={
        <Button type="primary" onClick={() => setAsked('import')}>
          导入号码
        </Button>
      }
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.phone}
      tabs={{ name: 'view', items: segmentTabs(counted.data?.portedCount) }}
      filters={[
        {
          kind: 'search',
          name: 'phone',
          label: '查号码',
          placeholder: '11位手机号',
          pattern: /^1[3-9]\d{9}$/,
          mismatch: '请填写11位手机号',
        },
      ]}
      emptyState={{ title: '没有携号转网的号码', text: '从运营商取得携号转网数据后导入，短信就会交给号码现在的运营商。' }}
      errorTitle="携号转网没能加载"
    >
      <Suspense>{asked === 'import' ? <PortedFileDialog onClose={() => setAsked(null)} /> : null}</Suspense>
      {asked !== null && asked !== 'import' ? <RemoveDialog ported={asked} onClose={() => setAsked(null)} /> : null}
    </ListPage>
  )
}

function RemoveDialog({ ported, onClose }: { ported: Ported; onClose: () => void }) {
  const act = useDialogAct(adminPortedCalls.remove, { invalidates: segmentAnswers, done: '已移除', onClose })
  return (
    <ActForm<{ reason: string }>
      title={`移除 ${maskPhone(ported.phone)} 的携号转网`}
      okText="移除"
      isDanger
      consequence={`移除后按号段识别${ported.segmentCarrier ? `为${carrierNames[ported.segmentCarrier]}` : ''}。`}
      reasonHint="记入操作记录。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ phone: ported.phone, reason })}
      onClose={onClose}
    />
  )
}

import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useBulk } from '#admin/ui/bulk.ts'
import { adminSegmentCalls } from '#contract/messages/admin-segment.ts'
import { useListCall } from '#ui/call.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import type { ListState } from '#ui/list/list-state.ts'
import { carrierNames, mainlandCarriers } from '#values/phone.ts'
import { FoundNumber } from './FoundNumber.tsx'
import { type Segment, segmentTabs } from './segment.ts'

const SegmentDialog = lazyPart('SegmentDialog', () => import('./SegmentDialog.tsx'))
const RemoveSegmentDialog = lazyPart('RemoveSegmentDialog', () => import('./RemoveSegmentDialog.tsx'))
const RemoveSegmentsDialog = lazyPart('RemoveSegmentsDialog', () => import('./RemoveSegmentsDialog.tsx'))
const SegmentFileDialog = lazyPart('SegmentFileDialog', () => import('./SegmentFileDialog.tsx'))
const SegmentHistory = lazyPart('SegmentHistory', () => import('./SegmentHistory.tsx'))

type Asked = { act: 'set'; segment: Segment | null } | { act: 'remove'; segment: Segment } | { act: 'import' } | { act: 'history' }
interface SegmentPageProps {
  list: ListState<{ view: string; search: string; carrier: string; virtual: string; phone: string }>
}

const facts: ListColumn<Segment>[] = [
  { id: 'prefix', title: '号段', isAlways: true, width: 120, render: row => row.prefix },
  { id: 'carrier', title: '运营商', isAlways: true, width: 140, render: row => carrierNames[row.carrier] },
  { id: 'virtual', title: '虚拟运营商', width: 120, render: row => (row.isVirtual ? '是' : '–') },
  { id: 'numbers', title: '号码范围', width: 240, render: row => `${row.prefix.padEnd(11, '0')} – ${row.prefix.padEnd(11, '9')}` },
]
const virtuals = [
  { value: 'yes', label: '虚拟运营商' },
  { value: 'no', label: '基础运营商' },
]

/** The table of segments: the longest matching prefix decides a number's carrier. */
export function SegmentPage({ list }: SegmentPageProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { search, virtual } = list.values
  const query = useListCall(adminSegmentCalls.list, {
    ...(search ? { search } : {}),
    carrier: mainlandCarriers.find(one => one === list.values.carrier),
    ...(virtual ? { isVirtual: virtual === 'yes' ? 'true' : 'false' } : {}),
  })
  const columns: ListColumn<Segment>[] = [
    ...facts,
    actionColumn(120, row => [
      { label: '修改', onClick: () => setAsked({ act: 'set', segment: row }) },
      { label: '删除', isDanger: true, onClick: () => setAsked({ act: 'remove', segment: row }) },
    ]),
  ]
  const close = () => setAsked(null)
  const bulk = useBulk<Segment>()
  return (
    <ListPage
      id="admin-segment"
      title="号段"
      note="按最长的匹配决定号码属于哪个运营商；不在表中的号码会被拒绝。修改在1分钟内对所有发送方式生效。"
      action={
        <>
          <Button onClick={() => setAsked({ act: 'history' })}>修改记录</Button>
          <Button onClick={() => setAsked({ act: 'import' })}>批量导入</Button>
          <Button type="primary" onClick={() => setAsked({ act: 'set', segment: null })}>
            添加号段
          </Button>
        </>
      }
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.prefix}
      onOpen={row => setAsked({ act: 'set', segment: row })}
      batch={(choice, clear) => (
        <Button danger onClick={() => bulk.open(true, choice, clear)}>
          删除
        </Button>
      )}
      tabs={{ name: 'view', items: segmentTabs(query.data?.portedCount) }}
      filters={[
        {
          kind: 'search',
          name: 'search',
          label: '查号码',
          placeholder: '号码或号段的开头',
          pattern: /^\d{1,11}$/,
          mismatch: '请填写1-11位数字',
        },
        {
          kind: 'select',
          name: 'carrier',
          label: '运营商',
          options: mainlandCarriers.map(value => ({ value, label: carrierNames[value] })),
        },
        { kind: 'select', name: 'virtual', label: '类别', options: virtuals },
      ]}
      emptyState={{ title: '没有号段', text: '没有号段时所有号码都会被拒绝，请添加或导入。' }}
      errorTitle="号段没能加载"
    >
      {query.data?.found ? <FoundNumber phone={search} found={query.data.found} /> : null}
      <Suspense>
        {asked?.act === 'set' ? <SegmentDialog segment={asked.segment} onClose={close} /> : null}
        {asked?.act === 'remove' ? <RemoveSegmentDialog segment={asked.segment} onClose={close} /> : null}
        {bulk.asked ? <RemoveSegmentsDialog {...bulk.props(bulk.asked)} /> : null}
        {asked?.act === 'import' ? <SegmentFileDialog onClose={close} /> : null}
        {asked?.act === 'history' ? <SegmentHistory onClose={close} /> : null}
      </Suspense>
    </ListPage>
  )
}

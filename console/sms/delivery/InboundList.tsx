import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import type { CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { deliveryCalls, inboundEffectNames } from '#contract/messages/delivery.ts'
import { send, useCall, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Phone } from '#ui/display/Phone.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { growing, useGrowingList } from '#ui/list/growing-list.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { usePageTabs } from '#ui/list/page-tabs.ts'
import { phoneFilter } from '#ui/list/phone-filter.ts'
import layout from '#ui/theme/layout.module.css'
import { pathTo } from '../../paths.ts'
import { useMay } from '../../session.ts'
import style from './Delivery.module.css'
import { daysFilter, filterOf } from './delivery.ts'
import { deliveryTabs } from './tabs.ts'
import { UnusedFilters } from './UnusedFilters.tsx'

const ReplyDialog = lazyPart('ReplyDialog', () => import('./ReplyDialog.tsx'))

type Row = CallAnswerWire<typeof deliveryCalls.inbound>['rows'][number]

const messageLink = (messageId: string, words: string) => <Link to={pathTo('/sms/delivery', { messageId, id: messageId })}>{words}</Link>

const columns: ListColumn<Row>[] = [
  { id: 'receivedAt', title: '收到时间', isAlways: true, width: 160, render: row => <Moment at={row.receivedAt} /> },
  { id: 'phone', card: 'name', title: '手机号', isAlways: true, width: 120, render: row => <Phone phone={row.phone} /> },
  { id: 'text', title: '回复内容', isAlways: true, width: 260, render: row => <Text row={row} /> },
  { id: 'signature', title: '回复的签名', width: 130, render: row => row.signatureText ?? '' },
  {
    id: 'effect',
    card: 'state',
    title: '效果',
    width: 100,
    render: row => (row.effect ? <StateTag tone="ended">{inboundEffectNames[row.effect] ?? row.effect}</StateTag> : ''),
  },
  { id: 'message', title: '对应的短信', width: 100, render: row => (row.messageId ? messageLink(row.messageId, '查看短信') : '') },
  { id: 'answer', title: '答复', width: 130, render: row => <Answer row={row} /> },
]

const Text = ({ row }: { row: Row }) => (
  <div className={style.reply}>
    {row.text || '（空白）'}
    {row.missingParts > 0 ? <div className={layout.faint}>长短信，缺少 {row.missingParts} 段</div> : null}
  </div>
)

function Answer({ row }: { row: Row }) {
  if (row.answerMessageId) return messageLink(row.answerMessageId, '已答复')
  return row.answerProblem ? <span className={layout.faint}>没有答复：{row.answerProblem}</span> : ''
}

/** 收到的回复: inbound messages, their effect, and replies to them. */
export function InboundList() {
  const own = useListState({ phone: '', from: '', to: '', effect: '', signatureId: '' })
  const { list, tabs } = usePageTabs(own, deliveryTabs)
  const [answered, setAnswered] = useState<Row | null>(null)
  const mayReply = useMay('broadcast.write')
  const found = filterOf(own.values, { phone: '手机号', effect: '效果', signatureId: '签名' })
  const filter = found.filter as CallInputWire<typeof deliveryCalls.inbound>
  const input = { ...filter, ...own.page }
  const query = useGrowingList(useListCall(deliveryCalls.inbound, input, growing(own.turn.isFirst)), {
    call: deliveryCalls.inbound,
    of: input,
    isFirst: own.turn.isFirst,
    keyOf: row => row.inboundId,
    readMost: pageSize => send(deliveryCalls.inbound, { ...filter, pageSize }),
  })
  const choices = useCall(deliveryCalls.choices, {}, { staleTimeMs: 60_000 }).data
  const reply = actionColumn<Row>(80, row => [
    { label: '答复', refusedBecause: row.signatureText ? null : '没有对应的签名，不能答复', onClick: () => setAnswered(row) },
  ])
  return (
    <ListPage
      id="inbound"
      title="发送记录"
      note="收件人回复的短信。回复R、T、TD、退订等会自动加入黑名单，不再收到该签名的推广短信。"
      action={<ExportButton source="inbound" filter={found.filter} />}
      tabs={tabs}
      filters={[
        phoneFilter,
        daysFilter(own.values.phone.length === 11 ? '收到时间：不限' : '收到时间：近7天'),
        { kind: 'select', name: 'effect', label: '效果', options: optionsOf(inboundEffectNames) },
        {
          kind: 'select',
          name: 'signatureId',
          label: '签名',
          options: (choices?.signatures ?? []).map(({ signatureId, text }) => ({ value: signatureId, label: text })),
        },
      ]}
      warning={<UnusedFilters problems={found.problems} onReset={list.reset} />}
      list={list}
      query={query}
      columns={mayReply ? [...columns, reply] : columns}
      rowKey={row => row.inboundId}
      readPage={page => send(deliveryCalls.inbound, { ...filter, ...page })}
      emptyState={{ title: '近7天没有收到回复', text: '收件人回复您的短信后，内容会出现在这里。更早的回复请选择收到时间。' }}
      errorTitle="收到的回复没能加载"
    >
      <Suspense>{answered ? <ReplyDialog row={answered} onClose={() => setAnswered(null)} /> : null}</Suspense>
    </ListPage>
  )
}

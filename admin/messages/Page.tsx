import { CustomerPicker } from '#admin/ui/CustomerPicker.tsx'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminMessageCalls, adminMessageFilter } from '#contract/messages/admin-message.ts'
import { messageKindNames, stateGroups } from '#contract/messages/delivery.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useListCall } from '#ui/call.ts'
import { momentsOf } from '#ui/date-range.ts'
import { took } from '#ui/display/duration.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { keyOf, optionsOf } from '#ui/form/options.ts'
import { messageStateTags } from '#ui/labels/messages.ts'
import { stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { nothingFound, wholePhoneFilter } from '#ui/list/phone-filter.ts'
import { RowActions } from '#ui/list/RowActions.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { limits } from '#values/limits.ts'
import { MessageDetail } from './MessageDetail.tsx'

type Row = CallAnswerWire<typeof adminMessageCalls.list>['rows'][number]

const nothing = { phone: '', upstreamId: '', messageId: '', accountId: '', state: '', from: '', to: '' }

const states = { ...stateGroups, ...messageStateTags }

const facts: ListColumn<Row>[] = [
  customerColumn({ id: 'customer', onPhone: true, width: 240 }),
  stateColumn(row => messageStateTags[row.state], { onPhone: true, width: 110 }),
  { id: 'reason', title: '原因', width: 150, render: row => (row.reason ? `${row.reason.meaning}（${row.reason.code}）` : '') },
  { id: 'kind', title: '类型', width: 70, render: row => messageKindNames[row.kind] },
  { id: 'signature', title: '签名', isExtra: true, width: 120, render: row => `【${row.signatureText}】` },
  { id: 'content', title: '内容', isExtra: true, width: 260, render: row => row.content },
  { id: 'channel', title: '通道', width: 110, render: row => row.channelName ?? '–' },
  { id: 'upstream', title: '上游编号', width: 150, render: row => (row.upstreamId ? <CopyableId id={row.upstreamId} most={16} /> : '–') },
  {
    id: 'took',
    title: terms.latency,
    isNumber: true,
    width: 90,
    render: row => (row.state === 'delivered' ? took(row.submittedAt, row.finishedAt) : ''),
  },
  { id: 'messageId', title: '短信编号', isExtra: true, width: 180, render: row => <CopyableId id={row.messageId} /> },
]

/** 短信查询: messages of all customers by number or id, or those of one customer. */
export function Page() {
  const list = useListState(nothing)
  const [{ of, id }, setUrl] = useUrlState({ of: '', id: '' })
  const { phone, upstreamId, messageId, accountId, from, to } = list.values
  const filter = {
    phone: phone || undefined,
    upstreamId: upstreamId || undefined,
    messageId: messageId || undefined,
    accountId: accountId || undefined,
    state: keyOf(states, list.values.state),
  }
  const isAsked = Boolean(phone || upstreamId || messageId || accountId) && adminMessageFilter.safeParse(filter).success
  const asked = useListCall(
    adminMessageCalls.list,
    { ...filter, ...(from && to ? momentsOf({ from, to }) : {}), ...list.page },
    { enabled: isAsked },
  )
  const query = isAsked ? asked : nothingFound(asked)
  const known = asked.data?.rows.find(row => row.accountId === accountId)
  const open = (row: Row) => setUrl({ of: row.accountId, id: row.messageId })
  const isAnyTime = phone !== '' || messageId !== ''
  return (
    <ListPage
      id="admin-message"
      title="短信查询"
      note="按手机号、短信编号或上游编号查所有客户的短信，或选一个客户。每次查找都会记入操作记录。"
      action={
        <CustomerPicker
          label="只看一个客户"
          placeholder="全部客户"
          value={accountId || undefined}
          onChange={next => list.change({ accountId: next ?? '' })}
          known={known ? { accountId: known.accountId, name: known.accountName } : undefined}
        />
      }
      list={list}
      query={query}
      columns={[
        { id: 'createdAt', title: '提交时间', onPhone: true, isAlways: true, width: 160, render: row => <Moment at={row.createdAt} /> },
        {
          id: 'phone',
          title: '手机号',
          onPhone: true,
          isAlways: true,
          width: 130,
          render: row => <RowActions actions={[{ label: row.phone, onClick: () => open(row) }]} />,
        },
        ...facts,
      ]}
      rowKey={row => row.messageId}
      readPage={page => send(adminMessageCalls.list, { ...filter, ...(from && to ? momentsOf({ from, to }) : {}), ...page })}
      onOpen={open}
      filters={[
        wholePhoneFilter,
        { kind: 'search', name: 'upstreamId', label: '上游编号' },
        {
          kind: 'days',
          from: 'from',
          to: 'to',
          label: isAnyTime ? '提交时间：不限' : '提交时间：近7天',
          maxDays: limits.deliveryRangeDays,
        },
        { kind: 'select', name: 'state', label: '状态', options: optionsOf(states) },
        {
          kind: 'search',
          name: 'messageId',
          label: '短信编号',
          pattern: /^(msg_)?[0-9a-z]{26}$/,
          mismatch: '短信编号为26位，前面可以有 msg_',
        },
      ]}
      emptyState={{
        title: '输入号码或编号，或选择一个客户',
        text: '长短信可填任何一段的上游编号，四天以前的只能填第一段的。只按状态和时间不能查所有客户。',
        ...(asked.data?.searchedUntil ? { unfinished: '已查到较早的时间，点“下一页”继续向前查找。' } : {}),
        ...(asked.data?.isPartial ? { unfinished: '这段时间的短信太多，没有全部查完。请缩短时间，或选择客户。' } : {}),
      }}
      errorTitle="短信没能加载"
    >
      {of && id ? <MessageDetail accountId={of} messageId={id} onClose={() => setUrl({ of: '', id: '' })} /> : null}
    </ListPage>
  )
}

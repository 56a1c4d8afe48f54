import { Link } from 'react-router'
import type { CallAnswerWire } from '#contract/call.ts'
import { type OptOutPageAct, optOutPageCalls } from '#contract/unsubscribe/opt-out-page.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag, type Tone } from '#ui/display/StateTag.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { nothingFound, phoneFilter, searchedPhone } from '#ui/list/phone-filter.ts'
import { oneOf } from '#ui/url-state.ts'
import { keysOf } from '#values/keys.ts'
import { pathTo } from '../../paths.ts'
import { optOutPageActNames } from '../../shared/labels/unsubscribe.ts'
import style from './Blacklist.module.css'
import { blacklistTabs, useBlacklistTabs } from './tabs.ts'

type Row = CallAnswerWire<typeof optOutPageCalls.records>['rows'][number]
const tones: Record<OptOutPageAct, Tone> = { refuse: 'waiting', restore: 'good', complain: 'bad' }

const columns: ListColumn<Row>[] = [
  { id: 'at', title: '时间', isAlways: true, width: 160, render: row => <Moment at={row.at} /> },
  { id: 'phone', title: '手机号', isAlways: true, card: 'name', width: 120, render: row => row.phone },
  {
    id: 'act',
    title: '操作',
    isAlways: true,
    card: 'state',
    width: 100,
    render: row => <StateTag tone={tones[row.act]}>{optOutPageActNames[row.act]}</StateTag>,
  },
  { id: 'signature', title: '范围', width: 130, render: row => (row.signatureText === null ? '全部签名' : `【${row.signatureText}】`) },
  {
    id: 'words',
    title: '投诉内容',
    width: 200,
    render: row =>
      row.words ? (
        <span className={style.cut} title={row.words}>
          {row.words}
        </span>
      ) : (
        '–'
      ),
  },
  { id: 'address', title: 'IP 地址', width: 130, render: row => row.address },
  {
    id: 'message',
    title: '对应的短信',
    width: 110,
    render: row =>
      row.messageId ? <Link to={pathTo('/sms/delivery', { messageId: row.messageId, id: row.messageId })}>查看短信</Link> : '–',
  },
  {
    id: 'hash',
    title: '短信内容的 SHA-256',
    isExtra: true,
    width: 180,
    render: row => (row.contentHash ? <CopyableId id={row.contentHash} most={16} /> : '–'),
  },
  {
    id: 'agent',
    title: '浏览器',
    isExtra: true,
    width: 200,
    render: row => (
      <span className={style.cut} title={row.agent}>
        {row.agent}
      </span>
    ),
  },
]

/** What people did on the opt-out page, as proof for both sides. */
export function OptOutRecords() {
  const own = useListState({ phone: '', act: oneOf(keysOf(optOutPageActNames), '') })
  const list = useBlacklistTabs(own)
  const { phone, isOdd } = searchedPhone(own.values.phone)
  const act = own.values.act || undefined
  const asked = useListCall(optOutPageCalls.records, { phone, act, ...own.page }, { enabled: !isOdd })
  const query = isOdd ? nothingFound(asked) : asked
  return (
    <ListPage
      id="blacklist.optOutPage"
      title="黑名单"
      note="收件人在退订页面拒收、恢复和投诉的记录：号码经短信验证码证实，连同时间、地址和短信内容的指纹一起保存，不能修改。"
      tabs={blacklistTabs}
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.recordId}
      readPage={isOdd ? undefined : page => send(optOutPageCalls.records, { phone, act, ...page })}
      filters={[phoneFilter, { kind: 'select', name: 'act', label: '操作', options: optionsOf(optOutPageActNames) }]}
      emptyState={{ title: '还没有记录', text: '推广短信里可以带上退订链接；收件人点开链接所做的选择会出现在这里。' }}
      errorTitle="退订页面的记录没能加载"
    />
  )
}

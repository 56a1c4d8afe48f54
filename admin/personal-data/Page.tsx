import { Button } from 'antd'
import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminPersonalDataCalls, personalDataCopyRoute, personalDataKinds } from '#contract/personal-data/admin-personal-data.ts'
import { queryString, send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { keysOf } from '#values/keys.ts'
import { personalDataRequestKinds, personalDataStateTags } from '../ui/labels/personal-data.ts'
import { RequestDialog } from './RequestDialog.tsx'

type Request = CallAnswerWire<typeof adminPersonalDataCalls.list>['rows'][number]

/** `短信 12、通讯录联系人 2`. */
const countsText = ({ counts }: Pick<Request, 'counts'>) =>
  keysOf(personalDataKinds)
    .flatMap(kind => (counts[kind] ? [`${personalDataKinds[kind].name} ${counts[kind].toLocaleString('en-US')}`] : []))
    .join('、')

const columns: ListColumn<Request>[] = [
  { id: 'askedAt', title: '登记时间', onPhone: true, isAlways: true, width: 156, render: row => <Moment at={row.askedAt} /> },
  { id: 'phone', title: '手机号', onPhone: true, isAlways: true, width: 130, render: row => row.phone },
  { id: 'kind', title: '请求', onPhone: true, width: 90, render: row => personalDataRequestKinds[row.kind] },
  stateColumn(row => personalDataStateTags[row.state], { id: 'state', onPhone: true, title: '状态', width: 100 }),
  { id: 'counts', title: '涉及的数据', width: 220, render: row => countsText(row) || (row.state === 'done' ? '没有找到' : '–') },
  { id: 'dueAt', title: '最晚完成', width: 156, render: row => (row.state === 'running' ? <Moment at={row.dueAt} /> : '–') },
  { id: 'doneAt', title: '完成时间', width: 156, render: row => <Moment at={row.doneAt} /> },
  { id: 'reason', title: '说明', width: 220, render: row => row.reason },
  { id: 'staff', title: '登记人', width: 100, render: row => row.staffName },
]

/** 个人信息: phone owners ask what is stored about them, or have it erased. */
export function Page() {
  const list = useListState({})
  const query = useListCall(adminPersonalDataCalls.list, list.page)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <ListPage
      id="admin-personal-data"
      title="个人信息"
      note="手机号的主人来问平台存了什么，或要求删除时在这里登记。先核实号码是本人的；每次查询、下载和删除都记入操作记录。"
      action={
        <Button type="primary" onClick={() => setIsAsking(true)}>
          登记请求
        </Button>
      }
      list={list}
      query={query}
      columns={[
        ...columns,
        {
          id: 'copy',
          title: '副本',
          isAlways: true,
          fixed: 'end',
          width: 90,
          render: row =>
            row.isReadable ? <a href={personalDataCopyRoute.path + queryString({ requestId: row.requestId })}>下载副本</a> : '–',
        },
      ]}
      rowKey={row => row.requestId}
      readPage={page => send(adminPersonalDataCalls.list, page)}
      emptyState={{ title: '还没有登记过请求', text: '登记后可以下载副本；删除由另一位同事复核后执行。' }}
      errorTitle="请求没能加载"
    >
      {isAsking ? <RequestDialog onClose={() => setIsAsking(false)} /> : null}
    </ListPage>
  )
}

import { Link } from 'react-router'
import { useCall } from '#console/call.ts'
import { ListPage } from '#console/ui/ListPage.tsx'
import type { ListColumn } from '#console/ui/list-columns.ts'
import { useListState } from '#console/ui/list-state.ts'
import { Moment } from '#console/ui/Moment.tsx'
import { StateTag } from '#console/ui/StateTag.tsx'
import type { Got } from '#contract/call.ts'
import { operatorActivityCalls } from '#contract/operator-activity.ts'
import { actName, actNames, refusalText } from '../act-names.ts'
import { pathTo } from '../paths.ts'

type Act = Got<typeof operatorActivityCalls.list>['rows'][number]

const detailNames: Record<string, string> = {
  reason: '原因',
  kind: '类型',
  segmentCount: '条数',
  validityDays: '有效天数',
  before: '原为',
  after: '改为',
  from: '生效时间',
  name: '名称',
  phone: '号码',
  addedCount: '新增',
  changedCount: '修改',
}
const detailText = (detail: Act['detail']) =>
  Object.entries(detail)
    .map(([name, value]) => `${detailNames[name] ?? name}：${value}`)
    .join('；')

/** Done by `npm run admin`. */
const isOnServer = (row: Act) => row.address === 'server'

const columns: ListColumn<Act>[] = [
  { id: 'at', title: '时间', isAlways: true, width: 170, render: row => <Moment at={row.at} /> },
  { id: 'staff', title: '人员', width: 110, render: row => row.staffName || (isOnServer(row) ? '服务器管理员' : '未知账号') },
  { id: 'action', title: '操作', isAlways: true, width: 120, render: row => actName(row.action) },
  {
    id: 'account',
    title: '客户',
    width: 180,
    render: row => (row.accountId ? <Link to={pathTo('/customers', { id: row.accountId })}>{row.accountName}</Link> : '–'),
  },
  { id: 'object', title: '对象', width: 180, render: row => row.object ?? '–' },
  {
    id: 'result',
    title: '结果',
    width: 200,
    render: row =>
      row.result === 'ok' ? <StateTag tone="good">成功</StateTag> : <StateTag tone="bad">{refusalText(row.result)}</StateTag>,
  },
  { id: 'detail', title: '内容', width: 260, render: row => detailText(row.detail) || '–' },
  { id: 'address', title: '来自', width: 130, render: row => (isOnServer(row) ? '服务器命令行' : row.address || '–') },
]

/** 操作记录: what the staff did and tried; nobody can change it. */
export function Page() {
  const list = useListState({ action: '', staffId: '', accountId: '' })
  const { action, staffId, accountId } = list.values
  const query = useCall(operatorActivityCalls.list, {
    ...(action ? { action } : {}),
    ...(staffId ? { staffId } : {}),
    ...(accountId ? { accountId } : {}),
    ...list.page,
  })
  return (
    <ListPage
      id="operator-activity"
      title="操作记录"
      note="运营人员的登录和每一次操作，包括被拒绝的；记录只增不改。"
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.activityId}
      filters={[
        {
          kind: 'select',
          name: 'action',
          label: '操作',
          options: Object.entries(actNames).map(([value, label]) => ({ value, label })),
        },
        {
          kind: 'select',
          name: 'staffId',
          label: '人员',
          options: (query.data?.staff ?? []).map(one => ({ value: one.staffId, label: one.name })),
        },
      ]}
      emptyState={{ title: '还没有操作记录', text: '运营人员登录和操作后会出现在这里。' }}
      errorTitle="操作记录没能加载"
    />
  )
}

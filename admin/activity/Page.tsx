import { useState } from 'react'
import { Link } from 'react-router'
import { actName, actNames, refusalText } from '#admin/act-names.ts'
import { pathTo } from '#admin/paths.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { staffActChangeText, staffActText } from '#contract/identity/staff-act.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { ObjectText } from '#ui/CopyButton.tsx'
import { send, useListCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { viewColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'

type Act = CallAnswerWire<typeof adminAuditLogCalls.list>['rows'][number]

const changeText = ({ change }: Act) => staffActChangeText(change.before, change.after)

/** Done by `npm run admin`. */
const isOnServer = (row: Act) => row.address === 'server'

const staffText = (row: Act) => row.staffName || (isOnServer(row) ? '服务器管理员' : '未知账号')
const placeText = (row: Act) => (isOnServer(row) ? '服务器命令行' : [row.address, row.place].filter(Boolean).join(' ') || '–')
const Customer = ({ row }: { row: Act }) =>
  row.accountId ? <Link to={pathTo('/customers', { id: row.accountId })}>{row.accountName}</Link> : '–'
const Result = ({ row }: { row: Act }) =>
  row.result === 'ok' ? <StateTag tone="good">成功</StateTag> : <StateTag tone="bad">{refusalText(row.result)}</StateTag>

const columns: ListColumn<Act>[] = [
  { id: 'at', onPhone: true, title: '时间', isAlways: true, width: 140, render: row => <Moment at={row.at} /> },
  { id: 'staff', title: '人员', width: 100, render: staffText },
  { id: 'action', onPhone: true, card: 'name', title: '动作', isAlways: true, width: 100, render: row => actName(row.action) },
  { id: 'account', title: '客户', width: 116, render: row => <Customer row={row} /> },
  { id: 'object', title: '对象', width: 116, render: row => (row.object ? <ObjectText text={row.object} /> : '–') },
  { id: 'result', onPhone: true, title: '结果', width: 90, render: row => <Result row={row} /> },
  { id: 'detail', title: '内容', width: 130, render: row => staffActText(row.detail) || '–' },
  { id: 'change', title: '变更前后', width: 120, render: row => changeText(row) || '–' },
  { id: 'address', title: '来自', isExtra: true, width: 116, render: placeText },
]

/** One log line in full: a row shows only the beginning of a long reason. */
const ActDetail = ({ act, onClose }: { act: Act; onClose: () => void }) => (
  <DetailDrawer onClose={onClose} title="操作详情">
    <Facts
      facts={[
        fact('动作', actName(act.action)),
        fact('结果', <Result row={act} />),
        fact('时间', <Moment at={act.at} />),
        fact('人员', staffText(act)),
        fact('来自', placeText(act)),
        fact('客户', <Customer row={act} />),
        fact('对象', act.object),
      ]}
    />
    <Section title="内容">{staffActText(act.detail) || '–'}</Section>
    <Section title="变更前后">{changeText(act) || '–'}</Section>
  </DetailDrawer>
)

/** 操作记录: the staff audit log of acts and attempts; nobody can change it. */
export function Page() {
  const list = useListState({ action: '', staffId: '', accountId: '' })
  const [opened, setOpened] = useState<Act | null>(null)
  const { action, staffId, accountId } = list.values
  const filter = { ...(action ? { action } : {}), ...(staffId ? { staffId } : {}), ...(accountId ? { accountId } : {}) }
  const query = useListCall(adminAuditLogCalls.list, { ...filter, ...list.page })
  return (
    <ListPage
      id="admin-activity"
      title="操作记录"
      note="运营人员的登录和每一次操作，包括被拒绝的；记录只增不改。"
      list={list}
      query={query}
      columns={[...columns, viewColumn(setOpened)]}
      rowKey={row => row.auditId}
      readPage={page => send(adminAuditLogCalls.list, { ...filter, ...page })}
      onOpen={setOpened}
      filters={[
        { kind: 'select', name: 'action', label: '动作', options: optionsOf(actNames) },
        {
          kind: 'select',
          name: 'staffId',
          label: '人员',
          options: (query.data?.staff ?? []).map(one => ({ value: one.staffId, label: one.name })),
        },
      ]}
      emptyState={{ title: '还没有操作记录', text: '运营人员登录和操作后会出现在这里。' }}
      errorTitle="操作记录没能加载"
    >
      {opened ? <ActDetail act={opened} onClose={() => setOpened(null)} /> : null}
    </ListPage>
  )
}

import { Button, Form } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminPersonCalls } from '#contract/account/admin-person.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { roles } from '#contract/identity/permission.ts'
import { useListCall } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { actionColumn } from '#ui/list/action-column.tsx'
import { stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { phoneChangeStateTags } from '../ui/labels/account.ts'

type Change = CallAnswerWire<typeof adminPersonCalls.phoneChanges>['rows'][number]

/** 换号审核: members who have lost the old number; staff verify their identity by other means. */
export function Page() {
  const list = useListState({ part: '' })
  const part = list.values.part === 'decided' ? 'decided' : 'waiting'
  const query = useListCall(adminPersonCalls.phoneChanges, { part })
  const [asked, setAsked] = useState<{ change: Change; isApproved: boolean } | null>(null)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const opened = query.data?.rows.find(row => row.changeId === openedId)
  const count = query.data?.waitingCount
  return (
    <ListPage
      id="admin-phone-changes"
      title="换号审核"
      note="新手机号已用验证码验证。通过前请用认证资料、历史账单等核实申请人身份，必要时拨打新号码。"
      list={list}
      query={query}
      columns={[
        ...columns,
        ...(part === 'decided'
          ? decidedColumns
          : [
              actionColumn(130, (change: Change) => [
                { label: '通过', review: 'pass', onClick: () => setAsked({ change, isApproved: true }) },
                { label: '驳回', review: 'reject', isDanger: true, onClick: () => setAsked({ change, isApproved: false }) },
              ]),
            ]),
      ]}
      rowKey={row => row.changeId}
      onOpen={row => setOpenedId(row.changeId)}
      tabs={{
        name: 'part',
        items: [
          { key: '', label: '待审核', count },
          { key: 'decided', label: '已处理' },
        ],
      }}
      emptyState={{
        title: part === 'waiting' ? '没有待审核的换号申请' : '还没有处理过换号申请',
        text: '客户的原手机号收不到短信时，会在这里申请更换。',
      }}
      errorTitle="换号申请没能加载"
    >
      {opened ? (
        <ChangeDrawer change={opened} onDecide={isApproved => setAsked({ change: opened, isApproved })} onClose={() => setOpenedId(null)} />
      ) : null}
      {asked ? <DecideDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </ListPage>
  )
}

const columns: ListColumn<Change>[] = [
  {
    id: 'asked',
    title: '申请时间',
    isAlways: true,
    width: 156,
    sortBy: row => row.askedAt,
    render: row => <Moment at={row.askedAt} />,
  },
  {
    id: 'account',
    onPhone: true,
    title: '客户',
    isAlways: true,
    width: 200,
    render: row => (
      <>
        <Link to={pathTo('/customers', { id: row.accountId })}>{row.accountName}</Link>
        <br />
        {row.attestedName ?? '未认证'}
      </>
    ),
  },
  { id: 'member', onPhone: true, title: '成员', width: 120, render: row => `${row.memberName}（${roles[row.role].name}）` },
  { id: 'old', title: '原手机号', width: 120, render: row => row.oldPhone },
  { id: 'new', title: '新手机号', width: 120, render: row => row.newPhone },
  { id: 'reason', title: '申请说明', width: 176, render: row => row.reason },
  { id: 'seen', title: '最近登录', width: 156, sortBy: row => row.lastSignInAt, render: row => <Moment at={row.lastSignInAt} /> },
]

const decidedColumns: ListColumn<Change>[] = [
  stateColumn(row => phoneChangeStateTags[row.state], { id: 'state', title: '结果', width: 110 }),
  { id: 'why', title: '处理说明', width: 200, render: row => row.decisionReason ?? '–' },
  { id: 'by', title: '处理人', width: 100, render: row => row.decidedBy || '–' },
  { id: 'decided', title: '处理时间', width: 156, sortBy: row => row.decidedAt, render: row => <Moment at={row.decidedAt} /> },
]

interface ChangeDrawerProps {
  change: Change
  onDecide: (isApproved: boolean) => void
  onClose: () => void
}

const ChangeDrawer = ({ change, onDecide, onClose }: ChangeDrawerProps) => (
  <DetailDrawer
    onClose={onClose}
    title={`换号申请：${change.memberName}`}
    actions={
      change.state === 'waiting' ? (
        <>
          <Button data-review="pass" type="primary" onClick={() => onDecide(true)}>
            通过
          </Button>
          <Button data-review="reject" danger onClick={() => onDecide(false)}>
            驳回
          </Button>
        </>
      ) : null
    }
  >
    <Facts
      facts={[...columns, ...(change.state === 'waiting' ? [] : decidedColumns)].map(({ title, render }) => fact(title, render(change)))}
    />
  </DetailDrawer>
)

function DecideDialog({ change, isApproved, onClose }: { change: Change; isApproved: boolean; onClose: () => void }) {
  const act = useDialogAct(adminPersonCalls.decidePhoneChange, {
    invalidates: [adminPersonCalls.phoneChanges],
    done: `${change.memberName}：已${isApproved ? '通过' : '驳回'}`,
    onClose,
  })
  const { accountId, changeId } = change
  return (
    <ActForm<{ reason: string }>
      title={`${isApproved ? '通过' : '驳回'}换号申请：${change.memberName}`}
      okText={isApproved ? '通过' : '驳回'}
      isDanger={!isApproved}
      consequence={
        isApproved
          ? `登录手机号由${change.oldPhone}改为${change.newPhone}，他现有的登录全部失效，并收到通知。`
          : '手机号不变，他会收到通知和您填写的原因。'
      }
      reasonHint={isApproved ? '写明怎样核实了身份，记入操作记录。' : '会告诉申请人。'}
      act={act}
      onSubmit={({ reason }) => act.mutate({ accountId, changeId, isApproved, reason })}
      onClose={onClose}
    >
      <Form.Item label="申请说明">{change.reason}</Form.Item>
    </ActForm>
  )
}

import { Button } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { alertCalls } from '#contract/alert/alert.ts'
import { type AlertMethod, alertKinds } from '#contract/alert/alert-rule.ts'
import { useCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { RowActions } from '#ui/list/RowActions.tsx'
import { useConfirm } from '#ui/overlay/confirm.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { useUrlState } from '#ui/url-state.ts'
import { pathTo } from '../../paths.ts'
import { useMay } from '../../session.ts'
import { alertGroupNames, alertMethodNames } from '../../shared/labels/alert.ts'
import style from './Alert.module.css'
import { type RuleRow, ruleAnswers, ruleSentence, scopeText } from './alerts.ts'
import { alertTabs, useAlertTabs } from './tabs.ts'

const RuleForm = lazyPart('RuleForm', () => import('./RuleForm.tsx'))

const columns: ListColumn<RuleRow>[] = [
  {
    id: 'kind',
    title: '规则',
    isAlways: true,
    fixed: 'start',
    width: 320,
    render: row => (
      <span className={style.name}>
        <b>{alertKinds[row.kind].name}</b>
        <small className={style.line} title={ruleSentence(row)}>
          {ruleSentence(row)}
        </small>
      </span>
    ),
  },
  { id: 'group', title: '分类', width: 100, isExtra: true, render: row => alertGroupNames[alertKinds[row.kind].group] },
  { id: 'scope', title: '范围', width: 110, render: scopeText },
  { id: 'notificationMethods', title: '通知方式', width: 170, render: row => methodsText(row.notificationMethods) },
  {
    id: 'state',
    title: '状态',
    width: 90,
    render: row => <StateTag tone={row.isOn ? 'good' : 'ended'}>{row.isOn ? '已启用' : '已停用'}</StateTag>,
  },
  {
    id: 'active',
    title: '未恢复',
    isNumber: true,
    width: 80,
    render: row =>
      row.activeCount > 0 ? (
        <Link to={pathTo('/sms/app-warning', { rule: row.ruleId })}>
          <Count count={row.activeCount} />
        </Link>
      ) : (
        <Count count={0} />
      ),
  },
  { id: 'lastFiredAt', title: '最近触发', width: 156, render: row => (row.lastFiredAt ? <Moment at={row.lastFiredAt} /> : '–') },
]

const methodsText = (notificationMethods: readonly AlertMethod[]) =>
  notificationMethods.length === 0
    ? '控制台，按成员设置'
    : ['控制台', ...notificationMethods.map(notificationMethod => alertMethodNames[notificationMethod])].join('、')

/** 预警规则: conditions and notification methods; the usual rules by one click. */
export function Rules() {
  const list = useAlertTabs(useListState({}))
  const [open, setOpen] = useUrlState({ form: '' })
  const mayWrite = useMay('app.write')
  const query = useCall(alertCalls.rules, {}, { refetchInterval: 30_000 })
  const usual = useMessageAct(alertCalls.addUsual, {
    invalidates: ruleAnswers,
    done: ({ addedCount }) => (addedCount === 0 ? '推荐规则都已有了' : `已启用 ${addedCount} 条推荐规则`),
  })
  const add = mayWrite ? (
    <Button type="primary" onClick={() => setOpen({ form: 'new' })}>
      新增规则
    </Button>
  ) : null
  const addUsual = mayWrite ? (
    <Button loading={usual.isPending} onClick={() => usual.mutate({})}>
      启用推荐规则
    </Button>
  ) : null
  const edited = query.data?.rows.find(row => row.ruleId === open.form)
  return (
    <ListPage
      id="alert.rules"
      title="应用预警"
      note="规则每分钟检查一次；触发后留下记录并通知，恢复到正常值以上一段才算结束，不会反复打扰。"
      action={
        <>
          {addUsual}
          {add}
        </>
      }
      tabs={alertTabs}
      list={list}
      query={query}
      columns={mayWrite ? [...columns, actionsColumn(row => setOpen({ form: row.ruleId }))] : columns}
      rowKey={row => row.ruleId}
      emptyState={{
        title: '还没有预警规则',
        text: '推荐规则包括余额与套餐、到达率、限额、验证码盗刷、审核结果和回调失败，按默认值启用后可以再改。',
        action: addUsual,
      }}
      errorTitle="预警规则没能加载"
    >
      <Suspense>
        {mayWrite && (open.form === 'new' || edited) ? (
          <RuleForm key={open.form} rule={edited ?? null} onClose={() => setOpen({ form: '' })} />
        ) : null}
      </Suspense>
    </ListPage>
  )
}

const actionsColumn = (onEdit: (row: RuleRow) => void): ListColumn<RuleRow> => ({
  id: 'actions',
  title: '操作',
  isAlways: true,
  fixed: 'end',
  width: 150,
  render: row => <Actions row={row} onEdit={() => onEdit(row)} />,
})

function Actions({ row, onEdit }: { row: RuleRow; onEdit: () => void }) {
  const confirm = useConfirm()
  const name = alertKinds[row.kind].name
  const test = useMessageAct(alertCalls.testRule, { invalidates: ruleAnswers, done: '测试已发出，到预警记录查看是否送达' })
  const turn = useMessageAct(alertCalls.switchRule, { invalidates: ruleAnswers, done: (_, { isOn }) => (isOn ? '已启用' : '已停用') })
  const remove = useMessageAct(alertCalls.removeRule, { invalidates: ruleAnswers, done: `已删除规则“${name}”` })
  const askRemoval = () =>
    confirm({ title: `删除规则“${name}”吗？`, content: '之后不再检查和通知；已有的预警记录会保留。', okText: '删除' }, () =>
      remove.mutate({ ruleId: row.ruleId }),
    )
  return (
    <RowActions
      actions={[
        { label: '修改', onClick: onEdit },
        { label: '测试', onClick: () => test.mutate({ ruleId: row.ruleId }) },
        { label: row.isOn ? '停用' : '启用', onClick: () => turn.mutate({ ruleId: row.ruleId, isOn: !row.isOn }) },
        { label: '删除', isDanger: true, onClick: askRemoval },
      ]}
    />
  )
}

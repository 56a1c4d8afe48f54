import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { routes } from '#console/routes.tsx'
import { invoiceTitleCalls } from '#contract/invoicing/invoice-title.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Label, StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { titleKindTexts } from '#ui/labels/invoicing.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import type { RowAction } from '#ui/list/RowActions.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { useUrlState } from '#ui/url-state.ts'
import { limits } from '#values/limits.ts'
import { useMay } from '../../../../session.ts'
import { specialStateTags } from '../../../../shared/labels/invoicing.ts'
import { PauseBar } from '../PauseBar.tsx'
import style from './Title.module.css'
import { type TitleRow, titleAnswers } from './title.ts'

const TitleForm = lazyPart('TitleForm', () => import('./TitleForm.tsx'))
const TitleDetail = lazyPart('TitleDetail', () => import('./TitleDetail.tsx'))

const columns: ListColumn<TitleRow>[] = [
  {
    id: 'name',
    onPhone: true,
    title: '抬头',
    isAlways: true,
    width: 240,
    render: row => (
      <span className={style.name}>
        {row.name}
        {row.isDefault ? <Label>默认</Label> : null}
      </span>
    ),
  },
  { id: 'kind', title: '类型', width: 120, render: row => titleKindTexts[row.kind].name },
  { id: 'taxNumber', onPhone: true, title: '纳税人识别号', width: 200, render: row => row.taxNumber || '–' },
  { id: 'special', onPhone: true, title: '可开票种', width: 200, render: row => <SpecialCell row={row} /> },
  { id: 'bank', title: '开户行及账号', isExtra: true, width: 260, render: row => `${row.bankName} ${row.bankAccount}`.trim() || '–' },
  { id: 'address', title: '地址、电话', isExtra: true, width: 260, render: row => `${row.address} ${row.phone}`.trim() || '–' },
  { id: 'version', title: '版本', isExtra: true, isNumber: true, width: 70, render: row => row.versionNumber },
  { id: 'createdAt', title: '更新时间', width: 156, render: row => <Moment at={row.createdAt} /> },
]

function SpecialCell({ row }: { row: TitleRow }) {
  const { tone, name } = specialStateTags[row.specialState]
  const isOldApproved = row.approvedVersionId !== null && row.approvedVersionId !== row.versionId
  return (
    <span className={style.state}>
      <StateTag tone={tone}>{name}</StateTag>
      {isOldApproved ? <small>专票暂按已通过的版本</small> : null}
      {row.specialState === 'rejected' && row.reason ? <small>{row.reason}</small> : null}
    </span>
  )
}

type Asked = { act: 'delete' | 'withdraw'; row: TitleRow }

/** 开票信息: invoice titles. */
export function Page() {
  const list = useListState({})
  const [opened, open] = useUrlState({ id: '', form: '' })
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayWrite = useMay('invoice.write')
  const query = useCall(invoiceTitleCalls.list, {})
  const rows = query.data?.rows
  const makeDefault = useMessageAct(invoiceTitleCalls.makeDefault, { invalidates: titleAnswers, done: '已设为默认抬头' })
  const isFull = (rows?.length ?? 0) >= limits.invoiceTitles
  const add = mayWrite ? (
    <Button
      type="primary"
      disabled={isFull}
      title={isFull ? `最多${limits.invoiceTitles}个抬头` : undefined}
      onClick={() => open({ form: 'new' })}
    >
      新建抬头
    </Button>
  ) : null
  const actionsOf = (row: TitleRow): RowAction[] => [
    { label: '查看', onClick: () => open({ id: row.titleId }) },
    ...(mayWrite
      ? [
          { label: '修改', onClick: () => open({ form: row.titleId }) },
          ...(row.isDefault
            ? []
            : [
                {
                  label: '设为默认',
                  onClick: () => makeDefault.mutate({ titleId: row.titleId }),
                },
              ]),
          ...(row.specialState === 'reviewing' ? [{ label: '撤回审核', onClick: () => setAsked({ act: 'withdraw' as const, row }) }] : []),
          { label: '删除', isDanger: true, onClick: () => setAsked({ act: 'delete' as const, row }) },
        ]
      : []),
  ]
  const actions = actionColumn<TitleRow>(180, actionsOf)
  const edited = rows?.find(row => row.titleId === opened.form)
  return (
    <ListPage
      id="invoice-titles"
      title="开票信息"
      note={routes['/system/finance/invoice/content'].note}
      action={add}
      list={list}
      query={query}
      columns={[...columns, actions]}
      rowKey={row => row.titleId}
      onOpen={row => open({ id: row.titleId })}
      emptyState={{
        title: '还没有发票抬头',
        text: query.data?.attested
          ? `新建时会填好认证名称“${query.data.attested.name}”${query.data.attested.creditCode ? '和税号，保存后' : '，补上税号'}就能申请发票。`
          : '添加企业或个人抬头后，就可以申请发票了。',
        action: add,
      }}
      errorTitle="开票信息没能加载"
      warning={<PauseBar />}
    >
      <Suspense>
        {opened.id !== '' && opened.form === '' ? (
          <TitleDetail
            titleId={opened.id}
            onEdit={mayWrite ? () => open({ id: '', form: opened.id }) : null}
            onClose={() => open({ id: '' })}
          />
        ) : null}
        {mayWrite && query.data && (opened.form === 'new' || edited) ? (
          <TitleForm key={opened.form} row={edited ?? null} attested={query.data.attested} onClose={() => open({ form: '' })} />
        ) : null}
      </Suspense>
      {asked ? <TitleAct {...asked} onClose={() => setAsked(null)} /> : null}
    </ListPage>
  )
}

const asks = {
  delete: { name: '删除', text: '删除后不能再用它申请发票；已申请和已开出的发票不受影响。' },
  withdraw: { name: '撤回审核', text: '撤回后这次修改不再审核，普票照常可开；之前通过的版本仍可开专票。' },
}

function TitleAct({ act, row, onClose }: Asked & { onClose: () => void }) {
  const options = { invalidates: titleAnswers, done: `已${asks[act].name}“${row.name}”`, onClose }
  const remove = useDialogAct(invoiceTitleCalls.delete, options)
  const withdraw = useDialogAct(invoiceTitleCalls.withdraw, options)
  const sent = act === 'delete' ? remove : withdraw
  return (
    <AskDialog
      title={`${asks[act].name}“${row.name}”`}
      okText={asks[act].name}
      isDanger={act === 'delete'}
      act={sent}
      onOk={() => sent.mutate({ titleId: row.titleId })}
      onClose={onClose}
    >
      <p>{asks[act].text}</p>
    </AskDialog>
  )
}

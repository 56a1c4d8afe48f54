import { Button } from 'antd'
import { useState } from 'react'
import { invoiceEmailCalls } from '#contract/invoicing/invoice-delivery.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Label, StateTag } from '#ui/display/StateTag.tsx'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { limits } from '#values/limits.ts'
import { useMay } from '../../../../session.ts'
import { PauseBar } from '../PauseBar.tsx'
import { EmailForm } from './EmailForm.tsx'
import style from './Express.module.css'
import { type EmailRow, emailAnswers, note, tabs, title } from './express.ts'

const columns: ListColumn<EmailRow>[] = [
  {
    id: 'address',
    title: '邮箱',
    isAlways: true,
    width: 260,
    render: row => (
      <span className={style.name}>
        {row.address}
        {row.isDefault ? <Label>默认</Label> : null}
      </span>
    ),
  },
  { id: 'state', title: '状态', width: 180, render: row => <EmailState row={row} /> },
  { id: 'remark', title: '备注', width: 160, render: row => row.remark || '–' },
  { id: 'verifiedAt', title: '验证时间', width: 156, render: row => <Moment at={row.verifiedAt} /> },
  { id: 'sentAt', title: '最近一次验证邮件', isExtra: true, width: 156, render: row => <Moment at={row.sentAt} /> },
]

function EmailState({ row }: { row: EmailRow }) {
  if (row.verifiedAt) return <StateTag tone="good">已验证</StateTag>
  const isOpen = row.linkExpiresAt !== null && Date.parse(row.linkExpiresAt) > Date.now()
  return <StateTag tone={isOpen ? 'waiting' : 'bad'}>{isOpen ? '待验证，请查收邮件' : '链接已过期，请重新发送'}</StateTag>
}

/** Mailboxes for electronic invoices; each is verified by its reader. */
export function EmailList() {
  const list = useListState({ tab: '' })
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<EmailRow | null>(null)
  const mayWrite = useMay('invoice.write')
  const [isWaiting, setWaiting] = useState(false)
  // The list is polled while a verification is pending.
  const query = useCall(invoiceEmailCalls.list, {}, { refetchInterval: isWaiting ? 5_000 : false })
  const waits = query.data?.rows.some(row => !row.verifiedAt) ?? false
  if (waits !== isWaiting) setWaiting(waits)
  const resend = useMessageAct(invoiceEmailCalls.resend, { invalidates: emailAnswers, done: '验证邮件已发送，之前的链接作废' })
  const makeDefault = useMessageAct(invoiceEmailCalls.makeDefault, { invalidates: emailAnswers, done: '已设为默认邮箱' })
  const isFull = (query.data?.rows.length ?? 0) >= limits.invoiceEmails
  const add = mayWrite ? (
    <Button
      type="primary"
      disabled={isFull}
      title={isFull ? `最多${limits.invoiceEmails}个邮箱` : undefined}
      onClick={() => setAdding(true)}
    >
      添加邮箱
    </Button>
  ) : null
  const actions = actionColumn<EmailRow>(180, row => {
    const { emailId } = row
    return [
      ...(row.verifiedAt ? [] : [{ label: '重发验证邮件', onClick: () => resend.mutate({ emailId }) }]),
      ...(row.verifiedAt && !row.isDefault ? [{ label: '设为默认', onClick: () => makeDefault.mutate({ emailId }) }] : []),
      { label: '删除', isDanger: true, onClick: () => setRemoved(row) },
    ]
  })
  return (
    <ListPage
      id="invoice-emails"
      title={title}
      note={note}
      action={add}
      tabs={tabs}
      list={{ ...list, isFiltered: false }}
      query={query}
      columns={mayWrite ? [...columns, actions] : columns}
      rowKey={row => row.emailId}
      emptyState={{
        title: '还没有收票邮箱',
        text: '添加财务的邮箱，对方点开验证邮件里的链接后，电子发票开出就会连同文件发过去。',
        action: add,
      }}
      errorTitle="收票邮箱没能加载"
      warning={<PauseBar />}
    >
      {isAdding ? <EmailForm onClose={() => setAdding(false)} /> : null}
      {removed ? <RemoveDialog row={removed} onClose={() => setRemoved(null)} /> : null}
    </ListPage>
  )
}

function RemoveDialog({ row, onClose }: { row: EmailRow; onClose: () => void }) {
  const remove = useDialogAct(invoiceEmailCalls.delete, { invalidates: emailAnswers, done: '已删除邮箱', onClose })
  return (
    <AskDialog
      title={`删除邮箱“${row.address}”`}
      okText="删除"
      isDanger
      act={remove}
      onOk={() => remove.mutate({ emailId: row.emailId })}
      onClose={onClose}
    >
      <p>删除后，电子发票不再发到这个邮箱；之前发出的不受影响。</p>
    </AskDialog>
  )
}

import { Alert, Button } from 'antd'
import { Suspense, useState } from 'react'
import { alertReceiverCalls, robotKinds } from '#contract/alert/alert-receiver.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { ListTabs } from '#ui/list/ListTabs.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { RowActions } from '#ui/list/RowActions.tsx'
import { useConfirm } from '#ui/overlay/confirm.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { useMay } from '../../session.ts'
import { type Contact, receiverAnswers } from './alerts.ts'
import { QuietPanel } from './QuietPanel.tsx'
import { alertTabs, useAlertTabs } from './tabs.ts'

const ContactForm = lazyPart('ContactForm', () => import('./ContactForm.tsx'))
const RobotForm = lazyPart('RobotForm', () => import('./RobotForm.tsx'))

type Answer = CallAnswerWire<typeof alertReceiverCalls.all>
type Open = { kind: 'contact'; contact: Contact | null } | { kind: 'robot' } | null

/** 接收人: people and group robots that receive alerts, and their quiet hours. */
export function Receivers() {
  const list = useAlertTabs(useListState({}))
  const query = useCall(alertReceiverCalls.all, {}, { refetchInterval: 30_000 })
  const [open, setOpen] = useState<Open>(null)
  const mayWrite = useMay('app.write')
  return (
    <>
      <PageHead title="应用预警" note="预警发给谁。手机号和邮箱须由本人用验证码确认后才能接收。" />
      <ListTabs tabs={alertTabs} list={list} />
      {query.data ? (
        <div className={`${layout.above16} ${layout.stack16}`}>
          <Contacts answer={query.data} mayWrite={mayWrite} onOpen={contact => setOpen({ kind: 'contact', contact })} />
          <Robots answer={query.data} mayWrite={mayWrite} onAdd={() => setOpen({ kind: 'robot' })} />
          <QuietPanel key={JSON.stringify(query.data.quiet)} quiet={query.data.quiet} mayWrite={mayWrite} />
        </div>
      ) : query.error ? (
        <ErrorPanel title="接收人没能加载" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <PageSkeleton />
      )}
      <Suspense>
        {open?.kind === 'contact' ? <ContactForm contact={open.contact} onClose={() => setOpen(null)} /> : null}
        {open?.kind === 'robot' ? <RobotForm onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </>
  )
}

/** Confirms the removal of a receiver, with its consequences. */
function useRemoval(noun: string) {
  const confirm = useConfirm()
  return (name: string, ruleCount: number, act: () => void) =>
    confirm(
      {
        title: `删除${noun}“${name}”吗？`,
        content: ruleCount > 0 ? `有${ruleCount}条规则会通知到这里，删除后不再通知。` : '没有规则通知到这里。',
        okText: '删除',
      },
      act,
    )
}

function Contacts({ answer, mayWrite, onOpen }: { answer: Answer; mayWrite: boolean; onOpen: (contact: Contact | null) => void }) {
  const ask = useRemoval('联系人')
  const remove = useMessageAct(alertReceiverCalls.removeContact, { invalidates: receiverAnswers, done: '已删除' })
  const isFull = answer.contacts.length >= limits.alertContacts
  return (
    <Panel
      title="联系人"
      note={`最多${limits.alertContacts}人。同一号码每天最多${limits.alertMessagesPerDay}条预警短信，费用由平台承担。`}
      action={
        mayWrite ? (
          <Button disabled={isFull} onClick={() => onOpen(null)}>
            添加联系人
          </Button>
        ) : null
      }
    >
      <PlainTable
        label="联系人"
        rows={answer.contacts}
        rowKey={row => row.alertContactId}
        emptyText="还没有联系人。没有联系人时，预警按各成员的消息提醒设置发送。"
        columns={[
          { title: '姓名', render: row => row.name },
          { title: '手机号', render: row => row.phone ?? '–' },
          { title: '邮箱', render: row => row.email ?? '–' },
          { title: '规则', isNumber: true, render: row => row.ruleCount },
          {
            title: '操作',
            render: row =>
              mayWrite ? (
                <RowActions
                  actions={[
                    { label: '修改', onClick: () => onOpen(row) },
                    {
                      label: '删除',
                      isDanger: true,
                      onClick: () => ask(row.name, row.ruleCount, () => remove.mutate({ alertContactId: row.alertContactId })),
                    },
                  ]}
                />
              ) : (
                '–'
              ),
          },
        ]}
      />
    </Panel>
  )
}

function Robots({ answer, mayWrite, onAdd }: { answer: Answer; mayWrite: boolean; onAdd: () => void }) {
  const ask = useRemoval('群机器人')
  const remove = useMessageAct(alertReceiverCalls.removeRobot, { invalidates: receiverAnswers, done: '已删除' })
  const failing = answer.robots.filter(robot => robot.lastFailure)
  return (
    <Panel
      title="群机器人"
      note="企业微信、钉钉、飞书群里的机器人。地址和密钥加密保存，之后只显示末尾。"
      action={
        mayWrite ? (
          <Button disabled={answer.robots.length >= limits.alertRobots} onClick={onAdd}>
            添加群机器人
          </Button>
        ) : null
      }
    >
      {failing.map(robot => (
        <Alert key={robot.robotId} type="warning" showIcon title={`“${robot.name}”上次没有收到：${robot.lastFailure}`} />
      ))}
      <PlainTable
        label="群机器人"
        rows={answer.robots}
        rowKey={row => row.robotId}
        emptyText="还没有群机器人。添加后在规则里选用，并用规则的“测试”确认能收到。"
        columns={[
          { title: '名称', render: row => row.name },
          { title: '平台', render: row => robotKinds[row.kind].name },
          { title: '地址', render: row => `…${row.urlTail}` },
          { title: '签名', render: row => (row.isSigned ? '已设密钥' : '未设') },
          { title: '上次收到', render: row => (row.lastSentAt ? <Moment at={row.lastSentAt} /> : '还没有') },
          { title: '规则', isNumber: true, render: row => row.ruleCount },
          {
            title: '操作',
            render: row =>
              mayWrite ? (
                <RowActions
                  actions={[
                    {
                      label: '删除',
                      isDanger: true,
                      onClick: () => ask(row.name, row.ruleCount, () => remove.mutate({ robotId: row.robotId })),
                    },
                  ]}
                />
              ) : (
                '–'
              ),
          },
        ]}
      />
    </Panel>
  )
}

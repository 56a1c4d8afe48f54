import { useState } from 'react'
import { broadcastShareCalls } from '#contract/broadcast/broadcast-share.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { PublicField } from '#ui/public-form/PublicField.tsx'
import { PublicForm } from '#ui/public-form/PublicForm.tsx'
import { AntdProvider } from '#ui/theme/AntdProvider.tsx'
import layout from '#ui/theme/layout.module.css'
import { BroadcastTag } from '../../broadcast-task/BroadcastName.tsx'
import { Causes } from './Causes.tsx'
import { LeftOut } from './LeftOut.tsx'
import style from './Report.module.css'
import { ReportBody } from './ReportBody.tsx'

const refreshMs = 15_000

/** A report for people without an account: with the link's password, without numbers. */
export function SharedReport({ token }: { token: string }) {
  const [ticket, setTicket] = useState<string | null>(null)
  return (
    <AntdProvider>
      {ticket === null ? (
        <PasswordForm token={token} onTicket={setTicket} />
      ) : (
        <div className={style.shared}>
          <Report ticket={ticket} />
        </div>
      )}
    </AntdProvider>
  )
}

function PasswordForm({ token, onTicket }: { token: string; onTicket: (ticket: string) => void }) {
  const [password, setPassword] = useState('')
  const open = useAct(broadcastShareCalls.open, { onDone: ({ ticket }) => onTicket(ticket) })
  return (
    <PublicForm
      title="查看群发报告"
      lead="输入分享的人告诉您的密码，不用登录。"
      isBusy={open.isPending}
      submitText="查看报告"
      refusal={open.error}
      onSubmit={() => open.mutate({ token, password })}
    >
      <PublicField label="密码" name="password" type="password" autoComplete="off" autoFocus value={password} onChange={setPassword} />
    </PublicForm>
  )
}

function Report({ ticket }: { ticket: string }) {
  const query = useCall(broadcastShareCalls.report, { ticket }, { refetchInterval: refreshMs })
  if (query.error && !query.data) return <ErrorPanel title="报告没能打开" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { one, breakdown, accountName, expiresAt } = query.data
  return (
    <>
      <PageHead title={one.name} note={<BroadcastTag row={one} />} />
      <p className={layout.lead}>
        {accountName}，链接有效至 <Moment at={expiresAt} />
      </p>
      <ReportBody
        one={one}
        memberName={null}
        breakdown={breakdown}
        causes={<Causes causes={breakdown.causes} list={null} />}
        leftOut={<LeftOut one={one} uploadId={null} />}
      />
    </>
  )
}

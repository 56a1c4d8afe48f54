import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import type { Cost } from './CostStep.tsx'
import type { BroadcastForm } from './form.ts'

/** Numbers that can't be sent again: only others help. */
const needsOthers = ['upload_already_sent', 'upload_not_ready', 'not_found']

interface PricedProps {
  form: BroadcastForm
  /** Leads back to the numbers, without those that can't be sent. */
  onOthers: () => void
  children: (cost: Cost) => ReactNode
}

/** Content that needs the cost, with remedies while there is none. */
export function Priced({ form: { cost }, onOthers, children }: PricedProps) {
  if (!cost.error) return cost.data ? children(cost.data) : <PageSkeleton />
  const { code } = cost.error
  const actions = (
    <>
      {code === 'upload_already_sent' ? (
        <LinkButton type="primary" to="/sms/broadcast-task">
          查看群发任务
        </LinkButton>
      ) : null}
      {needsOthers.includes(code) ? <Button onClick={onOthers}>更换号码</Button> : null}
    </>
  )
  // A retry can't change what was sent or is gone.
  const retry = needsOthers.includes(code) ? {} : { onRetry: () => void cost.refetch() }
  return <ErrorPanel title="费用没能算出" error={cost.error} action={actions} {...retry} />
}

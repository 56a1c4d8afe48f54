import { Alert } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import type { Me } from '#console/session.ts'
import type { StepUpPurpose } from '#contract/identity/step-up.ts'
import { onStepUp } from '#ui/call.ts'
import { lazyPart } from '#ui/frame/chunk.ts'

const StepUpDialog = lazyPart('StepUpDialog', () => import('./StepUpDialog.tsx'))

/** Step-up authentication: waits for acts that need a proof that it is really the member. */
export function StepUp() {
  const [asked, setAsked] = useState<{ purpose: StepUpPurpose; answer: (isProven: boolean) => void } | null>(null)
  useEffect(() => onStepUp(purpose => new Promise(answer => setAsked({ purpose: purpose as StepUpPurpose, answer }))), [])
  if (!asked) return null
  const end = (isProven: boolean) => {
    setAsked(null)
    asked.answer(isProven)
  }
  return (
    <Suspense>
      <StepUpDialog purpose={asked.purpose} onEnd={end} />
    </Suspense>
  )
}

/** Impersonation banner: tells staff whose console they see, and that it is read-only. */
export function ReadOnlyBar({ me }: { me: Me }) {
  if (me.staffName === null) return null
  return (
    <Alert
      banner
      type="warning"
      title={`${me.staffName}正在以只读方式查看“${me.account.name}”的控制台，任何修改都会被拒绝；这次查看已记录并告知客户。`}
    />
  )
}

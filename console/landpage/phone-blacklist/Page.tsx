import { useState } from 'react'
import { optOutPageCalls } from '#contract/unsubscribe/opt-out-page.ts'
import { useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { OptOutDone } from './OptOutDone.tsx'
import { OptOutForm } from './OptOutForm.tsx'
import type { Choice } from './opt-out.ts'

const firstChoice: Choice = { act: 'refuse', scope: 'signature' }

/**
 * 退订推广短信: opt-out page that the link in a message opens. With a verified number its owner opts out of the sender's
 * marketing, opts in again or complains.
 */
export function Page() {
  const [{ t: token }, setUrl] = useUrlState({ t: '' })
  const query = useCall(optOutPageCalls.sender, { token }, { enabled: token !== '', staleTimeMs: Number.POSITIVE_INFINITY })
  const [choice, setChoice] = useState(firstChoice)
  const [done, setDone] = useState<{ phone: string; choice: Choice } | null>(null)

  if (token !== '' && query.isPending) return <PageSkeleton />
  if (query.error) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} title="页面没能打开" />
  const sender = token === '' ? null : (query.data?.sender ?? null)
  const broken = token !== '' && query.data?.state !== 'ok' ? (query.data?.state ?? 'invalid') : null
  if (done)
    return (
      <OptOutDone
        {...done}
        sender={sender}
        onAgain={act => {
          setChoice({ ...firstChoice, act })
          setDone(null)
        }}
      />
    )
  return (
    <OptOutForm
      token={token}
      sender={sender}
      broken={broken}
      onWithoutLink={() => setUrl({ t: '' }, { replace: true })}
      choice={choice}
      onChoice={setChoice}
      onDone={phone => setDone({ phone, choice })}
    />
  )
}

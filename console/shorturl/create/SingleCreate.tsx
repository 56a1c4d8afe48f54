import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { linkCalls } from '#contract/links/link.ts'
import { useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { CreateForm } from './CreateForm.tsx'

const Created = lazyPart('Created', () => import('./Created.tsx'))

/** The form, then the result, then the form again. `copy` in the address: the link from which the form starts. */
export function SingleCreate() {
  const [{ copy }, setUrl] = useUrlState({ copy: '' })
  const copied = useCall(linkCalls.one, { linkId: copy }, { enabled: copy !== '' })
  const [created, setCreated] = useState<CallAnswerWire<typeof linkCalls.create> | null>(null)
  const [count, setCount] = useState(0)
  const choices = useCall(linkCalls.choices, {})
  if (created)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Created
          link={created}
          onAgain={() => {
            setCreated(null)
            setUrl({ copy: '' })
            setCount(count + 1)
          }}
        />
      </Suspense>
    )
  if (copied.error)
    return (
      <ErrorPanel
        title="要复制的短链没能加载"
        error={copied.error}
        onRetry={() => void copied.refetch()}
        action={<Button onClick={() => setUrl({ copy: '' })}>新建短链</Button>}
      />
    )
  if (copy !== '' && !copied.data) return <PageSkeleton />
  return <CreateForm key={`${count}${copy}`} choices={choices.data} source={copied.data} onCreated={setCreated} />
}

import { Suspense, useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { linkCalls } from '#contract/links/link.ts'
import { useCall } from '#ui/call.ts'
import { lazyPart } from '#ui/chunk.ts'
import { PageSkeleton } from '#ui/PageSkeleton.tsx'
import { CreateForm } from './CreateForm.tsx'

const Created = lazyPart('Created', () => import('./Created.tsx'))

/** The form, then the result, then the form again. */
export function SingleCreate() {
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
            setCount(count + 1)
          }}
        />
      </Suspense>
    )
  return <CreateForm key={count} choices={choices.data} onCreated={setCreated} />
}

import { Suspense } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { OutboundList } from './OutboundList.tsx'

const InboundList = lazyPart('InboundList', () => import('./InboundList.tsx'))

/** 发送记录: every message with its result, and replies from phones. */
export function Page() {
  const [{ tab }] = useUrlState({ tab: '' })
  if (tab !== 'inbound') return <OutboundList />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <InboundList />
    </Suspense>
  )
}

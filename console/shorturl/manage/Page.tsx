import { Suspense } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { UnitsNote } from '../ui/UnitsNote.tsx'
import { LinkList } from './LinkList.tsx'

const Domains = lazyPart('Domains', () => import('./Domains.tsx'))

/** 短链管理: every short link, and the domains that they use or lead to. */
export function Page() {
  const [{ tab }] = useUrlState({ tab: '' })
  if (tab !== 'domain')
    return (
      <>
        <UnitsNote />
        <LinkList />
      </>
    )
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Domains />
    </Suspense>
  )
}

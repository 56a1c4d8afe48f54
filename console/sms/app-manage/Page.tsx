import { Suspense } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { AppList } from './AppList.tsx'

const AppView = lazyPart('AppView', () => import('./AppView.tsx'))

/** 应用管理: the account's programs; one of them with its keys, samples and requests. */
export function Page() {
  const [{ id }] = useUrlState({ id: '' })
  if (id === '') return <AppList />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <AppView key={id} appId={id} />
    </Suspense>
  )
}

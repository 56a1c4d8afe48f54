import { Suspense } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { AlertList } from './AlertList.tsx'

const Rules = lazyPart('Rules', () => import('./Rules.tsx'))
const Limits = lazyPart('Limits', () => import('./Limits.tsx'))
const Receivers = lazyPart('Receivers', () => import('./Receivers.tsx'))

/** 应用预警: alerts, rules, limits of apps, and receivers. */
export function Page() {
  const [{ tab }] = useUrlState({ tab: '' })
  if (tab !== 'rules' && tab !== 'limits' && tab !== 'receivers') return <AlertList />
  return <Suspense fallback={<PageSkeleton />}>{tab === 'rules' ? <Rules /> : tab === 'limits' ? <Limits /> : <Receivers />}</Suspense>
}

import { Suspense } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { EntryList } from './EntryList.tsx'

const OptOutRecords = lazyPart('OptOutRecords', () => import('./OptOutRecords.tsx'))
const OptOutRules = lazyPart('OptOutRules', () => import('./OptOutRules.tsx'))

/** 黑名单: numbers that get no more marketing, records of the opt-out page, and opt-out rules. */
export function Page() {
  const [{ tab }] = useUrlState({ tab: '' })
  if (tab !== 'opt-out-page' && tab !== 'rules') return <EntryList tab={tab === 'lapsed' || tab === 'removed' ? tab : 'active'} />
  return <Suspense fallback={<PageSkeleton />}>{tab === 'opt-out-page' ? <OptOutRecords /> : <OptOutRules />}</Suspense>
}

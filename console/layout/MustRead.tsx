import { Suspense } from 'react'
import { lazyPart } from '#ui/chunk.ts'
import { useNews } from './Bell.tsx'

const MustReadDialog = lazyPart('MustReadDialog', () => import('./MustReadDialog.tsx'))

/** A mandatory announcement that must be read before anything else, on any page. */
export function MustRead() {
  const notice = useNews().data?.mustRead
  return notice ? (
    <Suspense>
      <MustReadDialog key={notice.noticeId} notice={notice} />
    </Suspense>
  ) : null
}

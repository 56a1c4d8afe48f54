import { Suspense } from 'react'
import { lazyPart } from '#ui/chunk.ts'
import { useNews } from './Bell.tsx'

const MustReadDialog = lazyPart('MustReadDialog', () => import('./MustReadDialog.tsx'))

/** A notice that has to be read before anything else, wherever the member is. */
export function MustRead() {
  const notice = useNews().data?.mustRead
  return notice ? (
    <Suspense>
      <MustReadDialog key={notice.noticeId} notice={notice} />
    </Suspense>
  ) : null
}

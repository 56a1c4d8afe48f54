import { Suspense } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'
import { useFrameCall } from './marks.ts'

const MustReadDialog = lazyPart('MustReadDialog', () => import('./MustReadDialog.tsx'))

/** A mandatory announcement that must be read before anything else, on any page. */
export function MustRead() {
  const announcement = useFrameCall().data?.news.mustRead
  return announcement ? (
    <Suspense>
      <MustReadDialog key={announcement.announcementId} announcement={announcement} />
    </Suspense>
  ) : null
}

import { Suspense } from 'react'
import { lazyPart } from '#ui/chunk.ts'
import { useNews } from './Bell.tsx'

const MustReadDialog = lazyPart('MustReadDialog', () => import('./MustReadDialog.tsx'))

/** A mandatory announcement that must be read before anything else, on any page. */
export function MustRead() {
  const announcement = useNews().data?.mustRead
  return announcement ? (
    <Suspense>
      <MustReadDialog key={announcement.announcementId} announcement={announcement} />
    </Suspense>
  ) : null
}

import { Suspense } from 'react'
import { lazyPart } from '#ui/chunk.ts'
import { useWatched } from './watched.ts'

const ExportNotices = lazyPart('ExportNotices', () => import('./ExportNotices.tsx'))

/** Part of the frame: loads the notifications of exports only while one is watched. */
export function WaitingExports() {
  if (useWatched().length === 0) return null
  return (
    <Suspense>
      <ExportNotices />
    </Suspense>
  )
}

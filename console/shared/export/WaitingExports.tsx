import { Suspense } from 'react'
import { lazyPart } from '#ui/chunk.ts'
import { useWatched } from './watched.ts'

const ExportNotices = lazyPart('ExportNotices', () => import('./ExportNotices.tsx'))

/** Part of the frame: loads what tells of finished exports only while somebody waits for one. */
export function WaitingExports() {
  if (useWatched().length === 0) return null
  return (
    <Suspense>
      <ExportNotices />
    </Suspense>
  )
}

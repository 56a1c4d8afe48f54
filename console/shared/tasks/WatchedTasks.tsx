import { Suspense } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'
import { useWatched } from './watched.ts'

const TaskNotices = lazyPart('TaskNotices', () => import('./TaskNotices.tsx'))

/** Part of the frame: loads the notifications of background tasks only while one is watched. */
export function WatchedTasks() {
  if (useWatched().length === 0) return null
  return (
    <Suspense>
      <TaskNotices />
    </Suspense>
  )
}

import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { isServerUnavailable } from '#ui/call.ts'
import { useIntervalWhile } from '#ui/interval.ts'
import { hasServer } from './chunk.ts'

const pollMs = 5_000
/**
 * A call that fails although the server answers, because something in the browser blocks it, is retried at this
 * interval.
 */
const againAfterMs = 60_000

/**
 * Whether a visible query failed because no server answered; calls `onBack` when one answers again. It checks without
 * refetching the failed queries, which would show their skeletons each time.
 */
export function useServerAway(onBack: () => void): boolean {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache])
  const isAway = useSyncExternalStore(subscribe, () =>
    cache.getAll().some(query => query.isActive() && isServerUnavailable(query.state.error)),
  )
  const notifiedAtMs = useRef(0)
  const check = async () => {
    if (!(await hasServer())) notifiedAtMs.current = 0
    else if (Date.now() - notifiedAtMs.current > againAfterMs) {
      notifiedAtMs.current = Date.now()
      onBack()
    }
  }
  useIntervalWhile(isAway, check, pollMs)
  return isAway
}

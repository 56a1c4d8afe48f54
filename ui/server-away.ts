import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { isServerUnavailable } from './call.ts'
import { hasServer } from './chunk.ts'
import { useIntervalWhile } from './interval.ts'

const lookEveryMs = 5_000
/** A call that fails although the server answers, for something in the browser blocks it, is not asked all the time. */
const againAfterMs = 60_000

/**
 * Whether something that is shown could not be asked for, since no server answered; `onBack` is told when one answers again. What looks for it shows nothing:
 * asking for what failed would bring its skeleton back each time.
 */
export function useServerAway(onBack: () => void): boolean {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache])
  const isAway = useSyncExternalStore(subscribe, () =>
    cache.getAll().some(query => query.isActive() && isServerUnavailable(query.state.error)),
  )
  const toldAtMs = useRef(0)
  const look = async () => {
    if (!(await hasServer())) toldAtMs.current = 0
    else if (Date.now() - toldAtMs.current > againAfterMs) {
      toldAtMs.current = Date.now()
      onBack()
    }
  }
  useIntervalWhile(isAway, look, lookEveryMs)
  return isAway
}

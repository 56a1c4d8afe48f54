import { useCallback, useEffect, useState } from 'react'
import { recall, remember } from '#ui/remembered.ts'

/** Countdown in seconds that survives a reload under a name. `start(60)` begins; 0 when over. */
export function useCountdown(name: string): [secondsLeft: number, start: (seconds: number) => void] {
  const key = `countdown.${name}`
  const [endsAt, setEndsAt] = useState(() => recall<number>(key) ?? 0)
  const [now, setNow] = useState(() => Date.now())
  const isRunning = endsAt > now
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  const start = useCallback(
    (seconds: number) => {
      const end = Date.now() + seconds * 1000
      remember(key, end)
      setNow(Date.now())
      setEndsAt(end)
    },
    [key],
  )
  return [Math.max(0, Math.ceil((endsAt - now) / 1000)), start]
}

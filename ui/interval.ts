import { useEffect, useRef } from 'react'

/** Runs an act at an interval and when the window is focused again, as long as it is wanted. */
export function useIntervalWhile(isWanted: boolean, act: () => unknown, everyMs: number): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (!isWanted) return
    const run = () => void latest.current()
    const timer = setInterval(run, everyMs)
    addEventListener('focus', run)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', run)
    }
  }, [isWanted, everyMs])
}

import { useEffect, useRef } from 'react'

/**
 * Of an error with a retry button: when both are gone, the part around has the focus. `place` is the error's element.
 */
export function useRetryFocus<Place extends HTMLElement>(onRetry: (() => void) | undefined) {
  const place = useRef<Place>(null)
  const isRetried = useRef(false)
  useEffect(() => {
    const around = place.current?.parentElement?.closest<HTMLElement>('[tabindex]')
    return () => {
      if (isRetried.current && document.activeElement === document.body) around?.focus({ preventScroll: true })
    }
  }, [])
  const retry = () => {
    isRetried.current = true
    onRetry?.()
  }
  return { place, retry }
}

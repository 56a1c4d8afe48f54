import { useEffect, useState } from 'react'

/** A pause in typing after which the server is queried. */
const pauseMs = 300

/** Debounced text: its value when typing last paused. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

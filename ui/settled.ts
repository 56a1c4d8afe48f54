import { useEffect, useState } from 'react'

/** A pause in typing after which the server is asked. */
const pauseMs = 300

/** A text as it was when typing last paused. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

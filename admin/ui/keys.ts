import { useEffect, useRef } from 'react'
import { isPlainPress } from '#ui/frame/shortcuts.ts'

/** Shortcut keys of acts; a key that is held down acts once. */
export function useKeys(acts: Record<string, () => unknown>): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.shiftKey || !isPlainPress(event)) return
      const act = latest.current[event.key.toLowerCase()]
      if (!act) return
      // The key must not be typed into a field that gets the focus.
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

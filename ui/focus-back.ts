import { useEffect, useState } from 'react'
import { focusNext } from './row-focus.ts'

/** Gives the focus back to what had it before; when that is gone, to what took its place. */
export function giveFocusBack(before: Element | null): void {
  if (document.activeElement !== document.body || before === document.body) return
  if (before instanceof HTMLElement && before.isConnected) before.focus()
  else focusNext()
}

/** Returns the focus when a drawer or dialog closes, even one that is unmounted while open, as lists do. */
export function useFocusBack(isOpen: boolean) {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (isOpen) giveFocusBack(before)
    },
    [isOpen, before],
  )
}

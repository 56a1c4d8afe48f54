import { useEffect, useState } from 'react'

/** Returns the focus when a drawer or dialog closes, even one that is unmounted while open, as lists do. */
export function useFocusBack(isOpen: boolean) {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (isOpen && document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    },
    [isOpen, before],
  )
}

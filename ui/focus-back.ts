import { useEffect, useState } from 'react'

/** A drawer or dialog that closes gives the focus back; one that is taken out of the page while it is open, as lists do, could not. */
export function useFocusBack(isOpen: boolean) {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (isOpen && document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    },
    [isOpen, before],
  )
}

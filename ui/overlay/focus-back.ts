import { useEffect, useState } from 'react'
import { focusNext } from '#ui/list/row-focus.ts'

/** Gives the focus back to what had it before; when that is gone, to the part around it or what took its place. */
export function giveFocusBack(before: Element | null, around?: HTMLElement | null): void {
  if (document.activeElement !== document.body || before === document.body) return
  const back = [before, around].find(place => place?.isConnected)
  if (back instanceof HTMLElement) back.focus()
  else focusNext()
}

/** Returns the focus when a drawer or dialog closes, even one that is unmounted while open, as lists do. */
export function useFocusBack(isOpen: boolean) {
  const [before] = useState(() => document.activeElement)
  const [around] = useState(() => before?.closest<HTMLElement>('main section[tabindex="-1"]'))
  useEffect(
    () => () => {
      if (isOpen) giveFocusBack(before, around)
    },
    [isOpen, before, around],
  )
}

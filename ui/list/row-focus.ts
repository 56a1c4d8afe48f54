import { type RefObject, useEffect } from 'react'

/** The row that last had the focus, what in it, and whether that still had it when it went. */
let last: { list: HTMLElement; at: number; target: Element; isHeld: boolean } | null = null

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('tbody > tr[tabindex]')]

function* placesForFocus(): Generator<HTMLElement | null | undefined> {
  // What is behind an open drawer must not get it.
  const drawer = document.querySelector<HTMLElement>('.ant-drawer-open')
  if (drawer) return yield drawer
  if (last?.list.isConnected) {
    const rows = rowsOf(last.list)
    yield rows[Math.min(last.at, rows.length - 1)]
  }
  const queue = document.querySelector('[data-review-queue]')
  yield queue?.querySelector<HTMLElement>('ol [aria-current]')
  yield queue?.querySelector<HTMLElement>('[data-review-item]')
  yield document.getElementById('main')
}

/**
 * When what had the focus is gone, with its row or its dialog, the focus goes on to the row that took its place, or to
 * the current item of a review queue: a person at the keyboard never starts again at the top of the page.
 */
export function focusNext(): void {
  for (const place of placesForFocus()) {
    if (document.activeElement !== document.body) return
    // A hidden one doesn't take it.
    place?.focus({ preventScroll: true })
    place?.scrollIntoView?.({ block: 'nearest' })
  }
}

/** Of a list: when the row with the focus goes, the next one gets it. */
export function useRowFocus(place: RefObject<HTMLElement | null>, rows: unknown): void {
  useEffect(() => {
    const list = place.current
    if (!list) return
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tbody > tr') : null
      if (row && target instanceof Element) last = { list, at: rowsOf(list).indexOf(row), target, isHeld: true }
    }
    // What is removed loses the focus too; what stays gave it away.
    const leave = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (last?.target === target && last?.target.isConnected) last.isHeld = false
      })
    list.addEventListener('focusin', note)
    list.addEventListener('focusout', leave)
    return () => {
      list.removeEventListener('focusin', note)
      list.removeEventListener('focusout', leave)
      // Its last row went, and the list with it.
      if (last?.isHeld && last.list === list) focusNext()
    }
  }, [place])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows go with an answer.
  useEffect(() => {
    if (last?.isHeld && last.list === place.current && !last.target.isConnected) focusNext()
  }, [rows])
}

import { type RefObject, useEffect } from 'react'
import { isPlainPress } from '#ui/frame/shortcuts.ts'

const steps: Record<string, 1 | -1> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** The row after a move from the current one; from nowhere the first, and at an end it stays. */
export const rowAfter = (current: number, by: 1 | -1, count: number): number =>
  current < 0 ? 0 : Math.min(Math.max(current + by, 0), count - 1)

/**
 * Keys of a list: J and K, or arrows while the list has the focus, move the focus from row to row; X ticks the row.
 * Enter is the row's own. Ignored while someone types and while a dialog is open; of several lists the first answers,
 * unless another has the focus.
 */
export function useListKeys(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let current: HTMLElement | null = null
    const press = (event: KeyboardEvent) => {
      const list = place.current
      if (!list || event.shiftKey || event.defaultPrevented || !isPlainPress(event) || !isAsked(list)) return
      const rows = [...list.querySelectorAll<HTMLElement>('tbody > tr[tabindex]')]
      current = rows.find(row => row.contains(document.activeElement)) ?? current
      const at = current ? rows.indexOf(current) : -1
      const by = steps[event.key] ?? steps[event.key.toLowerCase()]
      if (by && (!event.key.startsWith('Arrow') || isRowOf(list))) {
        const row = rows[rowAfter(at, by, rows.length)]
        if (!row) return
        current = row
        row.focus({ preventScroll: true })
        row.scrollIntoView({ block: 'nearest' })
        event.preventDefault()
      } else if (event.key.toLowerCase() === 'x' && !event.repeat) {
        rows[at]?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [place])
}

/** Whether keys mean this list: it has the focus, or is the first on the page while none has it. */
function isAsked(list: HTMLElement): boolean {
  const focused = document.activeElement?.closest('[data-list]')
  return focused ? focused === list : document.querySelector('[data-list]') === list
}

/** Arrows scroll the page and serve controls; only on a row, or on the list itself, they move between rows. */
const isRowOf = (list: HTMLElement): boolean =>
  document.activeElement === list || Boolean(document.activeElement?.matches('tr') && list.contains(document.activeElement))

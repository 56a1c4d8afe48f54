import { useEffect } from 'react'
import { isTyping } from '#ui/shortcuts.ts'

/** What a button of a queue does; `data-review` on it lets the key press it, so that a key can do nothing that the mouse couldn't. */
export type ReviewAct = 'next' | 'previous' | 'pass' | 'reject' | 'undo'

const keys: Record<string, ReviewAct> = {
  j: 'next',
  n: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  a: 'pass',
  r: 'reject',
  z: 'undo',
}

/** For the list of shortcuts. */
export const reviewKeyWords: [keys: string, what: string][] = [
  ['J 或 ↓', '队列中的下一项'],
  ['K 或 ↑', '队列中的上一项'],
  ['N', '跳过，看下一项'],
  ['Enter', '打开列表中的当前行'],
  ['A', '通过'],
  ['R', '驳回（填写原因）'],
  ['Z', '撤销刚才的通过（5秒内）'],
]

/** Controls that arrows move in. */
const ownArrows = '[role=radiogroup], [role=tablist], [role=menu], [role=listbox], [role=combobox], [role=slider], video'

/**
 * The keys of every queue of the back office, in one place: buttons are marked with `data-review` (rows' acts by `review` of `RowActions`), and a key presses
 * what the mouse would. A queue that shows one thing at a time has buttons to move by; in a list the focus moves from row to row, and in an open drawer the
 * drawer's buttons are meant. Nothing happens while somebody types, in a dialog, or where a key is held down.
 */
export function useReviewKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = keys[event.key.toLowerCase()]
      if (!act || event.repeat || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open], .ant-modal-wrap:not([style*="display: none"])')) return
      const isArrow = event.key.startsWith('Arrow')
      if (isArrow && event.target instanceof Element && event.target.closest(ownArrows)) return
      // The key has had its act: it is no letter of the reason whose field has the focus by then, and scrolls nothing.
      if (answer(act)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function answer(act: ReviewAct): boolean {
  // What can be undone is told above the page.
  if (act === 'undo') return pressButton(document.body, act)
  const drawer = document.querySelector('.ant-drawer-open')
  if (drawer) return pressButton(drawer, act)
  const main = document.querySelector('main')
  if (!main) return false
  return main.querySelector('[data-review-queue]') ? pressButton(main, act) : moveInList(main, act)
}

const enabled = (button: Element | null | undefined): HTMLButtonElement | null =>
  button instanceof HTMLButtonElement && !button.disabled ? button : null

function pressButton(place: Element, act: ReviewAct): boolean {
  const button = enabled(place.querySelector(`[data-review=${act}]`))
  button?.click()
  return button !== null
}

/** Rows with acts of a review, else all rows that something can be done in. */
function rowsOf(main: Element): Element[] {
  const marked = [...main.querySelectorAll('[data-review]')].map(button => button.closest('tr, li, section')!)
  return marked.length > 0
    ? [...new Set(marked)]
    : [...main.querySelectorAll('tbody tr')].filter(row => row.querySelector('a[href], button'))
}

/** A row is current when the focus is in it; it is moved between, and its marked act is pressed. */
function moveInList(main: Element, act: ReviewAct): boolean {
  const rows = rowsOf(main)
  const at = rows.findIndex(row => row.contains(document.activeElement))
  if (act === 'pass' || act === 'reject') return at >= 0 && pressButton(rows[at]!, act)
  const row = rows[at < 0 ? 0 : at + (act === 'next' ? 1 : -1)]
  // A row that opens is opened by Enter; in another one its first control is meant.
  const target = row?.matches('[data-opens]')
    ? (row as HTMLElement)
    : (row?.querySelector<HTMLElement>('a[href], button:not(:disabled)') ?? null)
  target?.focus()
  row?.scrollIntoView({ block: 'nearest' })
  return target !== null
}

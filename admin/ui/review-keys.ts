import { useEffect } from 'react'
import { isTyping } from '#ui/frame/shortcuts.ts'
import { itemOrThrow } from '#values/or-throw.ts'

/**
 * The act of a queue's button; `data-review` on it lets the key press it, so that a key can't do more than the mouse.
 */
type ReviewAct = 'next' | 'previous' | 'pass' | 'reject' | 'undo' | 'choose'

const keys: Record<string, ReviewAct> = {
  j: 'next',
  n: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  a: 'pass',
  r: 'reject',
  z: 'undo',
  x: 'choose',
}

type KeyWords = readonly (readonly [keys: string, what: string])[]
const moves: KeyWords = [
  ['J 或 ↓', '队列中的下一项'],
  ['K 或 ↑', '队列中的上一项'],
  ['N', '跳过，看下一项'],
]
const choose: KeyWords = [['X', '勾选队列的当前项']]
const acts: KeyWords = [
  ['A', '通过当前项，或打开的详情'],
  ['R', '驳回（填写原因）'],
]
const undo: KeyWords = [['Z', '撤销刚才的通过（5秒内）']]

/** The keys of each page with a queue, for the list of shortcuts. */
const pageWords: Record<string, KeyWords> = {
  '/reviews': [...moves, ...acts, ...choose, ...undo],
  '/attestations': [...moves, ...acts, ...choose, ...undo],
  '/link-reviews': [...moves, ...acts, ['H', '通过，此客户的这个域名不再审核'], ['T', '信任域名'], ['B', '封禁域名'], ...choose, ...undo],
  ...Object.fromEntries(
    ['/approvals', '/withdrawals', '/refunds', '/bank', '/phone-changes', '/invoices', '/invoice-titles'].map(path => [path, acts]),
  ),
}
export const reviewKeyWords = (path: string): KeyWords => pageWords[path] ?? []

/** Controls that use arrow keys themselves. */
const ownArrows = '[role=radiogroup], [role=tablist], [role=menu], [role=listbox], [role=combobox], [role=slider], video'

/**
 * Shortcut keys of every review queue, in one place: buttons are marked with `data-review` (rows' acts by `review` of
 * `RowActions`), and a key presses the button. A queue that shows one item at a time has buttons to move; in a list the
 * focus moves from row to row, and an open drawer's buttons take precedence. Keys are ignored while typing, in a
 * dialog, or when held down.
 */
export function useReviewKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = keys[event.key.toLowerCase()]
      if (!act || event.defaultPrevented || event.repeat || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open], .ant-modal-wrap:not([style*="display: none"])')) return
      const isArrow = event.key.startsWith('Arrow')
      if (isArrow && event.target instanceof Element && event.target.closest(ownArrows)) return
      // The key was handled: it must not be typed into a reason that gets the focus, nor scroll.
      if (answer(act)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function answer(act: ReviewAct): boolean {
  // The undo button is above the page.
  if (act === 'undo') return pressButton(document.body, act)
  const drawer = document.querySelector('.ant-drawer-open')
  if (drawer) return pressButton(drawer, act)
  const main = document.querySelector('main')
  if (!main) return false
  const queue = main.querySelector('[data-review-queue]')
  if (act === 'choose') return tick(queue)
  return queue ? pressButton(main, act) : moveInList(main, act)
}

/** Ticks the current item of a queue; in a list that is the list's own key (ui/list/list-keys.ts). */
function tick(queue: Element | null): boolean {
  const box = queue?.querySelector<HTMLElement>('li:has([aria-current]) input[type=checkbox]')
  box?.click()
  return Boolean(box)
}

const enabled = (button: Element | null | undefined): HTMLButtonElement | null =>
  button instanceof HTMLButtonElement && !button.disabled ? button : null

function pressButton(place: Element, act: ReviewAct): boolean {
  const button = enabled(place.querySelector(`[data-review=${act}]`))
  button?.click()
  return button !== null
}

/** Rows with review acts, else all rows with acts. */
function rowsOf(main: Element): Element[] {
  const marked = [...main.querySelectorAll('[data-review]')].map(button => button.closest('tr, li, section')!)
  return marked.length > 0
    ? [...new Set(marked)]
    : [...main.querySelectorAll('tbody tr')].filter(row => row.querySelector('a[href], button'))
}

/** The row with the focus is current; keys move between rows and press the current row's marked act. */
function moveInList(main: Element, act: Exclude<ReviewAct, 'choose'>): boolean {
  const rows = rowsOf(main)
  const at = rows.findIndex(row => row.contains(document.activeElement))
  if (act === 'pass' || act === 'reject') return at >= 0 && pressButton(itemOrThrow(rows, at), act)
  const row = rows[at < 0 ? 0 : at + (act === 'next' ? 1 : -1)]
  // The rows of a list can have the focus; elsewhere the first control gets it.
  const target = row?.matches('[tabindex]')
    ? (row as HTMLElement)
    : (row?.querySelector<HTMLElement>('a[href], button:not(:disabled)') ?? null)
  target?.focus()
  row?.scrollIntoView({ block: 'nearest' })
  return target !== null
}

import { type RefObject, useEffect } from 'react'

/** What reads as a number, a time or a phone number, and as another one without its last digits. */
const figure = /^(?=.*\d)[-+¥\d.,:*%\s]+$/

/**
 * Blanks numbers, times and phone numbers of a table that its edge or a sticky column partly covers: without their last
 * digits they read as others. Follows scrolling, resizing, the rows and the columns (by their names). Cards, which
 * nothing covers, give no rows.
 */
export function useCutNumbers(place: RefObject<HTMLElement | null>, rows: unknown, columns: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are new cells, and changed columns move them.
  useEffect(() => {
    const element = place.current
    const table = element?.querySelector('table')
    if (!element || !table) return
    if (rows === undefined) {
      for (const cell of table.querySelectorAll('[data-cut]')) cell.removeAttribute('data-cut')
      return
    }
    const mark = () => markCut(element, table)
    const observer = new ResizeObserver(mark)
    observer.observe(element)
    observer.observe(table)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [place, rows, columns])
}

function markCut(element: HTMLElement, table: HTMLTableElement): void {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])]
  const fixed = (side: string) => heads.filter(head => head.dataset.fixed === side && getComputedStyle(head).position === 'sticky')
  const widthOf = (cells: readonly HTMLElement[]) => cells.reduce((sum, cell) => sum + cell.offsetWidth, 0)
  const box = element.getBoundingClientRect()
  const [left, right] = [box.left + widthOf(fixed('start')), box.left + element.clientWidth - widthOf(fixed('end'))]
  const isBetween = ({ left: from, right: to }: DOMRect, edge: number) => from < edge - 1 && to > edge + 1
  const content = document.createRange()
  heads.forEach((head, index) => {
    if (head.dataset.fixed) return
    const column = head.getBoundingClientRect()
    const isPartly = isBetween(column, left) || isBetween(column, right)
    for (const row of [...table.tBodies, table.tFoot].flatMap(part => [...(part?.rows ?? [])])) {
      const cell = row.cells[index]
      if (!cell) continue
      content.selectNodeContents(cell)
      const shown = content.getBoundingClientRect()
      const isFigure = head.dataset.number !== undefined || figure.test(cell.textContent)
      cell.toggleAttribute('data-cut', isPartly && isFigure && (isBetween(shown, left) || isBetween(shown, right)))
    }
  })
}

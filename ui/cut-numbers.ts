import { type RefObject, useEffect } from 'react'

/**
 * Blanks numbers of a table that its edge or a sticky column partly covers: a number without its last digits reads as
 * another one. Follows scrolling, resizing, the rows and the columns (by their names).
 */
export function useCutNumbers(place: RefObject<HTMLElement | null>, rows: unknown, columns: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are new cells, and changed columns move them.
  useEffect(() => {
    const element = place.current
    const table = element?.querySelector('table')
    if (!element || !table) return
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
  heads.forEach((head, index) => {
    if (!head.dataset.number || head.dataset.fixed) return
    const cell = head.getBoundingClientRect()
    const padding = Number.parseFloat(getComputedStyle(head).paddingRight)
    const isCut = (cell.left < left && cell.right > left) || (cell.left < right && cell.right - padding > right + 1)
    for (const row of table.tBodies[0]?.rows ?? []) row.cells[index]?.toggleAttribute('data-cut', isCut)
  })
}

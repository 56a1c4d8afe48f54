import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import style from './ListHead.module.css'
import { clampWidth, measuredWidths, widthAfter, widthLimits } from './list-widths.ts'

interface WidthHandleProps {
  id: string
  title: string
  /** The width now, or by default. */
  width: number
  defaultWidth: number
  /** Of all handles of a head, Tab reaches one; the arrows up and down move to the others. */
  isFirst: boolean
  onWidths: (widths: Record<string, number>) => void
}

const tableOf = (handle: Element) => handle.closest('table')

/** The edge of a column's head: dragged, or moved by arrow keys; a double click restores the default. */
export function WidthHandle({ id, title, width, defaultWidth, isFirst, onWidths }: WidthHandleProps) {
  const drag = useRef<{ x: number; widths: Record<string, number>; isMoved: boolean } | null>(null)
  const set = (handle: Element, px: number) => onWidths({ ...measuredWidths(tableOf(handle)), [id]: px })
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, widths: measuredWidths(tableOf(event.currentTarget)), isMoved: false }
  }
  const widthsAt = (event: PointerEvent<HTMLElement>, { x, widths }: { x: number; widths: Record<string, number> }) => ({
    ...widths,
    [id]: clampWidth((widths[id] ?? defaultWidth) + event.clientX - x),
  })
  const move = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current
    if (!now || (event.clientX === now.x && !now.isMoved)) return
    const next = widthsAt(event, now)
    // The first move fixes every width; the next ones only move an edge, without rendering the rows.
    const column = tableOf(event.currentTarget)?.querySelector<HTMLElement>(`col[data-column="${id}"]`)
    if (now.isMoved && column) column.style.width = `${next[id]}px`
    else onWidths(next)
    now.isMoved = true
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    if (drag.current?.isMoved) onWidths(widthsAt(event, drag.current))
    drag.current = null
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const next = widthAfter(event.key, measuredWidths(tableOf(event.currentTarget))[id] ?? width)
    if (next !== undefined) set(event.currentTarget, next)
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') focusNeighbour(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is not a horizontal rule.
    <span
      role="separator"
      tabIndex={isFirst ? 0 : -1}
      aria-orientation="vertical"
      aria-label={`${title}列宽`}
      aria-valuenow={Math.round(width)}
      {...widthLimits}
      title="拖动或按 ← → 调整列宽，↑ ↓ 换列，双击恢复"
      className={style.handle}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={event => set(event.currentTarget, defaultWidth)}
      onKeyDown={press}
    />
  )
}

function focusNeighbour(handle: HTMLElement, by: 1 | -1): void {
  const handles = [...(tableOf(handle)?.querySelectorAll<HTMLElement>('[role=separator]') ?? [])]
  handles[handles.indexOf(handle) + by]?.focus()
}

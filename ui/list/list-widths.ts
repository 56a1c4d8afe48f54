/** Widths of columns in pixels, by their ids. */
export type Widths = Readonly<Record<string, number>>

const [minPx, maxPx, stepPx] = [56, 720, 16]

export const clampWidth = (px: number): number => Math.round(Math.min(Math.max(px, minPx), maxPx))
export const widthLimits = { 'aria-valuemin': minPx, 'aria-valuemax': maxPx }

/** The width after a key on its handle; undefined: the key means nothing there. */
export function widthAfter(key: string, px: number): number | undefined {
  if (key === 'ArrowLeft') return clampWidth(px - stepPx)
  return key === 'ArrowRight' ? clampWidth(px + stepPx) : undefined
}

/** The widths that the columns of a table have now: with all of them kept, a change of one moves no other. */
export function measuredWidths(table: Element | null): Record<string, number> {
  const heads = [...(table?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
  return Object.fromEntries(heads.map(head => [head.dataset.column ?? '', Math.floor(head.getBoundingClientRect().width * 100) / 100]))
}

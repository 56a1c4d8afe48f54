import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '#values/limits.ts'

interface RowPage<Row> {
  rows: Row[]
  nextCursor: string | null
}
/** Reads a page of a list, with its filters and order. */
export type ReadPage<Row> = (page: { cursor: string | undefined; pageSize: number }) => Promise<RowPage<Row>>

const pollMs = 100
/** What loads longer is left out. */
const maxWaitMs = 15_000

/** What is loaded before the page is printed. */
const preparations = new Set<() => Promise<void>>()

const loading = '[data-skeleton], [aria-busy="true"]'
const isLoading = () => document.querySelector(`main :is(${loading}), .hy-detail :is(${loading})`) !== null

/**
 * Prints the page when it is complete, with the rows of its list; with those that are shown, if the others can't be
 * loaded.
 */
export async function printPage(): Promise<void> {
  const end = Date.now() + maxWaitMs
  while (isLoading() && Date.now() < end) await new Promise(resolve => setTimeout(resolve, pollMs))
  await Promise.allSettled([...preparations].map(prepare => prepare()))
  window.print()
}

/**
 * Ctrl+P waits for the page and loads the rows first. The browser's own menu can't be made to wait: it prints the page
 * as it is shown.
 */
export function usePrintKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'p' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return
      if (preparations.size === 0 && !isLoading()) return
      event.preventDefault()
      void printPage()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** The rows of a list from its first on, while they are printed; null on the screen. Without `readPage` never any. */
export function usePrintedRows<Row>(readPage: ReadPage<Row> | undefined): RowPage<Row> | null {
  const [printed, setPrinted] = useState<RowPage<Row> | null>(null)
  useEffect(() => {
    if (!readPage) return
    const load = async () => {
      const page = await readFirst(readPage)
      flushSync(() => setPrinted(page))
    }
    const drop = () => setPrinted(null)
    preparations.add(load)
    addEventListener('afterprint', drop)
    return () => {
      preparations.delete(load)
      removeEventListener('afterprint', drop)
    }
  })
  return printed
}

async function readFirst<Row>(readPage: ReadPage<Row>): Promise<RowPage<Row>> {
  let page: RowPage<Row> = await readPage({ cursor: undefined, pageSize: limits.pageRows })
  while (page.nextCursor !== null && page.rows.length < limits.printedRows) {
    const next = await readPage({ cursor: page.nextCursor, pageSize: limits.pageRows })
    page = { rows: [...page.rows, ...next.rows], nextCursor: next.nextCursor }
  }
  return page
}

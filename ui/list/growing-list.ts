import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { actsOn, type CallError, type CallTarget } from '#ui/call.ts'
import { limits } from '#values/limits.ts'
import { holdNewRows, type RowOf, type RowsPage } from './held-rows.ts'

/** How often a list asks for new rows, on its first page and while its tab is visible. */
const growthMs = 15_000
export const growing = (isFirst: boolean) => ({ refetchInterval: isFirst ? growthMs : (false as const) })

/** Rows that came since somebody reads a list, and wait above it. */
export interface News {
  count: number
  /** At least so many. */
  isMore: boolean
  show: () => void
}

interface GrowingList<Page extends RowsPage<unknown>> {
  /** Its call. After an act of the reader that changes it, the answer is shown as it is. */
  call: CallTarget
  /** What the list is of: its filters, order and page. Another one starts anew. */
  of: unknown
  isFirst: boolean
  keyOf: (row: RowOf<Page>) => string
  /** The rows of the largest page, which counts those that do not fit on this one. */
  readMost?: (pageSize: number) => Promise<Page>
}

type Query<Page> = Pick<
  UseQueryResult<Page, CallError>,
  'data' | 'error' | 'isPending' | 'isFetching' | 'isPlaceholderData' | 'isFetchedAfterMount' | 'refetch'
>

/** A list that grows while it is read: the rows stay where they are until the reader asks for the new ones. */
export function useGrowingList<Page extends RowsPage<unknown>>(
  query: Query<Page>,
  { call, of, isFirst, keyOf, readMost }: GrowingList<Page>,
): Query<Page> & { news: News | null } {
  const name = JSON.stringify(of)
  const [read, setRead] = useState<Read<Page> | null>(null)
  const { data } = query
  // What was kept from an earlier visit to the page is older than the reader.
  const isHeld = isFirst && !query.isPlaceholderData && query.isFetchedAfterMount
  const acts = actsOn(call)
  // biome-ignore lint/correctness/useExhaustiveDependencies: how rows are named never changes.
  const held = useMemo(() => {
    if (!isHeld || !data) return null
    const isSame = read?.name === name && (read.data === data || read.acts === acts)
    return isSame ? holdNewRows(read.page, data, keyOf) : { page: data, newRows: [] }
  }, [isHeld, read, name, data, acts])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is read changes with an answer alone.
  useEffect(() => setRead(held && data ? { name, page: held.page, data, acts } : null), [isHeld, name, data])
  const isBeyond = held !== null && held.newRows.length > 0 && held.newRows.length === data?.rows.length
  const beyondCount = useCountBeyond(isBeyond ? data : undefined, read?.page.rows ?? [], keyOf, readMost)
  if (!held || !data) return { ...query, news: null }
  const count = beyondCount ?? held.newRows.length
  const isMore = isBeyond && (beyondCount === null || count >= limits.pageRows)
  const show = () => setRead({ name, page: data, data, acts })
  return { ...query, data: held.page, news: count > 0 ? { count, isMore, show } : null }
}

interface Read<Page> {
  /** What the list was of, and the page as it is shown. */
  name: string
  page: Page
  /** The answer that it follows, and how many acts the reader had done. */
  data: Page
  acts: number
}

/** How many rows came, when they fill a whole page; null: it is not known yet. */
function useCountBeyond<Page extends RowsPage<unknown>>(
  data: Page | undefined,
  readRows: Page['rows'],
  keyOf: (row: RowOf<Page>) => string,
  readMost: ((pageSize: number) => Promise<Page>) | undefined,
): number | null {
  const [counted, setCounted] = useState<{ data: Page; count: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer.
  useEffect(() => {
    if (!data || !readMost) return
    const known = new Set(readRows.map(keyOf))
    let isLate = false
    const count = ({ rows }: Page) => {
      const first = rows.findIndex(row => known.has(keyOf(row)))
      if (!isLate) setCounted({ data, count: first < 0 ? rows.length : first })
    }
    // Without an answer the page alone is counted; the next one asks again.
    readMost(limits.pageRows).then(count, () => setCounted(null))
    return () => {
      isLate = true
    }
  }, [data])
  return data !== undefined && counted?.data === data ? counted.count : null
}

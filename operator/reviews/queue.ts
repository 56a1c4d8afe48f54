import { useEffect, useState } from 'react'
import { useCall } from '#console/call.ts'
import { useListState } from '#console/ui/list-state.ts'
import { operatorReviewCalls, type ReviewObject, reviewObjects } from '#contract/operator-review.ts'
import { keyOf, type Waiting } from './review.ts'

const refreshMs = 15_000
const objects = Object.keys(reviewObjects) as ReviewObject[]

/**
 * The queue and where a person stands in it, kept in the address. What stands on the screen never changes by itself: one that somebody else decided, or that
 * the customer sent in anew, stays as it was looked at, marked as gone, until the person moves on.
 */
export function useReviewQueue() {
  const list = useListState({ object: '', id: '' })
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<Waiting | null>(null)
  const query = useCall(
    operatorReviewCalls.queue,
    { object: objects.find(one => one === list.values.object) },
    { refetchInterval: refreshMs },
  )
  const rows = query.data?.rows.filter(row => !decided.has(keyOf(row)))
  const { id } = list.values
  const addressed = rows?.find(row => row.objectId === id) ?? null
  const current = shown?.objectId === id ? shown : addressed
  const index = current && rows ? rows.findIndex(row => keyOf(row) === keyOf(current)) : -1
  const go = (row: Waiting | undefined) => {
    setShown(row ?? null)
    list.change({ id: row?.objectId ?? '' }, { replace: true })
  }

  useEffect(() => {
    if (id === '' && rows?.[0]) go(rows[0])
    else if (shown?.objectId !== id && addressed) setShown(addressed)
  })
  const near = (by: 1 | -1) => (index < 0 ? rows?.[0] : rows?.[index + by])
  return {
    query,
    rows,
    index,
    /** What is on the screen; with `index` -1 it waits no more. */
    current,
    /** The tabs begin with the first of their queue. */
    tabList: { ...list, change: (next: Record<string, string>) => list.change({ ...next, id: '' }) } as unknown as typeof list,
    go,
    next: () => near(1) && go(near(1)),
    previous: () => near(-1) && go(near(-1)),
    /** Takes one out and shows the next. */
    leave: (row: Waiting) => {
      setDecided(before => new Set(before).add(keyOf(row)))
      const at = rows?.findIndex(one => keyOf(one) === keyOf(row)) ?? -1
      go(at < 0 ? rows?.[0] : (rows?.[at + 1] ?? rows?.[at - 1]))
    },
  }
}

import { useEffect, useState } from 'react'

interface QueuePlace<Row> {
  /** What waits, as the server says; undefined: not known yet. */
  waiting: readonly Row[] | undefined
  /** What the address names, and the way to name another. */
  id: string
  setId: (id: string) => void
  idOf: (row: Row) => string
  /** Another one where the customer sent the same thing in anew. */
  keyOf: (row: Row) => string
}

/**
 * Where a person stands in a queue that shows one thing at a time. What stands on the screen never changes by itself: one that somebody else decided, or that
 * the customer sent in anew, stays as it was looked at, marked as gone, until the person moves on.
 */
export function useQueuePlace<Row>({ waiting, id, setId, idOf, keyOf }: QueuePlace<Row>) {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<Row | null>(null)
  const rows = waiting?.filter(row => !decided.has(keyOf(row)))
  // Where the address names none it is about to name the first.
  const addressed = (id === '' ? rows?.[0] : rows?.find(row => idOf(row) === id)) ?? null
  const isShown = shown !== null && idOf(shown) === id
  const current = isShown ? shown : addressed
  const index = current && rows ? rows.findIndex(row => keyOf(row) === keyOf(current)) : -1
  const go = (row: Row | undefined) => {
    setShown(row ?? null)
    setId(row ? idOf(row) : '')
  }
  useEffect(() => {
    if (id === '' && rows?.[0]) go(rows[0])
    else if (!isShown && addressed) setShown(addressed)
  })
  const near = (by: 1 | -1) => (index < 0 ? rows?.[0] : rows?.[index + by])
  return {
    rows,
    index,
    /** What is on the screen; with `index` -1 it waits no more. */
    current,
    go,
    next: () => near(1) && go(near(1)),
    previous: () => near(-1) && go(near(-1)),
    /** Takes one out and shows the next. */
    leave: (row: Row) => {
      setDecided(before => new Set(before).add(keyOf(row)))
      const at = rows?.findIndex(one => keyOf(one) === keyOf(row)) ?? -1
      go(at < 0 ? rows?.[0] : (rows?.[at + 1] ?? rows?.[at - 1]))
    },
    /** Puts one back that was taken out; `isShown` also on the screen. */
    comeBack: (row: Row, isShown: boolean) => {
      setDecided(before => new Set([...before].filter(key => key !== keyOf(row))))
      if (isShown) go(row)
    },
  }
}

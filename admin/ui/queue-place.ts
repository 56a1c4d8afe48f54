import { useEffect, useState } from 'react'

interface QueuePlace<Row> {
  /** Waiting items from the server; undefined: not known yet. */
  waiting: readonly Row[] | undefined
  /** The id in the address, and how to change it. */
  id: string
  setId: (id: string) => void
  idOf: (row: Row) => string
  /** Differs when the customer resubmits the same item. */
  keyOf: (row: Row) => string
}

/**
 * The current position in a queue that shows one item at a time. The displayed item never changes by itself: one that
 * somebody else decided, or that the customer resubmitted, stays unchanged, marked as gone, until the person moves on.
 */
export function useQueuePlace<Row>({ waiting, id, setId, idOf, keyOf }: QueuePlace<Row>) {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<Row | null>(null)
  const rows = waiting?.filter(row => !decided.has(keyOf(row)))
  // An address without an id is about to get the first one.
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
    /** The displayed item; with `index` -1 it is no longer waiting. */
    current,
    go,
    next: () => near(1) && go(near(1)),
    previous: () => near(-1) && go(near(-1)),
    /** Removes an item and shows the next. */
    leave: (row: Row) => {
      setDecided(before => new Set(before).add(keyOf(row)))
      const at = rows?.findIndex(one => keyOf(one) === keyOf(row)) ?? -1
      go(at < 0 ? rows?.[0] : (rows?.[at + 1] ?? rows?.[at - 1]))
    },
    /** Puts a removed item back; `isShown`: also displays it. */
    comeBack: (row: Row, isShown: boolean) => {
      setDecided(before => new Set([...before].filter(key => key !== keyOf(row))))
      if (isShown) go(row)
    },
  }
}

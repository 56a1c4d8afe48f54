import { useEffect, useState } from 'react'

/** The row to show when some are gone: the one after them, else the one before. */
export function rowAfter<Row>(rows: readonly Row[], isGone: (row: Row) => boolean): Row | undefined {
  const at = Math.max(0, rows.findIndex(isGone))
  return rows.slice(at).find(row => !isGone(row)) ?? rows.slice(0, at).findLast(row => !isGone(row))
}

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
  // An address without an id is about to get the displayed item's, or the first one's.
  const isAddressed = (row: Row) => (id === '' ? shown !== null && keyOf(row) === keyOf(shown) : idOf(row) === id)
  const addressed = rows?.find(isAddressed) ?? (id === '' ? rows?.[0] : null) ?? null
  const isShown = shown !== null && idOf(shown) === id
  const current = isShown ? shown : addressed
  const index = current && rows ? rows.findIndex(row => keyOf(row) === keyOf(current)) : -1
  const go = (row: Row | undefined) => {
    setShown(row ?? null)
    setId(row ? idOf(row) : '')
  }
  useEffect(() => {
    if (id === '' && addressed) go(addressed)
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
    /** Removes items; if the displayed one is among them, shows the next. */
    leave: (...gone: Row[]) => {
      const keys = new Set(gone.map(keyOf))
      setDecided(before => new Set([...before, ...keys]))
      if (!current || keys.has(keyOf(current))) go(rowAfter(rows ?? [], row => keys.has(keyOf(row))))
    },
    /** Puts a removed item back; `isShown`: also displays it. */
    comeBack: (row: Row, isShown: boolean) => {
      setDecided(before => new Set([...before].filter(key => key !== keyOf(row))))
      if (isShown) go(row)
    },
  }
}

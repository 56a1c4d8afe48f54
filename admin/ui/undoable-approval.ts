import { useEffect, useRef } from 'react'
import { endOffer, offerUndo, type UndoOffer } from '#ui/overlay/undo-offer.ts'

interface UndoableApproval<Row> {
  titleOf: (row: Row) => string
  send: (row: Row) => void
  /** Displays an undone item again. */
  onUndo: (row: Row) => void
}

/**
 * Delayed approval: an accidental one can be undone for a few seconds. The next one, and leaving the page, send the
 * pending one at once.
 */
export function useUndoableApproval<Row>(options: UndoableApproval<Row>) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const pending = useRef<UndoOffer | null>(null)
  useEffect(() => {
    const leave = () => pending.current && endOffer(pending.current)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return (row: Row) => {
    pending.current = {
      text: `即将通过：${latest.current.titleOf(row)}`,
      onUndo: () => latest.current.onUndo(row),
      onEnd: () => latest.current.send(row),
    }
    offerUndo(pending.current)
  }
}

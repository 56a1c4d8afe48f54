import { App, Button } from 'antd'
import { useEffect, useRef } from 'react'

/** How long an approval can be undone before it is sent. */
const undoMs = 5_000
const key = 'held'

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
  const { message } = App.useApp()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const pending = useRef<{ row: Row; timer: NodeJS.Timeout } | null>(null)
  const take = () => {
    const one = pending.current
    pending.current = null
    if (!one) return null
    clearTimeout(one.timer)
    message.destroy(key)
    return one.row
  }
  const send = () => {
    const row = take()
    if (row) latest.current.send(row)
  }
  const undo = () => {
    const row = take()
    if (row) latest.current.onUndo(row)
  }
  const sendNow = useRef(send)
  useEffect(() => {
    sendNow.current = send
  })
  useEffect(() => {
    const leave = () => sendNow.current()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return (row: Row) => {
    send()
    pending.current = { row, timer: setTimeout(send, undoMs) }
    const content = (
      <>
        即将通过：{latest.current.titleOf(row)}
        <Button type="link" size="small" data-review="undo" onClick={undo}>
          撤销<kbd>Z</kbd>
        </Button>
      </>
    )
    void message.open({ key, type: 'info', content, duration: 0 })
  }
}

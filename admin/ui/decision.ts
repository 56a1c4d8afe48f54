import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { type CallError, type CallTarget, invalidate } from '#ui/call.ts'
import { useUndoableApproval } from './undoable-approval.ts'

const settledAfterMs = 500

/**
 * Whether an item has been visible for a moment: the second click of a double click must not decide the next one
 * unseen.
 */
export function useSettled(key: string): boolean {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), settledAfterMs)
    return () => clearTimeout(timer)
  }, [key])
  return settled === key
}

interface Decision<Row> {
  /** The displayed item. */
  current: Row | null
  titleOf: (row: Row) => string
  /** Calls whose answers a decision outdates. */
  answers: readonly CallTarget[]
  leave: (row: Row) => void
  /** Puts a removed item back; `isShown`: also displays it. */
  comeBack: (row: Row, isShown: boolean) => void
  /** A rejection has ended, by this decision or somebody else's. */
  onDone: () => void
  /** Sends an approval. */
  approve: (row: Row) => Promise<unknown>
}

/**
 * Decisions on the displayed item, and their notifications: approvals are sent a few seconds later, rejections one at a
 * time.
 */
export function useDecision<Row>({ current, titleOf, answers, leave, comeBack, onDone, approve }: Decision<Row>) {
  const client = useQueryClient()
  const { message } = App.useApp()
  /** The item of the pending rejection: another may be displayed when the answer arrives; blocks a second click. */
  const asked = useRef<Row | null>(null)
  /**
   * Handles a conflict (somebody was faster, or the customer withdrew): shows it, and the queue continues with the
   * current state. Returns the kind of refusal.
   */
  const showRefusal = (row: Row, error: CallError): 'decided' | 'changed' | 'failed' => {
    const isDecided = error.code === 'review_decided' || error.code === 'not_found'
    if (!isDecided && error.code !== 'review_resubmitted') {
      void message.error(error.message)
      return 'failed'
    }
    void message.warning(`${titleOf(row)}：${error.message}`, 8)
    invalidate(client, answers)
    return isDecided ? 'decided' : 'changed'
  }
  const hold = useUndoableApproval<Row>({
    titleOf,
    onUndo: row => comeBack(row, true),
    send: row =>
      void approve(row).then(
        () => {
          void message.success(`已通过：${titleOf(row)}`)
          invalidate(client, answers)
        },
        (error: CallError) => {
          if (showRefusal(row, error) === 'failed') comeBack(row, false)
        },
      ),
  })
  const finish = (isOver: boolean) => {
    const row = asked.current
    asked.current = null
    if (row && isOver) leave(row)
    onDone()
  }
  return {
    approve: () => {
      if (!current) return
      leave(current)
      hold(current)
    },
    reject: (act: (row: Row) => void) => {
      if (!current || asked.current) return
      asked.current = current
      act(current)
    },
    /** Of the rejection's `useAct`. */
    options: {
      invalidates: answers,
      onDone: () => {
        if (asked.current) void message.success(`已驳回：${titleOf(asked.current)}`)
        finish(true)
      },
    },
    onError: (error: CallError) => {
      const outcome = asked.current ? showRefusal(asked.current, error) : 'failed'
      if (outcome === 'failed') asked.current = null
      else finish(outcome === 'decided')
    },
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { type CallError, type CallTarget, invalidate } from '#ui/call.ts'
import { useHeld } from './held.tsx'

/** Whether a thing has been on the screen for a moment: the second click of a double click never decides the next one unseen. */
export function useSettled(key: string, afterMs = 500): boolean {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), afterMs)
    return () => clearTimeout(timer)
  }, [key, afterMs])
  return settled === key
}

interface Decision<Row> {
  /** What is on the screen. */
  current: Row | null
  titleOf: (row: Row) => string
  /** Calls whose answers are no longer true after a decision. */
  answers: readonly CallTarget[]
  leave: (row: Row) => void
  /** Puts one back that was left; `isShown` also on the screen. */
  comeBack: (row: Row, isShown: boolean) => void
  /** A rejection is over, by this decision or somebody else's. */
  onDone: () => void
  /** Sends an approval. */
  approve: (row: Row) => Promise<unknown>
}

/** Decisions about what is on the screen, and what is told when they are over: approvals a few seconds later, one rejection at a time. */
export function useDecision<Row>({ current, titleOf, answers, leave, comeBack, onDone, approve }: Decision<Row>) {
  const client = useQueryClient()
  const { message } = App.useApp()
  /** What the rejection on its way is about: the screen may show another by the time the answer comes, and a second click finds it set. */
  const asked = useRef<Row | null>(null)
  /** Somebody was faster, or the customer took it back: that is told, and the queue goes on with what is true; gives whether it is. */
  const tellRefusal = (row: Row, error: CallError): 'decided' | 'changed' | 'failed' => {
    const isDecided = error.code === 'review_decided' || error.code === 'not_found'
    if (!isDecided && error.code !== 'review_resubmitted') {
      void message.error(error.message)
      return 'failed'
    }
    void message.warning(`${titleOf(row)}：${error.message}`, 8)
    invalidate(client, answers)
    return isDecided ? 'decided' : 'changed'
  }
  const hold = useHeld<Row>({
    titleOf,
    onUndo: row => comeBack(row, true),
    send: row =>
      void approve(row).then(
        () => {
          void message.success(`已通过：${titleOf(row)}`)
          invalidate(client, answers)
        },
        (error: CallError) => {
          if (tellRefusal(row, error) === 'failed') comeBack(row, false)
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
      const outcome = asked.current ? tellRefusal(asked.current, error) : 'failed'
      if (outcome === 'failed') asked.current = null
      else finish(outcome === 'decided')
    },
  }
}

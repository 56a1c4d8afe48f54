import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { type CallError, type CallTarget, invalidate } from '#console/call.ts'

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
  /** It is over, by this decision or somebody else's. */
  onDone: () => void
}

/** One decision at a time about what is on the screen, and what is told when it is over. */
export function useDecision<Row>({ current, titleOf, answers, leave, onDone }: Decision<Row>) {
  const client = useQueryClient()
  const { message } = App.useApp()
  /** What the call on its way is about: the screen may show another by the time the answer comes, and a second click finds it set. */
  const asked = useRef<Row | null>(null)
  const finish = (tell: (row: Row) => void, isOver: boolean) => {
    const row = asked.current
    asked.current = null
    if (!row) return
    tell(row)
    if (isOver) leave(row)
    else invalidate(client, answers)
    onDone()
  }
  return {
    begin: (act: (row: Row) => void) => {
      if (!current || asked.current) return
      asked.current = current
      act(current)
    },
    /** Of `useAct`: the decision was taken. */
    options: (word: string) => ({
      invalidates: answers,
      onDone: () => finish(row => void message.success(`已${word}：${titleOf(row)}`), true),
    }),
    /** Somebody was faster, or the customer took it back: that is told, and the queue goes on with what is true. */
    onError: (error: CallError) => {
      const isDecided = error.code === 'review_decided' || error.code === 'not_found'
      if (isDecided || error.code === 'review_resubmitted')
        return finish(row => void message.warning(`${titleOf(row)}：${error.message}`, 8), isDecided)
      asked.current = null
      void message.error(error.message)
    },
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useRef } from 'react'
import { type CallError, invalidate, useAct } from '#console/call.ts'
import { operatorHomeCalls } from '#contract/operator-home.ts'
import { operatorReviewCalls } from '#contract/operator-review.ts'
import { keyOf, targetOf, titleOf, useSettled, type Waiting } from './review.ts'

const answers = [operatorReviewCalls.queue, operatorReviewCalls.context, operatorHomeCalls.overview]

/** Approving and rejecting what is on the screen; `onDone` when it is over, by this decision or somebody else's. */
export function useDecisions(current: Waiting | null, isWaiting: boolean, leave: (row: Waiting) => void, onDone: () => void) {
  const client = useQueryClient()
  const { message } = App.useApp()
  /** What the call on its way is about: the screen may show another by the time the answer comes, and a second click finds it set. */
  const asked = useRef<Waiting | null>(null)
  const isSettled = useSettled(current ? keyOf(current) : '')
  const finish = (tell: (row: Waiting) => void, isOver: boolean) => {
    const row = asked.current
    asked.current = null
    if (!row) return
    tell(row)
    if (isOver) leave(row)
    else invalidate(client, answers)
    onDone()
  }
  const done = (word: string) => () => finish(row => void message.success(`已${word}：${titleOf(row)}`), true)
  const approval = useAct(operatorReviewCalls.approve, { invalidates: answers, onDone: done('通过') })
  const rejection = useAct(operatorReviewCalls.reject, { invalidates: answers, onDone: done('驳回') })
  const isBusy = approval.isPending || rejection.isPending
  const mayDecide = current !== null && isWaiting && isSettled && !isBusy

  /** Somebody was faster, or the customer took it back: that is told, and the queue goes on with what is true. */
  const onError = (error: CallError) => {
    const isDecided = error.code === 'review_decided' || error.code === 'not_found'
    if (isDecided || error.code === 'review_resubmitted')
      return finish(row => void message.warning(`${titleOf(row)}：${error.message}`, 8), isDecided)
    asked.current = null
    void message.error(error.message)
  }
  return {
    isBusy,
    rejection,
    approve: () => {
      if (!current || !mayDecide || asked.current) return
      asked.current = current
      approval.mutate(targetOf(current), { onError })
    },
    reject: (reason: string, reasonCode: string | undefined) => {
      if (!current || asked.current) return
      asked.current = current
      rejection.mutate({ ...targetOf(current), reason, reasonCode }, { onError })
    },
  }
}

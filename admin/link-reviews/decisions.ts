import { App } from 'antd'
import { useRef } from 'react'
import { linkAnswers } from '#admin/domains/domain.ts'
import { useSettled } from '#admin/ui/decision.ts'
import { useUndoableApproval } from '#admin/ui/undoable-approval.ts'
import { linkReviewCalls } from '#contract/links/admin-link.ts'
import { type CallError, useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { firstOrThrow } from '#values/or-throw.ts'
import type { useLinkQueue } from './queue.ts'
import type { HostDetail } from './review.ts'

interface Given {
  detail: HostDetail | undefined
  /** Of one account; empty: all. */
  account: string
  queue: Pick<ReturnType<typeof useLinkQueue>, 'leave' | 'hold' | 'release'>
  onDone: () => void
}

/** Approving and rejecting the displayed links. */
export function useLinkDecisions({ detail, account, queue, onDone }: Given) {
  const { message } = App.useApp()
  /** The host of the pending call, and whether it decides all of its links; blocks a second click. */
  const asked = useRef<{ host: string; isWhole: boolean } | null>(null)
  const isSettled = useSettled(detail ? `${detail.host} ${account}` : '')
  const done =
    (word: string) =>
    ({ linkCount }: { linkCount: number }) => {
      const act = asked.current
      asked.current = null
      if (!act) return
      void message.success(`${word} ${thousands(linkCount)} 条：${act.host}`)
      if (act.isWhole) queue.leave(act.host)
      onDone()
    }
  const options = (word: string) => ({ invalidates: linkAnswers, onDone: done(word) })
  const passing = useAct(linkReviewCalls.pass, options('已通过'))
  const passingHost = useAct(linkReviewCalls.trustHost, options('已通过并不再审核'))
  const rejection = useAct(linkReviewCalls.reject, options('已拒绝'))
  const isBusy = passing.isPending || passingHost.isPending || rejection.isPending
  const seenAt = detail?.seenAt ?? null
  const mayDecide = seenAt !== null && isSettled && !isBusy
  const isAlone = detail?.accounts.length === 1
  const accountId = account || (isAlone ? firstOrThrow(detail.accounts).accountId : undefined)

  /** Somebody was faster: that is shown, and the current state is reloaded. */
  const onError = (error: CallError) => {
    asked.current = null
    void message.warning(error.message, 8)
  }
  const start = (isWhole: boolean) => {
    if (!detail || !mayDecide || asked.current) return null
    asked.current = { host: detail.host, isWhole }
    return { host: detail.host, seenAt: seenAt!, ...(account ? { accountId: account } : {}) }
  }
  const isWhole = account === '' || isAlone === true
  const hold = useUndoableApproval<NonNullable<ReturnType<typeof start>>>({
    titleOf: act => act.host,
    onUndo: act => void queue.release(act.host, true),
    send: act =>
      void passing
        .mutateAsync(act)
        .then(({ linkCount }) => void message.success(`已通过 ${thousands(linkCount)} 条：${act.host}`), onError)
        .then(() => queue.release(act.host, false)),
  })
  return {
    isBusy,
    isSettled,
    rejection,
    /** Null: the links belong to several accounts, so the host can't be trusted for one. */
    trustHost: accountId
      ? () => {
          const act = start(isWhole)
          if (act) passingHost.mutate({ host: act.host, accountId }, { onError })
        }
      : null,
    pass: () => {
      const act = start(isWhole)
      if (act && !isWhole) passing.mutate(act, { onError })
      if (!act || !isWhole) return
      asked.current = null
      queue.hold(act.host)
      hold(act)
    },
    reject: (reason: string, reasonCode: string | undefined) => {
      const act = start(isWhole)
      if (act) rejection.mutate({ ...act, reason, ...(reasonCode ? { reasonCode } : {}) }, { onError })
    },
  }
}

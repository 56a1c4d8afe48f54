import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { useWatched } from '#console/shared/tasks/watched.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { homeCalls } from '#contract/home/home.ts'
import type { PagePath } from '#contract/pages.ts'
import { invalidate, useCall } from '#ui/call.ts'

/** Numbers beside pages where something waits or is under way. */
export type Marks = Partial<Record<PagePath, number>>

const pollMs = 60_000

/** What the frame shows beside the page. */
export const useFrameCall = () => useCall(homeCalls.frame, {}, { refetchInterval: pollMs, staleTimeMs: 10_000 })

/** The numbers of the menu, asked for anew with every page and act, and with the work that this tab starts or ends. */
export function useMarks(): Marks {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const watchedCount = useWatched().length
  const { data } = useFrameCall()
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => invalidate(client, [homeCalls.frame]), [client, pathname, watchedCount])
  useEffect(
    () =>
      client.getMutationCache().subscribe(event => {
        if (event.type === 'updated' && event.action.type === 'success') invalidate(client, [homeCalls.frame])
      }),
    [client],
  )
  return useMemo(() => (data ? marksOf(data.marks) : {}), [data])
}

const marksOf = (waiting: CallAnswerWire<typeof homeCalls.frame>['marks']): Marks => ({
  '/sms/broadcast-task': waiting.sendingBroadcasts,
  '/sms/template': waiting.rejectedTemplates,
  '/sms/signature': waiting.rejectedSignatures,
  '/shorturl/manage': waiting.stoppedLinks,
  '/system/finance/order': waiting.waitingOrders,
  '/system/finance/invoice': waiting.failedInvoices,
  '/sms/derivation': waiting.unfinishedExports,
})

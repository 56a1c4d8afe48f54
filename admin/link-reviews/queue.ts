import { useEffect, useState } from 'react'
import { rowAfter } from '#admin/ui/queue-place.ts'
import { linkReviewCalls } from '#contract/links/admin-link.ts'
import { useCall } from '#ui/call.ts'
import { useUrlState } from '#ui/url-state.ts'
import type { WaitingHost } from './review.ts'

const refreshMs = 15_000

/** The review queue and its current host, in the address; one that others decided stays until the person moves on. */
export function useLinkQueue() {
  const [{ host, account }, setUrl] = useUrlState({ host: '', account: '' })
  const [shown, setShown] = useState<WaitingHost | null>(null)
  const query = useCall(linkReviewCalls.queue, {}, { refetchInterval: refreshMs })
  /** Its approval can still be undone. */
  const [heldHost, setHeldHost] = useState<string | null>(null)
  const rows = query.data?.rows.filter(row => row.host !== heldHost)
  const addressed = rows?.find(row => row.host === host) ?? null
  const current = addressed ?? (shown?.host === host ? shown : null)
  const index = addressed && rows ? rows.indexOf(addressed) : -1
  const go = (row: WaitingHost | undefined) => {
    setShown(row ?? null)
    setUrl({ host: row?.host ?? '', account: '' }, { replace: true })
  }
  useEffect(() => {
    const first = rows?.find(row => row.host === shown?.host) ?? rows?.[0]
    if (host === '' && first) go(first)
    else if (shown?.host !== host && addressed) setShown(addressed)
  })
  const near = (by: 1 | -1) => (index < 0 ? rows?.[0] : rows?.[index + by])
  const leave = (...decided: string[]) => {
    if (host === '' || decided.includes(host)) go(rowAfter(rows ?? [], row => decided.includes(row.host)))
  }
  return {
    query,
    rows,
    /** -1: it is no longer waiting. */
    index,
    current,
    /** The account whose links are reviewed alone; empty: all. */
    account,
    setAccount: (next: string) => setUrl({ account: next }, { replace: true }),
    go,
    next: () => near(1) && go(near(1)),
    previous: () => near(-1) && go(near(-1)),
    /** Shows the next one, when the displayed one is among the decided. */
    leave,
    /** The same while the decision can be undone. */
    hold: (host: string) => {
      setHeldHost(host)
      leave(host)
    },
    /** Undone; or final, as soon as the list has it. */
    release: async (host: string, isUndone: boolean) => {
      if (!isUndone) await query.refetch()
      setHeldHost(held => (held === host ? null : held))
      if (isUndone) go(query.data?.rows.find(row => row.host === host))
    },
  }
}

import { useEffect, useState } from 'react'
import { type LiveVisits, liveVisitsRoute, visitCalls } from '#contract/links/visit.ts'
import { invalidate, queryString } from '#ui/call.ts'
import { useVisible } from '#ui/visible.ts'
import { queryClient } from '../../session.ts'
import type { VisitRow } from './view.ts'

/** Rows kept of what was heard; older ones are in the list. */
const maxRows = 100
/** After a refusal the browser doesn't try again by itself. */
const retryMs = 5_000
/** Sums and charts follow new visits this often at most. */
const followMs = 3_000

export interface Live {
  state: 'off' | 'connecting' | 'listening'
  /** Newest first. */
  rows: VisitRow[]
  /** All that came since it was switched on, told one by one or not. */
  count: number
}
const silent: Live = { state: 'off', rows: [], count: 0 }

/** New visits as they come, while they are wanted and the tab is looked at. A stream that breaks off is opened again. */
export function useLiveVisits(input: Record<string, string | undefined>, isWanted: boolean): Live {
  const [live, setLive] = useState(silent)
  const isVisible = useVisible()
  const isOn = isWanted && isVisible
  const address = liveVisitsRoute.path + queryString(input)
  useEffect(() => {
    setLive({ ...silent, state: isWanted ? 'connecting' : 'off' })
    if (!isOn) return
    let source: EventSource
    let retry: ReturnType<typeof setTimeout> | undefined
    const follow = followNow()
    const open = () => {
      source = new EventSource(address)
      source.addEventListener('visits', message => {
        const event = JSON.parse((message as MessageEvent<string>).data) as LiveVisits
        setLive(known => heard(known, event))
        // The first event of a stream has no visits: what came while there was none is in the list.
        if (event.count > 0) follow.soon()
        else invalidate(queryClient, [visitCalls.list])
      })
      source.addEventListener('error', () => {
        setLive(known => ({ ...known, state: 'connecting' }))
        if (source.readyState === EventSource.CLOSED) retry = setTimeout(open, retryMs)
      })
    }
    open()
    return () => {
      source.close()
      clearTimeout(retry)
      follow.stop()
    }
  }, [address, isOn, isWanted])
  return live
}

const heard = (known: Live, { rows, count }: LiveVisits): Live => ({
  state: 'listening',
  rows: [...rows, ...known.rows].slice(0, maxRows),
  count: known.count + count,
})

/** Has sums and charts asked anew, a moment after the first of several visits. */
function followNow() {
  let timer: ReturnType<typeof setTimeout> | null = null
  const follow = () => {
    timer = null
    invalidate(queryClient, [visitCalls.figures, visitCalls.trend, visitCalls.ranks])
  }
  return {
    soon: () => {
      timer ??= setTimeout(follow, followMs)
    },
    stop: () => clearTimeout(timer ?? undefined),
  }
}

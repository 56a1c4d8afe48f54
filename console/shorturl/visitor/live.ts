import { useEffect, useState } from 'react'
import { type LiveVisits, liveVisitsRoute, visitCalls } from '#contract/links/visit.ts'
import { invalidate, queryString, readEvent } from '#ui/call.ts'
import { useVisible } from '#ui/visible.ts'
import { queryClient } from '../../session.ts'
import type { VisitRow } from './view.ts'

/** Limit of live rows; older ones are in the list. */
const maxRows = 100
/** After a refusal the browser doesn't reconnect by itself. */
const retryMs = 5_000
/** Minimum interval in which totals and charts follow new visits. */
const followMs = 3_000

export interface Live {
  state: 'off' | 'connecting' | 'listening'
  /** Newest first. */
  rows: VisitRow[]
  /** All visits since it was switched on, sent singly or not. */
  count: number
}
const silent: Live = { state: 'off', rows: [], count: 0 }

/** New visits as they arrive, while it is live and the tab is visible. A broken stream is reopened. */
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
        const event = readEvent(liveVisitsRoute.event, message)
        setLive(known => heard(known, event))
        // The first event of a stream has no visits: those from before it are in the list.
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

/** Reloads totals and charts, shortly after the first of several visits. */
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

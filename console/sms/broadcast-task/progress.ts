import { useEffect, useRef, useState } from 'react'
import type { ProgressEvent } from '#contract/broadcast/broadcast.ts'
import { broadcastCalls, progressRoute } from '#contract/broadcast/broadcast.ts'
import { invalidate, queryString, readEvent } from '#ui/call.ts'
import type { ListQuery } from '#ui/list/ListPage.tsx'
import { useVisible } from '#ui/visible.ts'
import { queryClient, refreshMe } from '../../session.ts'
import type { BroadcastRow } from './broadcast.ts'

/** Without a stream the list is polled this often; with one less often: for broadcasts that are new to the list. */
export const pollMs = { withoutStream: 2_000, withStream: 8_000 }
/** Window of the speed measurement. */
const windowMs = 15_000

type Heard = ProgressEvent['rows'][number]
interface Sample {
  at: number
  doneCount: number
}
interface Live {
  heard: Heard
  samples: Sample[]
}
export interface LiveRow extends BroadcastRow {
  /** Numbers per second, and remaining seconds; null while unknown, or while no channel takes them. */
  pace: { perSecond: number; secondsLeft: number } | null
}

const noLive: ReadonlyMap<string, Live> = new Map()
/** Numbers of a broadcast that are submitted, refused or canceled. */
export const doneCount = (counts: BroadcastRow['counts']) => counts.submitted + counts.refused + counts.canceled

function hear(live: ReadonlyMap<string, Live>, event: ProgressEvent, at: number): ReadonlyMap<string, Live> {
  const next = new Map(live)
  for (const heard of event.rows) {
    const samples = (live.get(heard.broadcastId)?.samples ?? []).filter(sample => at - sample.at <= windowMs)
    next.set(heard.broadcastId, { heard, samples: [...samples, { at, doneCount: doneCount(heard.counts) }] })
  }
  return next
}

/** Speed from the recent samples. */
export function paceOf(samples: readonly Sample[], leftCount: number): LiveRow['pace'] {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at === first.at) return null
  const perSecond = ((last.doneCount - first.doneCount) * 1000) / (last.at - first.at)
  return perSecond > 0 ? { perSecond, secondsLeft: leftCount / perSecond } : null
}

/**
 * Rows of a list of broadcasts, updated by one event stream while the tab is visible. `isLive` is false while there is
 * no stream: then the page polls, and the rows are those of the list.
 */
export function useProgress(rows: readonly BroadcastRow[], onEnd?: (row: BroadcastRow) => void): { rows: LiveRow[]; isLive: boolean } {
  const [live, setLive] = useState(noLive)
  const [isLive, setIsLive] = useState(false)
  const ids = rows
    .map(row => row.broadcastId)
    .sort()
    .join(' ')
  const isVisible = useVisible()
  const underWay = useRef(new Set<string>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for each broadcast that ends, whichever callback is passed.
  useEffect(() => {
    for (const row of rows.map(one => joined(one, live.get(one.broadcastId)))) {
      if (row.finishedAt === null) underWay.current.add(row.broadcastId)
      else if (underWay.current.delete(row.broadcastId)) onEnd?.(row)
    }
  }, [rows, live])
  useEffect(() => {
    if (ids === '' || !isVisible) return
    const source = new EventSource(progressRoute.path + queryString({ ids: ids.split(' ') }))
    source.addEventListener('open', () => setIsLive(true))
    source.addEventListener('progress', message => {
      const event = readEvent(progressRoute.event, message)
      setLive(known => hear(known, event, Date.now()))
      if (event.rows.some(row => row.finishedAt !== null)) invalidate(queryClient, [broadcastCalls.list])
      // A finished broadcast was charged or refunded: the header's balance follows.
      void refreshMe()
    })
    // The browser reconnects by itself, unless it was refused; earlier samples are stale from here on.
    const forget = () => {
      setIsLive(false)
      setLive(noLive)
    }
    source.addEventListener('error', forget)
    return () => {
      source.close()
      forget()
    }
  }, [ids, isVisible])
  return { rows: rows.map(row => joined(row, live.get(row.broadcastId))), isLive }
}

/** A polled list with its live rows; it greys out only when another page of it is loading. */
export function liveList<Query extends ListFacts>(query: Query, rows: LiveRow[]) {
  const { data, error, isPending, isPlaceholderData, refetch, news } = query
  return { data: data ? { ...data, rows } : undefined, error, isPending, isFetching: isPlaceholderData, refetch, news: news ?? null }
}
type ListFacts = Pick<ListQuery<BroadcastRow>, 'data' | 'error' | 'isPending' | 'refetch' | 'news'> & { isPlaceholderData: boolean }

function joined(row: BroadcastRow, live: Live | undefined): LiveRow {
  if (!live) return { ...row, pace: null }
  const now = { ...row, ...live.heard }
  const left = now.recipientCount - doneCount(now.counts)
  return { ...now, pace: now.state === 'sending' && now.noChannelSince === null && left > 0 ? paceOf(live.samples, left) : null }
}

/** 「不到1分钟」, 「约3分钟」, 「约2小时」. */
export function durationWords(seconds: number): string {
  if (seconds < 60) return '不到1分钟'
  if (seconds < 5_400) return `约${Math.round(seconds / 60)}分钟`
  return `约${Math.round(seconds / 3_600)}小时`
}

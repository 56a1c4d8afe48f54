import type { CallAnswerWire } from '#contract/call.ts'
import { type VisitSplit, visitCalls } from '#contract/links/visit.ts'
import { useListCall } from '#ui/call.ts'
import { type Period, refreshMs } from './view.ts'

type Ranked = CallAnswerWire<typeof visitCalls.ranks>['ranks'][number]
export type Rank = Ranked['rows'][number]

/** Rankings of visits by several dimensions, in one request. */
export interface Ranks {
  of: (split: VisitSplit) => Ranked | undefined
  error: { message: string } | null
  retry: () => void
}

export function useRanks(period: Period, splits: readonly VisitSplit[], isWanted = true): Ranks {
  const { data, error, refetch } = useListCall(
    visitCalls.ranks,
    { ...period, splits: splits.join(',') },
    { enabled: isWanted, refetchInterval: refreshMs },
  )
  return { of: split => data?.ranks.find(ranked => ranked.split === split), error, retry: () => void refetch() }
}

import type { CallAnswerWire } from '#contract/call.ts'
import type { adminStatisticsCalls } from '#contract/messages/admin-statistics.ts'

type Statistics = CallAnswerWire<typeof adminStatisticsCalls.read>
interface Charged {
  totals: Pick<Statistics['totals'], 'chargedHao'>
  channels: readonly Pick<Statistics['channels'][number], 'bonusHao' | 'marginHao' | 'deliveredSegmentCount'>[]
}

/** Sums of money over all channels: gift money is no revenue, and channels without a cost have no margin. */
export function headline(found: Charged | undefined) {
  const channels = found?.channels ?? []
  const bonusHao = channels.reduce((sum, row) => sum + row.bonusHao, 0)
  const margins = channels.flatMap(row => row.marginHao ?? [])
  return {
    bonusHao,
    balanceHao: (found?.totals.chargedHao ?? 0) - bonusHao,
    /** Null: no channel has a cost. */
    marginHao: margins.length === 0 ? null : margins.reduce((sum, hao) => sum + hao, 0),
    unknownSegments: channels.filter(row => row.marginHao === null).reduce((sum, row) => sum + row.deliveredSegmentCount, 0),
  }
}

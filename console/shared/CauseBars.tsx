import { queryOfCodes } from '#contract/messages/drill-down.ts'
import { type FailureCause, meaningsOf } from '#contract/messages/statistics.ts'
import type { DayRange } from '#ui/date-range.ts'
import { RankedBars } from '#ui/display/RankedBars.tsx'
import { useMessagesOf } from './messages-of.ts'

const shownCauses = 5

/** The main causes of failure in some days, with their meaning and advice; each links to its messages. */
export function CauseBars({ causes, days, emptyText }: { causes: readonly FailureCause[]; days: DayRange; emptyText: string }) {
  const messagesOf = useMessagesOf({ ...days })
  const rest = causes.slice(shownCauses).reduce((sum, one) => sum + one.messageCount, 0)
  return (
    <RankedBars
      bars={[
        ...causes.slice(0, shownCauses).map(({ cause, codes, advice, messageCount }) => ({
          key: cause,
          label: cause,
          count: messageCount,
          to: messagesOf(queryOfCodes(codes)),
          note: `${meaningsOf(codes)}。${advice}`,
        })),
        ...(rest > 0 ? [{ key: 'rest', label: '其余原因', count: rest }] : []),
      ]}
      emptyText={emptyText}
    />
  )
}

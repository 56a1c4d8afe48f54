import type { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { endedCount } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { Count, Segments, Share } from '#ui/display/Count.tsx'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { Money } from '#ui/display/Money.tsx'

type Sums = CallAnswerWire<typeof broadcastCalls.list>['sums']

/** Sums of the broadcasts that match the filter of a list. */
export const sumFigures = (sums: Sums | undefined): FigureFacts[] => [
  { label: '群发', value: sums && <Count count={sums.broadcastCount} unit="个" /> },
  { label: '号码数', value: sums && <Count count={sums.phoneCount} /> },
  { label: terms.submitted, value: sums && <Count count={sums.submittedCount} /> },
  { label: terms.delivered, value: sums && <Count count={sums.deliveredCount} /> },
  { label: terms.failed, value: sums && <Count count={sums.failedCount} /> },
  { label: terms.rate, value: sums && <Share part={sums.deliveredCount} whole={endedCount(sums)} /> },
  {
    label: terms.charged,
    value: sums && <Segments count={sums.postedSegments} />,
    note: sums && sums.postedHao > 0 ? <Money hao={sums.postedHao} /> : null,
  },
]

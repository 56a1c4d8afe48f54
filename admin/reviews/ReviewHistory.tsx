import { reviewDecisionTones } from '#contract/content/review-state.ts'
import { Section } from '#ui/display/Facts.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { reviewDecisionNames } from '#ui/labels/content.ts'
import type { ReviewContext } from './review.ts'

interface HistoryQuery {
  data: ReviewContext | undefined
  error: { message: string; requestId?: string; code?: string } | null
  refetch: () => unknown
}

/** Review history, the newest first. */
export function ReviewHistory({ query }: { query: HistoryQuery }) {
  if (query.error && !query.data) return <ErrorPanel title="审核记录没能加载" error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Section title="审核记录">
      <Timeline
        steps={(query.data?.history ?? []).map(({ decision, at, by, reason }) => ({
          key: decision + at,
          tone: reviewDecisionTones[decision],
          title: `${reviewDecisionNames[decision]}${by ? `（${by}）` : ''}`,
          at,
          children: reason,
        }))}
      />
    </Section>
  )
}

import type { Got } from '#contract/call.ts'
import { reviewDecisions, reviewDecisionTones } from '#contract/review-state.ts'
import type { signatureCalls } from '#contract/signature.ts'
import { Findings } from '../../ui/Findings.tsx'
import { Timeline } from '../../ui/Timeline.tsx'

type Entry = Got<typeof signatureCalls.one>['history'][number]

/** Every step of a signature's or template's life, the newest first, with what the check found and why staff refused. */
export function ReviewHistory({ history, createdAt }: { history: Entry[]; createdAt: string }) {
  return (
    <Timeline
      steps={[
        ...history.map(({ decision, reason, findings, at, by }) => ({
          key: at + decision,
          tone: reviewDecisionTones[decision],
          title: by ? `${reviewDecisions[decision]} · ${by}` : reviewDecisions[decision],
          at,
          children:
            reason || findings.length > 0 ? (
              <>
                {reason ? <p>{reason}</p> : null}
                <Findings findings={findings} />
              </>
            ) : null,
        })),
        { key: 'created', tone: 'ended' as const, title: '创建', at: createdAt },
      ]}
    />
  )
}

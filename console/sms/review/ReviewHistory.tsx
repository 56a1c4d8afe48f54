import type { Got } from '#contract/call.ts'
import { type ReviewDecision, reviewDecisions } from '#contract/review-state.ts'
import type { signatureCalls } from '#contract/signature.ts'
import { Findings } from '../../ui/Findings.tsx'
import type { Tone } from '../../ui/StateTag.tsx'
import { Timeline } from '../../ui/Timeline.tsx'

type Entry = Got<typeof signatureCalls.one>['history'][number]

const tones: Record<ReviewDecision, Tone> = {
  submitted: 'progress',
  withdrawn: 'ended',
  approved: 'good',
  rejected: 'bad',
  disabled: 'ended',
  deleted: 'ended',
}

/** Every step of a signature's or template's life, the newest first, with what the check found and why staff refused. */
export function ReviewHistory({ history, createdAt }: { history: Entry[]; createdAt: string }) {
  return (
    <Timeline
      steps={[
        ...history.map(({ decision, reason, findings, at, by }) => ({
          key: at + decision,
          tone: tones[decision],
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

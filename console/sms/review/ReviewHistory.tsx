import type { CallAnswerWire } from '#contract/call.ts'
import { reviewDecisionTones } from '#contract/content/review-state.ts'
import type { signatureCalls } from '#contract/content/signature.ts'
import { Findings } from '#ui/display/Findings.tsx'
import { TextDiff } from '#ui/display/TextDiff.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { reviewDecisionNames } from '#ui/labels/content.ts'

type Entry = CallAnswerWire<typeof signatureCalls.one>['history'][number]

/**
 * Review history of a signature or template, the newest first: findings, reasons of refusals, changes from the previous
 * version.
 */
export function ReviewHistory({ history, createdAt }: { history: Entry[]; createdAt: string }) {
  return (
    <Timeline
      steps={[
        ...history.map(({ decision, reason, findings, content, at, by }, index) => {
          const before = content && history.slice(index + 1).find(one => one.content !== null)?.content
          const isChanged = before && before.text !== content.text
          return {
            key: at + decision,
            tone: reviewDecisionTones[decision],
            title: by ? `${reviewDecisionNames[decision]} · ${by}` : reviewDecisionNames[decision],
            at,
            children:
              reason || isChanged || findings.length > 0 ? (
                <>
                  {reason ? <p>{reason}</p> : null}
                  {isChanged ? <TextDiff before={before.text} after={content.text} /> : null}
                  <Findings findings={findings} />
                </>
              ) : null,
          }
        }),
        { key: 'created', tone: 'ended' as const, title: '创建', at: createdAt },
      ]}
    />
  )
}

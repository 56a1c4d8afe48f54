import type { ReviewState } from '#contract/content/review-state.ts'
import { StateTag } from '#ui/display/StateTag.tsx'
import { reviewStateTags } from '#ui/labels/content.ts'
import style from './ReviewStateCell.module.css'

/** The state of a signature or template, with the reason of a refusal. */
export function ReviewStateCell({ row }: { row: { state: ReviewState; reason: string | null } }) {
  const { tone, name } = reviewStateTags[row.state]
  return (
    <div className={style.cell}>
      <StateTag tone={tone}>{name}</StateTag>
      {row.reason ? (
        <span className={style.reason} title={row.reason}>
          {row.reason}
        </span>
      ) : null}
    </div>
  )
}

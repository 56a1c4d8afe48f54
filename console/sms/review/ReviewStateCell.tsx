import { type ReviewState, reviewStates } from '#contract/content/review-state.ts'
import { StateTag } from '#ui/StateTag.tsx'
import style from './ReviewStateCell.module.css'

/** The state of a signature or template, with the reason of a refusal. */
export function ReviewStateCell({ row }: { row: { state: ReviewState; reason: string | null } }) {
  const { tone, name } = reviewStates[row.state]
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

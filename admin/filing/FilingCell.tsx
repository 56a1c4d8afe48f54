import { filingStateNames } from '#contract/sender-registration/filing.ts'
import { StateTag } from '#ui/StateTag.tsx'
import { formatChinaTime } from '#values/china-time.ts'
import { type Operator, operatorNames } from '#values/phone.ts'
import style from './Filing.module.css'
import type { FilingRow } from './filing.ts'

interface FilingCellProps {
  filing: FilingRow['filings'][Operator]
  operator: Operator
  onChange: () => void
}

/** One carrier's answer, with reason and day; a click edits it. */
export function FilingCell({ filing: { state, reason, changedAt }, operator, onChange }: FilingCellProps) {
  const { tone, name } = filingStateNames[state]
  const day = changedAt === null ? '' : formatChinaTime(new Date(changedAt)).slice(0, 10)
  return (
    <button
      type="button"
      className={style.cell}
      onClick={onChange}
      aria-label={`${operatorNames[operator]}：${name}，修改`}
      title={reason || undefined}
    >
      <StateTag tone={tone}>{name}</StateTag>
      <span>{reason || day}</span>
    </button>
  )
}

import { Select } from 'antd'
import type { BillState } from '#contract/billing/bill.ts'
import { monthName } from '#values/china-month.ts'
import { billStateTags } from '../../../shared/labels/billing.ts'

/** The month of a bill, newest first, with its state. */
export function MonthChoice({
  months,
  month,
  onChange,
}: {
  months: readonly { month: string; state: BillState }[]
  month: string
  onChange: (month: string) => void
}) {
  return (
    <Select
      aria-label="账期"
      value={month}
      onChange={onChange}
      style={{ minWidth: 190 }}
      options={months.map(one => ({ value: one.month, label: `${monthName(one.month)}（${billStateTags[one.state].name}）` }))}
    />
  )
}

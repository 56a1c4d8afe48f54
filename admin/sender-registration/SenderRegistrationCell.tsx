import { StateTag } from '#ui/display/StateTag.tsx'
import { senderRegistrationStateTags } from '#ui/labels/sender-registration.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { carrierNames, type MainlandCarrier } from '#values/phone.ts'
import style from './SenderRegistration.module.css'
import type { SenderRegistrationRow } from './sender-registration.ts'

interface SenderRegistrationCellProps {
  senderRegistration: SenderRegistrationRow['senderRegistrations'][MainlandCarrier]
  carrier: MainlandCarrier
  onChange: () => void
}

/** One carrier's answer, with reason and day; a click edits it. */
export function SenderRegistrationCell({
  senderRegistration: { state, reason, changedAt },
  carrier,
  onChange,
}: SenderRegistrationCellProps) {
  const { tone, name } = senderRegistrationStateTags[state]
  const day = changedAt === null ? '' : formatChinaTime(new Date(changedAt)).slice(0, 10)
  return (
    <button
      type="button"
      className={style.cell}
      onClick={onChange}
      aria-label={`${carrierNames[carrier]}：${name} ${reason || day}，修改`}
      title={reason || undefined}
    >
      <StateTag tone={tone}>{name}</StateTag>
      <span>{reason || day}</span>
    </button>
  )
}

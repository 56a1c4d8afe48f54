import type { SenderRegistrationStates } from '#contract/sender-registration/sender-registration.ts'
import { senderRegistrationStateTags } from '#ui/labels/sender-registration.ts'
import { carrierShortNames, mainlandCarriers } from '#values/phone.ts'
import style from './SenderRegistrationMarks.module.css'
import { StateTag } from './StateTag.tsx'

/**
 * Registration state of a signature at the four carriers, in short: 移动 ✓ 联通 ✓ 电信 ⏱ 广电 ✕; `isNamed`: as text, where
 * nothing else explains the signs.
 */
export function SenderRegistrationMarks({ states, isNamed = false }: { states: SenderRegistrationStates; isNamed?: boolean }) {
  return (
    <span className={style.marks}>
      {mainlandCarriers.map(carrier => {
        const { tone, name } = senderRegistrationStateTags[states[carrier]]
        return (
          <span key={carrier} title={`${carrierShortNames[carrier]}：${name}`}>
            <StateTag tone={tone}>
              {carrierShortNames[carrier]}
              <span className={isNamed ? '' : 'hy-hidden'}>{name}</span>
            </StateTag>
          </span>
        )
      })}
    </span>
  )
}

import { type FilingStates, filingStateNames, operatorShortNames } from '#contract/sender-registration/filing.ts'
import { operators } from '#values/phone.ts'
import style from './FilingMarks.module.css'
import { StateTag } from './StateTag.tsx'

/**
 * Registration state of a signature at the four carriers, in short: 移动 ✓ 联通 ✓ 电信 ⏱ 广电 ✕; `isNamed`: as text, where
 * nothing else explains the signs.
 */
export function FilingMarks({ states, isNamed = false }: { states: FilingStates; isNamed?: boolean }) {
  return (
    <span className={style.marks}>
      {operators.map(operator => {
        const { tone, name } = filingStateNames[states[operator]]
        return (
          <span key={operator} title={`${operatorShortNames[operator]}：${name}`}>
            <StateTag tone={tone}>
              {operatorShortNames[operator]}
              <span className={isNamed ? '' : 'hy-hidden'}>{name}</span>
            </StateTag>
          </span>
        )
      })}
    </span>
  )
}

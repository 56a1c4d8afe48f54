import { type FilingStates, filingStateNames, operatorShortNames } from '#contract/filing.ts'
import { operators } from '#values/phone.ts'
import style from './FilingMarks.module.css'
import { StateTag } from './StateTag.tsx'

/** What the four operators said of a signature, in short: 移动 ✓ 联通 ✓ 电信 ⏱ 广电 ✕. */
export function FilingMarks({ states }: { states: FilingStates }) {
  return (
    <span className={style.marks}>
      {operators.map(operator => {
        const { tone, name } = filingStateNames[states[operator]]
        return (
          <span key={operator} title={`${operatorShortNames[operator]}：${name}`}>
            <StateTag tone={tone}>
              {operatorShortNames[operator]}
              <span className="hy-hidden">{name}</span>
            </StateTag>
          </span>
        )
      })}
    </span>
  )
}

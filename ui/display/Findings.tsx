import { type Finding, findingLevels } from '#contract/content/finding.ts'
import style from './Findings.module.css'
import { State, StateTag } from './StateTag.tsx'

const levels = {
  refuse: { tone: 'bad', name: '须修改' },
  note: { tone: 'waiting', name: '请留意' },
  hint: { tone: 'ended', name: '提示' },
} as const

/** Findings of the automatic check, the worst first. */
export function Findings({ findings, emptyText }: { findings: readonly Finding[]; emptyText?: string }) {
  if (findings.length === 0) return emptyText ? <StateTag tone="good">{emptyText}</StateTag> : null
  const sorted = findingLevels.flatMap(level => findings.filter(finding => finding.level === level))
  return (
    <ul className={style.findings}>
      {sorted.map(({ code, level, message, fix }) => (
        <li key={code + message}>
          <State tag={levels[level]} />
          <span>
            {message}
            {fix ? <span className={style.fix}>{fix}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}

import type { Finding } from '#contract/content-check.ts'
import style from './Findings.module.css'
import { StateTag } from './StateTag.tsx'

const levels = { refuse: { tone: 'bad', name: '须修改' }, note: { tone: 'waiting', name: '请留意' } } as const

/** What the automatic check found, the worst first. */
export function Findings({ findings, emptyText }: { findings: readonly Finding[]; emptyText?: string }) {
  if (findings.length === 0) return emptyText ? <StateTag tone="good">{emptyText}</StateTag> : null
  const sorted = [...findings].sort((a, b) => Number(a.level === 'note') - Number(b.level === 'note'))
  return (
    <ul className={style.findings}>
      {sorted.map(({ code, level, message }) => (
        <li key={code + message}>
          <StateTag tone={levels[level].tone}>{levels[level].name}</StateTag>
          <span>{message}</span>
        </li>
      ))}
    </ul>
  )
}

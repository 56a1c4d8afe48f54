import type { ReactNode } from 'react'
import type { Finding, FindingLevel } from '#contract/content/finding.ts'
import style from './MarkedText.module.css'

interface Piece {
  text: string
  from: number
  /** The worst finding of this piece. */
  level: FindingLevel | null
  isVariable: boolean
  messages: string[]
}
const weight: Record<FindingLevel, number> = { refuse: 0, note: 1, hint: 2 }

/** Splits a text where a mark or a variable begins or ends. */
export function piecesOf(text: string, findings: readonly Finding[]): Piece[] {
  const spans = findings.flatMap(({ level, message, marks = [] }) => marks.map(mark => ({ ...mark, level, message })))
  const variables = [...text.matchAll(/\$\{[^{}]*\}/g)].map(match => ({ from: match.index, to: match.index + match[0].length }))
  const cuts = [...new Set([0, text.length, ...[...spans, ...variables].flatMap(({ from, to }) => [from, to])])]
    .filter(cut => cut >= 0 && cut <= text.length)
    .sort((a, b) => a - b)
  return cuts.slice(0, -1).map((from, index) => {
    const isIn = (span: { from: number; to: number }) => span.from <= from && from < span.to
    const here = spans.filter(isIn).sort((a, b) => weight[a.level] - weight[b.level])
    return {
      text: text.slice(from, cuts[index + 1]),
      from,
      level: here[0]?.level ?? null,
      isVariable: variables.some(isIn),
      messages: here.map(span => span.message),
    }
  })
}

/** A text with highlighted variables and underlined findings, each with its explanation. */
export function MarkedText({ text, findings = [] }: { text: string; findings?: readonly Finding[] | undefined }) {
  return <span className={style.text}>{piecesOf(text, findings).map(toMark)}</span>
}

function toMark({ text, from, level, isVariable, messages }: Piece): ReactNode {
  if (level === null && !isVariable) return text
  return (
    <mark key={from} data-level={level ?? undefined} data-variable={isVariable || undefined} title={messages.join('\n') || undefined}>
      {text}
    </mark>
  )
}

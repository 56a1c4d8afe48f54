import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react'
import { formatFen, formatHao, formatYuan, haoPerFen } from '#values/money.ts'
import style from './number.module.css'

/**
 * One rule for each kind of place:
 * - the header of the app, and cards whose amounts stand alone: whole fen, cut off, exact on hover;
 * - a table, and a page of finance with its cards: every amount exact and with the same decimals, two where all are
 *   whole fen, else four. Nothing is rounded, so parts add up to their sums and decimal points are aligned.
 */
const InWholeFen = createContext(false)
export const WholeFen = ({ children }: { children: ReactNode }) => <InWholeFen value={true}>{children}</InWholeFen>

interface Group {
  hasParts: boolean
  /** An amount with parts of a fen is in the group, until the returned function is called. */
  join: () => () => void
}
const SameGroup = createContext<Group | null>(null)

/** What is inside shows its amounts exact and with the same decimals. One group inside of another is part of it. */
export function SameDecimals({ children }: { children: ReactNode }) {
  const outer = useContext(SameGroup)
  const [count, setCount] = useState(0)
  const [join] = useState(() => () => {
    setCount(before => before + 1)
    return () => setCount(before => before - 1)
  })
  const hasParts = count > 0
  const own = useMemo(() => ({ hasParts, join }), [hasParts, join])
  return <SameGroup value={outer ?? own}>{children}</SameGroup>
}

/** The text of an amount at its place. */
function useAmount(hao: number): string {
  const group = useContext(SameGroup)
  const isCut = useContext(InWholeFen) && group === null
  const join = hao % haoPerFen === 0 ? undefined : group?.join
  useLayoutEffect(() => join?.(), [join])
  if (isCut) return formatFen(hao)
  return group?.hasParts || hao % haoPerFen !== 0 ? formatHao(hao) : formatYuan(hao)
}

/** A sum that a card shows smaller, so that it stays whole. */
const isLong = (text: string) => text.length > '¥1,234,567.89'.length || undefined

/** ¥1,234.50 from whole 毫. */
export function Money({ hao }: { hao: number }) {
  const exact = formatYuan(hao)
  const text = useAmount(hao)
  return (
    <span className={style.number} data-long={isLong(text)} title={text.length < exact.length ? exact : undefined}>
      {text}
    </span>
  )
}

/** +¥50.00 or -¥50.00: a change of a balance. */
export function MoneyMove({ hao }: { hao: number }) {
  const text = `${hao > 0 ? '+' : ''}${useAmount(hao)}`
  return (
    <span className={style.number} data-long={isLong(text)}>
      {text}
    </span>
  )
}

import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react'
import style from '#ui/theme/number.module.css'
import { decimalsOf, formatFen, formatUnitPrice, formatYuan } from '#values/money.ts'

/**
 * Two decimals, more only where parts of a fen are not zero; nothing is rounded. In a column the places of decimals
 * that an amount lacks stay empty, so that the points are aligned: in a whole table those of the most precise one, in a
 * list the same on all pages (`ListColumn.decimals`). The header of the app, and cards whose amounts stand alone, cut
 * parts of a fen off, exact on hover; pages of finance don't, so that parts add up to their sums.
 */
const InWholeFen = createContext(false)
export const WholeFen = ({ children }: { children: ReactNode }) => <InWholeFen value={true}>{children}</InWholeFen>

const Exact = createContext(false)
export const ExactAmounts = ({ children }: { children: ReactNode }) => <Exact value={true}>{children}</Exact>

interface Precise {
  /** How many amounts of a column have how many decimals, by `columnId/decimals`; those with two are left out. */
  counts: Readonly<Record<string, number>>
  /** An amount is in the table, until the returned function is called. */
  join: (key: string) => () => void
}
const InTable = createContext<Precise | null>(null)
const InColumn = createContext('')

/** Amounts of each column (`MoneyColumn`) have the same decimals. */
export function SameDecimals({ children }: { children: ReactNode }) {
  const [counts, setCounts] = useState<Precise['counts']>({})
  const [join] = useState(() => (key: string) => {
    const add = (more: number) => setCounts(before => ({ ...before, [key]: (before[key] ?? 0) + more }))
    add(1)
    return () => add(-1)
  })
  const precise = useMemo(() => ({ counts, join }), [counts, join])
  return <InTable value={precise}>{children}</InTable>
}
export const MoneyColumn = ({ id, children }: { id: string; children: ReactNode }) => <InColumn value={id}>{children}</InColumn>

const Fixed = createContext(2)
export const FixedDecimals = Fixed.Provider

/** The text of an amount at its place, and how many decimals fewer it has than its column. */
function useAmount(hao: number): { text: string; short: number | undefined } {
  const isExact = useContext(Exact)
  const isCut = useContext(InWholeFen) && !isExact
  const table = useContext(InTable)
  const column = useContext(InColumn)
  const fixed = useContext(Fixed)
  const decimals = decimalsOf(hao)
  const join = table?.join
  useLayoutEffect(() => (decimals > 2 ? join?.(`${column}/${decimals}`) : undefined), [join, column, decimals])
  if (isCut) return { text: formatFen(hao), short: undefined }
  const most = [4, 3].find(count => (table?.counts[`${column}/${count}`] ?? 0) > 0) ?? fixed
  return { text: formatYuan(hao), short: Math.max(0, most - decimals) || undefined }
}

/** A sum that a card shows smaller, so that it stays whole. */
const isLong = (text: string) => text.length > '¥1,234,567.89'.length || undefined

/** ¥1,234.50 from whole 毫. */
export function Money({ hao }: { hao: number }) {
  const exact = formatYuan(hao)
  const { text, short } = useAmount(hao)
  return (
    <span className={style.number} data-short={short} data-long={isLong(text)} title={text.length < exact.length ? exact : undefined}>
      {text}
    </span>
  )
}

/** +¥50.00 or -¥50.00: a change of a balance. */
export function MoneyMove({ hao }: { hao: number }) {
  const { text, short } = useAmount(hao)
  const signed = `${hao > 0 ? '+' : ''}${text}`
  return (
    <span className={style.number} data-short={short} data-long={isLong(signed)}>
      {signed}
    </span>
  )
}

/** ¥0.0400: a price by unit has four decimals everywhere. */
export const UnitPrice = ({ hao }: { hao: number }) => <span className={style.number}>{formatUnitPrice(hao)}</span>

import { createContext, type ReactNode, useContext } from 'react'
import { formatFen, formatHao, formatMove, formatYuan } from '#values/money.ts'
import style from './number.module.css'

/** Headers and cards show sums in whole fen; tables, bills and details show them to the 毫. */
const InWholeFen = createContext(false)
export const WholeFen = ({ children }: { children: ReactNode }) => <InWholeFen value={true}>{children}</InWholeFen>

/** A sum that a card shows smaller, so that it stays whole. */
const isLong = (text: string) => text.length > '¥1,234,567.89'.length || undefined

/** ¥1,234.50 from whole 毫; a third or fourth decimal only where the amount has it, and in headers on hover. */
export function Money({ hao }: { hao: number }) {
  const exact = formatYuan(hao)
  const text = useContext(InWholeFen) ? formatFen(hao) : exact
  return (
    <span className={style.number} data-long={isLong(text)} title={text === exact ? undefined : exact}>
      {text}
    </span>
  )
}

/** +¥50.00 or -¥50.00: a change of a balance. */
export function MoneyMove({ hao }: { hao: number }) {
  const text = formatMove(hao)
  return (
    <span className={style.number} data-long={isLong(text)}>
      {text}
    </span>
  )
}

/** The same, always with four decimals: for columns where some sums have 毫. */
export const ExactMoney = ({ hao }: { hao: number }) => <span className={style.number}>{formatHao(hao)}</span>

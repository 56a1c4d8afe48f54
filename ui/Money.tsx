import { createContext, type ReactNode, useContext } from 'react'
import { formatFen, formatHao, formatMove, formatYuan } from '#values/money.ts'
import style from './number.module.css'

/** In headers and cards sums are told in whole fen; tables, bills and details tell them to the 毫. */
const InWholeFen = createContext(false)
export const WholeFen = ({ children }: { children: ReactNode }) => <InWholeFen value={true}>{children}</InWholeFen>

/** ¥1,234.50 from whole 毫; a third or fourth decimal only where the amount has it, and in headers on hover. */
export function Money({ hao }: { hao: number }) {
  const exact = formatYuan(hao)
  const text = useContext(InWholeFen) ? formatFen(hao) : exact
  return (
    <span className={style.number} title={text === exact ? undefined : exact}>
      {text}
    </span>
  )
}

/** +¥50.00 or -¥50.00: what a balance gained or lost. */
export const MoneyMove = ({ hao }: { hao: number }) => <span className={style.number}>{formatMove(hao)}</span>

/** The same with four decimals always: for columns of which some sums have 毫. */
export const ExactMoney = ({ hao }: { hao: number }) => <span className={style.number}>{formatHao(hao)}</span>

import { formatHao, formatMove, formatYuan } from '#values/money.ts'
import style from './number.module.css'

/** ¥1,234.50 from whole 毫; a third or fourth decimal only where the amount has it. */
export function Money({ hao }: { hao: number }) {
  return <span className={style.number}>{formatYuan(hao)}</span>
}

/** +¥50.00 or -¥50.00: what a balance gained or lost. */
export const MoneyMove = ({ hao }: { hao: number }) => <span className={style.number}>{formatMove(hao)}</span>

/** The same with four decimals always: for columns of which some sums have 毫. */
export const ExactMoney = ({ hao }: { hao: number }) => <span className={style.number}>{formatHao(hao)}</span>

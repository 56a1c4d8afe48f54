import { financeCalls } from '#contract/finance.ts'
import { formatYuan } from '#values/money.ts'
import { useCall } from '../call.ts'
import style from './Home.module.css'

/** The packages on sale and the price of a segment without one, as the platform charges today. */
export function PriceTable() {
  const { data, error, refetch } = useCall(financeCalls.prices, {})
  if (error)
    return (
      <p>
        价格暂时读不到，
        <button type="button" className={style.retry} onClick={() => void refetch()}>
          再试一次
        </button>
      </p>
    )
  if (!data) return <p className={style.loading}>正在读取价格……</p>
  const { code, notice, marketing } = data.unitPrices
  return (
    <>
      <ul className={style.packages}>
        {data.packages.map(one => (
          <li key={one.name}>
            <h3>{one.name}</h3>
            <b>{formatYuan(one.priceHao)}</b>
            <span>
              {formatYuan(Math.round(one.priceHao / one.segmentCount))}/条 · {one.validityDays}天有效
            </span>
          </li>
        ))}
      </ul>
      <p className={style.unit}>
        没有套餐时从余额扣除：验证码 {formatYuan(code)}/条，通知 {formatYuan(notice)}/条，营销 {formatYuan(marketing)}
        /条。行业套餐用于验证码和通知，推广套餐用于营销，通用套餐都可以用。
      </p>
    </>
  )
}

import type { CallAnswerWire } from '#contract/call.ts'
import { financeCalls } from '#contract/orders/finance.ts'
import { useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { formatUnitPrice, formatYuan } from '#values/money.ts'
import style from './Home.module.css'

/** The packages on sale and the price of a segment without one, at the platform's current prices. */
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
  const { otp: code, transactional: notice, marketing } = data.unitPrices
  return (
    <>
      <h3 className={style.kind}>短信</h3>
      <Packages packages={data.packages} unit="条" />
      <p className={style.unit}>
        没有套餐时从余额扣除：验证码 {formatUnitPrice(code)}/条，通知 {formatUnitPrice(notice)}/条，推广 {formatUnitPrice(marketing)}
        /条。行业套餐用于验证码和通知，推广套餐用于推广，通用套餐都可以用。
      </p>
      {data.linkPackages.length > 0 ? (
        <>
          <h3 className={style.kind}>短链接</h3>
          <Packages packages={data.linkPackages} unit="次" />
          <p className={style.unit}>
            创建一个短链接、给一个收件人专属短链、记录一次访问，各用1次；爬虫和预览不计次。次数用完后短链接照常跳转。
          </p>
        </>
      ) : null}
    </>
  )
}

type Priced = CallAnswerWire<typeof financeCalls.prices>['linkPackages'][number]

const Packages = ({ packages, unit }: { packages: readonly Priced[]; unit: '条' | '次' }) => (
  <ul className={style.packages}>
    {packages.map(({ packageId, name, tiers, priceHao, segmentCount, validityDays }) => {
      const lowestHao = tiers?.at(-1)?.unitPriceHao ?? Math.round(priceHao / segmentCount)
      return (
        <li key={packageId}>
          <h4>{name}</h4>
          <b>
            {formatYuan(priceHao)}
            {tiers ? (
              <small>
                {' '}
                / {thousands(segmentCount)}
                {unit}起
              </small>
            ) : null}
          </b>
          <span>
            {tiers ? '低至 ' : ''}
            {formatUnitPrice(lowestHao)}/{unit} · {validityDays}天有效
          </span>
        </li>
      )
    })}
  </ul>
)

import { Panel } from '#ui/display/Panel.tsx'
import { callingCodesOf } from '#values/country.ts'
import { formatUnitPrice } from '#values/money.ts'
import style from './CountryPrices.module.css'
import type { Remaining } from './package.ts'

/** 国际及港澳台单价: where programs of the account may send, and what a segment costs there. */
export const CountryPrices = ({ prices }: { prices: NonNullable<Remaining['countryPrices']> }) => (
  <Panel title="国际及港澳台短信" note="您的程序可以用接口、SMPP或CMPP发往这些国家和地区，号码以+和区号开头；按条从余额扣除，套餐不抵扣。">
    {prices.length === 0 ? <p>还没有开通的国家或地区，请联系客服。</p> : null}
    <ul className={style.prices}>
      {prices.map(({ country, unitPriceHao }) => (
        <li key={country}>
          <span>
            {country} <small>{callingCodesOf(country)}</small>
          </span>
          <span>
            {formatUnitPrice(unitPriceHao)}
            /条
          </span>
        </li>
      ))}
    </ul>
  </Panel>
)

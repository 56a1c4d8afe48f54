import { packageKinds, packageUses } from '#contract/package.ts'
import { formatYuan } from '#values/money.ts'
import { thousands } from '../../../ui/Count.tsx'
import { Field } from '../../../ui/Field.tsx'
import { type Offer, type Prices, withoutPackageHao } from './offer.ts'
import style from './Purchase.module.css'

interface OfferChoiceProps {
  prices: Prices
  chosen: string
  error: string | null
  onChoose: (packageId: string) => void
}

const kinds = ['industry', 'marketing', 'general'] as const

/** The packages on sale as cards, by what they are for; one group of radio buttons, so that arrow keys walk through all of them. */
export function OfferChoice({ prices, chosen, error, onChoose }: OfferChoiceProps) {
  return (
    <Field label="套餐类型与规格" isGroup error={error}>
      {({ 'aria-describedby': describedBy }) =>
        kinds
          .map(kind => [kind, prices.packages.filter(offer => offer.kind === kind)] as const)
          .filter(([, offers]) => offers.length > 0)
          .map(([kind, offers]) => (
            <div key={kind} className={style.group}>
              <h3 className={style.kind}>
                {packageKinds[kind]}套餐 <span className={style.note}>用于{packageUses[kind]}</span>
              </h3>
              <div className={style.offers}>
                {offers.map(offer => (
                  <label key={offer.packageId} className={style.offer}>
                    <input
                      type="radio"
                      name="package"
                      value={offer.packageId}
                      checked={offer.packageId === chosen}
                      aria-describedby={describedBy}
                      onChange={() => onChoose(offer.packageId)}
                    />
                    <OfferFacts offer={offer} prices={prices} />
                  </label>
                ))}
              </div>
            </div>
          ))
      }
    </Field>
  )
}

function OfferFacts({ offer, prices }: { offer: Offer; prices: Prices }) {
  const savedHao = withoutPackageHao(offer, prices.unitPrices) - offer.priceHao
  return (
    <>
      <strong>{offer.name}</strong>
      <b>{formatYuan(offer.priceHao)}</b>
      <span>
        {thousands(offer.segmentCount)} 条 · {unitPriceText(offer)}
      </span>
      <span>
        {offer.validityDays} 天有效{savedHao > 0 ? ` · 比按条付费省 ${formatYuan(savedHao)}` : ''}
      </span>
    </>
  )
}

/** 「¥0.04/条」; 「约」 where the price isn't a whole number of 毫 a segment. */
export function unitPriceText({ priceHao, segmentCount }: Pick<Offer, 'priceHao' | 'segmentCount'>): string {
  return `${priceHao % segmentCount === 0 ? '' : '约 '}${formatYuan(Math.round(priceHao / segmentCount))}/条`
}

import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { formatChinaTime } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { formatUnitPrice, formatYuan } from '#values/money.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import style from './Purchase.module.css'
import type { Offer, Product } from './product.ts'

interface OfferChoiceProps {
  product: Product
  chosen: string
  error: string | null
  onChoose: (packageId: string) => void
}

/** The packages on sale as cards by purpose; one group of radio buttons, so that arrow keys reach all of them. */
export function OfferChoice({ product, chosen, error, onChoose }: OfferChoiceProps) {
  return (
    <Field label="套餐类型与规格" isGroup error={error}>
      {({ 'aria-describedby': describedBy }) =>
        product.groups
          .filter(({ offers }) => offers.length > 0)
          .map(({ name, use, offers }) => (
            <div key={name} className={style.group}>
              <h3 className={style.kind}>
                {name}套餐 <span className={style.note}>用于{use}</span>
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
                    <OfferFacts offer={offer} product={product} />
                  </label>
                ))}
              </div>
            </div>
          ))
      }
    </Field>
  )
}

function OfferFacts({ offer, product }: { offer: Offer; product: Product }) {
  if (offer.tiers) return <CustomFacts offer={offer} tiers={offer.tiers} unit={product.unit} />
  const savedHao = (product.singleHao?.(offer) ?? 0) * offer.segmentCount - offer.priceHao
  return (
    <>
      <strong>{offer.name}</strong>
      <b>
        {formatYuan(offer.priceHao)}
        {offer.listPriceHao > offer.priceHao ? <s>{formatYuan(offer.listPriceHao)}</s> : null}
      </b>
      <span>
        {thousands(offer.segmentCount)} {product.unit} · {unitPriceText(offer.priceHao, offer.segmentCount, product.unit)}
      </span>
      <span>
        {offer.validityDays} 天有效{savedHao > 0 ? ` · 比按条付费省 ${formatYuan(savedHao)}` : ''}
      </span>
      <SaleTerms offer={offer} />
    </>
  )
}

/** A package of free size. */
const CustomFacts = ({ offer, tiers, unit }: { offer: Offer; tiers: NonNullable<Offer['tiers']>; unit: Product['unit'] }) => (
  <>
    <strong>{offer.name}</strong>
    <b>
      {formatUnitPrice(lastOrThrow(tiers).unitPriceHao)}
      {tiers.length > 1 ? `–${formatUnitPrice(firstOrThrow(tiers).unitPriceHao).slice(1)}` : ''}
      <small>/{unit}</small>
    </b>
    <span>
      {thousands(limits.customCountStep)} {unit}起，买得越多单价越低
    </span>
    <span>{offer.validityDays} 天有效</span>
    <SaleTerms offer={offer} />
  </>
)

function SaleTerms({ offer: { limitPerAccount, saleUntil } }: { offer: Offer }) {
  const terms = [
    limitPerAccount !== null && `每个账户限购 ${limitPerAccount} 份`,
    saleUntil !== null && `售至 ${formatChinaTime(new Date(saleUntil)).slice(0, 16)}`,
  ].filter(Boolean)
  return terms.length > 0 ? <span>{terms.join(' · ')}</span> : null
}

/** 「¥0.0400/条」; 「约」 where the price isn't a whole number of 毫. */
export function unitPriceText(hao: number, count: number, unit: string): string {
  return `${hao % count === 0 ? '' : '约 '}${formatUnitPrice(Math.round(hao / count))}/${unit}`
}

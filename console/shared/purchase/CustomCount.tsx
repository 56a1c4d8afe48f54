import { InputNumber } from 'antd'
import { type CountTier, countTierOf } from '#contract/orders/custom-count.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { formatUnitPrice } from '#values/money.ts'
import style from './Purchase.module.css'

interface CustomCountProps {
  unit: '条' | '次'
  tiers: readonly CountTier[]
  count: number | null
  /** Of the whole purchase, which decides the tier; null while it isn't known. */
  chosenCount: number | null
  error: string | null
  onChange: (count: number | null) => void
}

/** 自定义条数 with the price tiers: the current one is marked. */
export function CustomCount({ unit, tiers, count, chosenCount, error, onChange }: CustomCountProps) {
  const tier = chosenCount === null ? null : countTierOf(tiers, chosenCount)
  const step = thousands(limits.customCountStep)
  return (
    <div className={`${layout.above16} ${layout.below16}`}>
      <Field label={unit === '条' ? '自定义条数' : '自定义次数'} id="customCount" error={error} hint={`${step}${unit}起，按${step}递增`}>
        {({ status, ...control }) => (
          <InputNumber<number>
            {...control}
            status={status}
            value={count}
            step={limits.customCountStep}
            precision={0}
            suffix={unit}
            style={{ width: 200 }}
            formatter={value => (value === undefined ? '' : thousands(Number(value)))}
            parser={text => Number((text ?? '').replaceAll(',', ''))}
            onChange={onChange}
          />
        )}
      </Field>
      <ul className={style.tiers} aria-label="档位价">
        {tiers.map(one => (
          <li key={one.from} data-chosen={one.from === tier?.from || undefined}>
            {thousands(one.from)}
            {unit}起 {formatUnitPrice(one.unitPriceHao)}/{unit}
          </li>
        ))}
      </ul>
    </div>
  )
}

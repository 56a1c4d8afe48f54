import { Button, Form, Input, InputNumber } from 'antd'
import style from '#admin/ui/Tables.module.css'
import { tierError, unitPriceRule } from '#contract/orders/admin-package.ts'
import { type CountTier, customCountRule } from '#contract/orders/custom-count.ts'
import { type SaleKind, saleUnit } from '#contract/orders/package.ts'
import { thousands } from '#ui/display/Count.tsx'
import { zodRule } from '#ui/form/form-rules.ts'
import { limits } from '#values/limits.ts'
import { yuanText } from './package.ts'

/** A tier in the form. */
export interface TierValues {
  from: number
  unitPrice: string
}

export const firstTiers: TierValues[] = [{ from: limits.customCountStep, unitPrice: '' }]
export const tierValuesOf = (tiers: readonly CountTier[]): TierValues[] =>
  tiers.map(({ from, unitPriceHao }) => ({ from, unitPrice: yuanText(unitPriceHao) }))

async function checkTiers(_: unknown, tiers: Partial<TierValues>[]): Promise<void> {
  const isWhole = (tier: Partial<TierValues>): tier is TierValues => Boolean(tier.from && tier.unitPrice)
  // A missing value is shown at its own field.
  const error = tiers.every(isWhole) ? tierError(tiers) : null
  if (error) throw new Error(error)
}

/** 档位价: price tiers by quantity. */
export const TierFields = ({ kind }: { kind: SaleKind }) => (
  <Form.List name="tiers" rules={[{ validator: checkTiers }]}>
    {(fields, { add, remove }, { errors }) => (
      // biome-ignore lint/a11y/useSemanticElements: antd styles the legend of a fieldset.
      <div role="group" aria-label="档位价" className={style.tiers}>
        <p>档位价</p>
        <p className={style.text}>
          客户按{thousands(limits.customCountStep)}递增自选数量，一次购买的总数落在哪一档，全部按那一档的单价计。
        </p>
        {fields.map(({ key, name }, index) => (
          <div key={key} className={style.tier}>
            <Form.Item name={[name, 'from']} label={`第${index + 1}档起始数量`} rules={[zodRule(customCountRule)]}>
              <InputNumber<number>
                disabled={index === 0}
                step={limits.customCountStep}
                precision={0}
                suffix={`${saleUnit(kind)}起`}
                style={{ width: '100%' }}
                formatter={value => (value ? thousands(Number(value)) : '')}
              />
            </Form.Item>
            <Form.Item name={[name, 'unitPrice']} label={`第${index + 1}档单价`} rules={[zodRule(unitPriceRule)]}>
              <Input prefix="¥" inputMode="decimal" suffix={`/${saleUnit(kind)}`} />
            </Form.Item>
            {index > 0 ? (
              <Button type="link" danger aria-label={`删除第${index + 1}档`} onClick={() => remove(name)}>
                删除
              </Button>
            ) : null}
          </div>
        ))}
        <Form.ErrorList errors={errors} />
        {fields.length < limits.countTiers ? (
          <Button type="dashed" block onClick={() => add({ from: undefined, unitPrice: '' })}>
            添加一档
          </Button>
        ) : null}
      </div>
    )}
  </Form.List>
)

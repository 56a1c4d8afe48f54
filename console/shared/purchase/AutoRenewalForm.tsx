import { Form, Input, InputNumber, Select } from 'antd'
import type { CallAnswerWire } from '#contract/call.ts'
import { type SaleKind, saleKinds, saleUnit } from '#contract/orders/package.ts'
import { rebuyCalls, rebuyThresholdRule } from '#contract/orders/rebuy.ts'
import { amountRule, packageRule } from '#contract/rules.ts'
import { thousands } from '#ui/display/Count.tsx'
import { yuanText } from '#ui/form/amount-field.ts'
import { FormDrawer } from '#ui/form/FormDrawer.tsx'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'

type Answer = CallAnswerWire<typeof rebuyCalls.list>

interface Fields {
  packageId: string | undefined
  thresholdCount: number | null
  monthCap: string
}

interface RebuyFormProps {
  kind: SaleKind
  rule: Answer['rules'][number] | null
  /** On sale, of this kind. */
  offers: Answer['offers']
  onClose: () => void
}

/** Automatic renewal of a kind: package, threshold, and monthly cap. */
export function AutoRenewalForm({ kind, rule, offers, onClose }: RebuyFormProps) {
  const save = useDialogAct(rebuyCalls.save, { invalidates: [rebuyCalls.list], done: '自动续购已保存，马上生效', onClose })
  const unit = saleUnit(kind)
  const known = offers.find(offer => offer.packageId === rule?.packageId)
  const submit = ({ packageId, thresholdCount, monthCap }: Fields) => {
    const offer = firstOrThrow(offers.filter(one => one.packageId === packageId))
    save.mutate({ packageId: offer.packageId, expectedHao: offer.priceHao, thresholdCount: thresholdCount!, monthCap: monthCap.trim() })
  }
  return (
    <FormDrawer<Fields>
      title={`${saleKinds[kind]}套餐自动续购`}
      save={save}
      first={{ packageId: known?.packageId, thresholdCount: rule?.thresholdCount ?? null, monthCap: yuanText(rule?.monthCapHao) }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="packageId"
        label="购买哪个套餐"
        extra={rule && !known ? `原来的“${rule.name}”已下架，请另选一个` : '按现在的价格购买；以后变价会先请您确认'}
        rules={[zodRule(packageRule)]}
      >
        <Select
          placeholder="请选择套餐"
          options={offers.map(offer => ({
            value: offer.packageId,
            label: `${offer.name}，${thousands(offer.segmentCount)}${unit}，${formatYuan(offer.priceHao)}`,
          }))}
        />
      </Form.Item>
      <Form.Item
        name="thresholdCount"
        label={`余量低于多少${unit}时购买`}
        extra={`可用的${saleKinds[kind]}套餐合计，不含冻结的；每15秒检查一次，一次购买一份`}
        rules={[zodRule(rebuyThresholdRule)]}
      >
        <InputNumber style={{ width: '100%' }} precision={0} />
      </Form.Item>
      <Form.Item
        name="monthCap"
        label="每月最多自动购买（元）"
        extra="每月1日0点（北京时间）重新计算；不低于套餐价格"
        rules={[zodRule(amountRule)]}
      >
        <Input inputMode="decimal" prefix="¥" autoComplete="off" />
      </Form.Item>
    </FormDrawer>
  )
}

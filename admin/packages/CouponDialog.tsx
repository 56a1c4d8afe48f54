import { Form, Input, InputNumber, Radio, Select } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminCouponCalls, type CouponKind } from '#contract/orders/admin-coupon.ts'
import { adminPackageCalls } from '#contract/orders/admin-package.ts'
import { couponApprovalReason } from '#contract/orders/price-guard.ts'
import { useCall } from '#ui/call.ts'
import { FormDayInput } from '#ui/form/FormDayInput.tsx'
import { zodRule } from '#ui/form/form-rules.ts'
import { optionsOf } from '#ui/form/options.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { parseYuan } from '#values/money.ts'
import { couponKindNames } from '../ui/labels/orders.ts'
import { Doubt, waits } from './Doubt.tsx'
import { couponAnswers } from './package.ts'

interface Values {
  code: string
  name: string
  kind: CouponKind
  off?: string
  minimum: string
  startsAt: string
  endsAt: string
  totalLimit?: number | null
  accountLimit?: number | null
  packageIds?: string[]
  reason: string
}

const { shape } = adminCouponCalls.create.input
const momentOf = (text: string) => new Date(`${text}:00+08:00`).toISOString()
const timeRule = { required: true, pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, message: '请选择时间' }

function doubtOf({ kind, off, minimum }: Partial<Values>): string | null {
  const minimumHao = parseYuan(minimum ?? '')
  const offValue = kind === 'percent' ? Number(off) : parseYuan(off ?? '')
  return kind && offValue && minimumHao ? couponApprovalReason({ kind, off: offValue, minimumHao }) : null
}

/** 新建 a coupon; its terms never change, since customers know them. */
export function CouponDialog({ onClose }: { onClose: () => void }) {
  const act = useDialogAct(adminCouponCalls.create, {
    invalidates: couponAnswers,
    done: ({ state }) => (state === 'approving' ? waits : '优惠码已新建'),
    onClose,
  })
  return (
    <ActForm<Values>
      title="新建优惠码"
      okText="新建"
      consequence="新建后内容不能修改，只能停用。客户从开始时间起可以使用。"
      reasonHint="记入操作记录，例如活动的名称和批准人。"
      act={act}
      first={{ kind: 'amount', accountLimit: 1, packageIds: [] }}
      width={600}
      onSubmit={({ off, startsAt, endsAt, totalLimit, accountLimit, packageIds, ...values }) =>
        act.mutate({
          ...values,
          off: off ?? '',
          startsAt: momentOf(startsAt),
          endsAt: momentOf(endsAt),
          totalLimit: totalLimit ?? null,
          accountLimit: accountLimit ?? null,
          packageIds: packageIds ?? [],
        })
      }
      onClose={onClose}
    >
      <div className={style.pair}>
        <Form.Item name="code" label="优惠码" extra="4-20位字母和数字，不分大小写。" rules={[zodRule(shape.code)]}>
          <Input maxLength={20} autoComplete="off" />
        </Form.Item>
        <Form.Item name="name" label="名称" extra="客户会看到。" rules={[zodRule(shape.name)]}>
          <Input />
        </Form.Item>
      </div>
      <Form.Item name="kind" label="优惠方式">
        <Radio.Group optionType="button" options={optionsOf(couponKindNames)} />
      </Form.Item>
      <div className={style.pair}>
        <Form.Item noStyle dependencies={['kind']}>
          {({ getFieldValue }) => (
            <Form.Item name="off" label="优惠" rules={[{ required: true, message: '请填写优惠' }]}>
              <Input inputMode="decimal" {...(getFieldValue('kind') === 'amount' ? { prefix: '¥' } : { suffix: '%' })} />
            </Form.Item>
          )}
        </Form.Item>
        <Form.Item name="minimum" label="最低消费" extra="套餐优惠后、用优惠码前的金额。" rules={[zodRule(shape.minimum)]}>
          <Input prefix="¥" inputMode="decimal" />
        </Form.Item>
      </div>
      <Form.Item noStyle dependencies={['kind', 'off', 'minimum']}>
        {({ getFieldsValue }) => <Doubt text={doubtOf(getFieldsValue(true) as Partial<Values>)} />}
      </Form.Item>
      <div className={style.pair}>
        <Form.Item name="startsAt" label="开始时间" extra="北京时间" rules={[timeRule]}>
          <FormDayInput hasTime />
        </Form.Item>
        <Form.Item name="endsAt" label="结束时间" extra="北京时间" rules={[timeRule]}>
          <FormDayInput hasTime />
        </Form.Item>
      </div>
      <div className={style.pair}>
        <Form.Item name="totalLimit" label="总次数（不填不限）">
          <InputNumber<number> precision={0} min={1} max={limits.couponUses} suffix="次" style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="accountLimit" label="每个账户次数（不填不限）">
          <InputNumber<number> precision={0} min={1} max={limits.couponUses} suffix="次" style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <PackageField />
    </ActForm>
  )
}

function PackageField() {
  const packages = useCall(adminPackageCalls.list, {}).data?.rows ?? []
  return (
    <Form.Item name="packageIds" label="适用的套餐（不选为全部）">
      <Select
        mode="multiple"
        optionFilterProp="label"
        placeholder="全部套餐"
        options={packages.map(({ packageId, name }) => ({ value: packageId, label: `${packageId} ${name}` }))}
      />
    </Form.Item>
  )
}

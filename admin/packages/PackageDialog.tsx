import { App, Form, Input, InputNumber, Radio } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { Beginning, momentOf } from '#admin/ui/Beginning.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminPackageCalls, packageCountRule } from '#contract/orders/admin-package.ts'
import { type SaleKind, saleKinds, saleUnit } from '#contract/orders/package.ts'
import { priceApprovalReason } from '#contract/orders/price-guard.ts'
import { amountRule } from '#contract/rules.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { FormDayInput } from '#ui/form/FormDayInput.tsx'
import { zodRule } from '#ui/form/form-rules.ts'
import { optionsOf } from '#ui/form/options.ts'
import { saleUses } from '#ui/labels/orders.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { pairsOf } from '#values/keys.ts'
import { formatUnitPrice, parseYuan } from '#values/money.ts'
import { Doubt, waits } from './Doubt.tsx'
import { type Measures, type Package, packageAnswers, yuanText } from './package.ts'
import { firstTiers, TierFields, type TierValues, tierValuesOf } from './TierFields.tsx'

interface Values {
  packageId: string
  name: string
  kind: Package['kind']
  /** Whether the buyer chooses the size, instead of the package. */
  isCustom: boolean
  segmentCount?: number
  price?: string
  tiers?: TierValues[]
  listPrice?: string
  validityDays: number
  limitPerAccount?: number | null
  saleFrom?: string
  saleUntil?: string
  isLater?: boolean
  startsAt?: string
  reason: string
}

const { shape } = adminPackageCalls.create.input

/** Value of a field for a time in China. */
const fieldOf = (iso: string | null) => (iso ? formatChinaTime(new Date(iso)).slice(0, 16).replace(' ', 'T') : '')

/** 新建 a package, or 发布新版本: existing orders keep their version. */
export function PackageDialog({ row, measures, onClose }: { row: Package | null; measures: Measures; onClose: () => void }) {
  const { message } = App.useApp()
  const done = (text: string) => {
    void message.success(text)
    onClose()
  }
  const create = useAct(adminPackageCalls.create, {
    invalidates: packageAnswers,
    onDone: ({ state }, { name }) => done(state === 'approving' ? waits : `套餐“${name}”已上架`),
  })
  const change = useAct(adminPackageCalls.change, {
    invalidates: packageAnswers,
    onDone: ({ state }, { name, startsAt }) =>
      done(state === 'approving' ? waits : startsAt ? `套餐“${name}”的新版本将按时生效` : `套餐“${name}”的新版本已生效`),
  })
  return (
    <ActForm<Values>
      title={row ? `修改套餐 ${row.packageId}（现为第 ${row.version} 版）` : '新建套餐'}
      okText={row ? '发布新版本' : '新建并上架'}
      consequence={
        row ? '修改会成为新的版本；已下的订单保持原来的内容和价格，尚未支付的订单须重新下单。' : '新建后立即上架，客户马上可以购买。'
      }
      reasonHint="记入操作记录。"
      act={row ? change : create}
      first={row ? firstOf(row) : { kind: 'general', isCustom: false, tiers: firstTiers, validityDays: 365 }}
      width={600}
      onSubmit={values => {
        const facts = {
          packageId: row?.packageId ?? values.packageId,
          name: values.name,
          ...(values.isCustom
            ? { segmentCount: null, price: null, listPrice: null, tiers: values.tiers! }
            : { segmentCount: values.segmentCount!, price: values.price!, listPrice: values.listPrice || null, tiers: null }),
          validityDays: values.validityDays,
          limitPerAccount: values.limitPerAccount ?? null,
          saleFrom: momentOf(values.saleFrom),
          saleUntil: momentOf(values.saleUntil),
          reason: values.reason,
        }
        if (row) change.mutate({ ...facts, startsAt: values.isLater ? momentOf(values.startsAt) : null })
        else create.mutate({ ...facts, kind: values.kind })
      }}
      onClose={onClose}
    >
      {row ? null : <Naming />}
      <Form.Item name="name" label="套餐名称" rules={[zodRule(shape.name)]}>
        <Input />
      </Form.Item>
      <Size row={row} />
      <Form.Item noStyle shouldUpdate>
        {({ getFieldsValue }) => <Doubt text={doubtOf(getFieldsValue(true) as Partial<Values>, row?.kind, measures)} />}
      </Form.Item>
      <Terms />
      {row ? <Beginning /> : null}
    </ActForm>
  )
}

/** Why the typed price needs two people. */
function doubtOf(values: Partial<Values>, kind: SaleKind | undefined, measures: Measures): string | null {
  const of = kind ?? values.kind
  if (!of) return null
  const { isCustom, price, segmentCount, tiers } = values
  const whole = price && segmentCount ? (parseYuan(price) ?? 0) / segmentCount : 0
  const each = isCustom ? Math.min(...(tiers ?? []).map(tier => parseYuan(tier?.unitPrice ?? '') ?? Number.POSITIVE_INFINITY)) : whole
  return each > 0 && Number.isFinite(each) ? priceApprovalReason(each, measures[of], true) : null
}

const firstOf = (row: Package): Partial<Values> => ({
  name: row.name,
  isCustom: row.tiers !== null,
  ...(row.tiers ? { tiers: tierValuesOf(row.tiers) } : { segmentCount: row.segmentCount, price: yuanText(row.priceHao) }),
  listPrice: row.listPriceHao > row.priceHao ? yuanText(row.listPriceHao) : '',
  validityDays: row.validityDays,
  limitPerAccount: row.limitPerAccount,
  saleFrom: fieldOf(row.saleFrom),
  saleUntil: fieldOf(row.saleUntil),
  isLater: false,
})

const Naming = () => (
  <>
    <Form.Item name="packageId" label="套餐编号" extra="只能是数字，最多9位，以后不能修改。" rules={[zodRule(shape.packageId)]}>
      <Input inputMode="numeric" maxLength={9} />
    </Form.Item>
    <Form.Item
      name="kind"
      label="类型"
      extra={`${pairsOf(saleKinds)
        .map(([kind, name]) => `${name}：${saleUses[kind]}`)
        .join('；')}。以后不能修改。`}
    >
      <Radio.Group optionType="button" options={optionsOf(saleKinds)} />
    </Form.Item>
  </>
)

/** Size and price; whether the size is free is set only at creation. */
const Size = ({ row }: { row: Package | null }) => (
  <>
    <Form.Item name="isCustom" label="规格" hidden={row !== null} extra="以后不能修改。">
      <Radio.Group
        options={[
          { value: false, label: '固定' },
          { value: true, label: '客户自定义' },
        ]}
      />
    </Form.Item>
    <Form.Item noStyle dependencies={['isCustom', 'kind']}>
      {({ getFieldValue }) => {
        const kind = row?.kind ?? getFieldValue('kind')
        return getFieldValue('isCustom') ? <TierFields kind={kind} /> : <FixedSize kind={kind} />
      }}
    </Form.Item>
  </>
)

const FixedSize = ({ kind }: { kind: SaleKind }) => (
  <>
    <Form.Item name="segmentCount" label="数量" rules={[zodRule(packageCountRule)]}>
      <InputNumber<number>
        precision={0}
        suffix={saleUnit(kind)}
        style={{ width: '100%' }}
        formatter={value => (value ? thousands(Number(value)) : '')}
      />
    </Form.Item>
    <div className={style.pair}>
      <Form.Item name="price" label="售价" rules={[zodRule(amountRule)]}>
        <Input prefix="¥" inputMode="decimal" />
      </Form.Item>
      <Form.Item name="listPrice" label="原价（选填）" extra="高于售价时，客户看到划线价和优惠。">
        <Input prefix="¥" inputMode="decimal" />
      </Form.Item>
    </div>
    <Form.Item noStyle dependencies={['price', 'segmentCount']}>
      {({ getFieldValue }) => <Each kind={kind} price={getFieldValue('price')} segmentCount={getFieldValue('segmentCount')} />}
    </Form.Item>
  </>
)

const Terms = () => (
  <>
    <div className={style.pair}>
      <Form.Item name="validityDays" label="有效期" rules={[zodRule(shape.validityDays)]}>
        <InputNumber<number> precision={0} suffix="天" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="limitPerAccount" label="每个账户限购（选填）">
        <InputNumber<number> precision={0} min={1} max={999} suffix="份" style={{ width: '100%' }} />
      </Form.Item>
    </div>
    <div className={style.pair}>
      <Form.Item name="saleFrom" label="开售时间（选填）" extra="北京时间">
        <FormDayInput hasTime />
      </Form.Item>
      <Form.Item name="saleUntil" label="停售时间（选填）" extra="北京时间">
        <FormDayInput hasTime />
      </Form.Item>
    </div>
  </>
)

function Each({ kind, price, segmentCount }: { kind: SaleKind; price: string | undefined; segmentCount: number | undefined }) {
  const hao = price ? parseYuan(price) : null
  if (!hao || !segmentCount) return null
  return (
    <p className={style.text}>
      每{saleUnit(kind)}约 {formatUnitPrice(Math.round(hao / segmentCount))}
    </p>
  )
}

import { App, Form, Input, InputNumber, Radio } from 'antd'
import { useAct } from '#console/call.ts'
import { thousands } from '#console/ui/Count.tsx'
import { zodRule } from '#console/ui/form-rules.ts'
import { operatorPackageCalls } from '#contract/operator-package.ts'
import { packageKinds, packageUses } from '#contract/package.ts'
import { formatYuan, parseYuan } from '#values/money.ts'
import { ActForm } from '../ui/ActForm.tsx'
import style from '../ui/Tables.module.css'
import { type Package, packageAnswers, yuanText } from './package.ts'

interface Values {
  packageId: string
  name: string
  kind: Package['kind']
  segmentCount: number
  price: string
  validityDays: number
  reason: string
}

const { shape } = operatorPackageCalls.create.input

/** 新建 and 修改套餐; of one that was bought the name alone. */
export function PackageDialog({ row, onClose }: { row: Package | null; onClose: () => void }) {
  const { message } = App.useApp()
  const done = (text: string) => {
    void message.success(text)
    onClose()
  }
  const create = useAct(operatorPackageCalls.create, {
    invalidates: packageAnswers,
    onDone: (_, { name }) => done(`套餐“${name}”已上架`),
  })
  const change = useAct(operatorPackageCalls.change, {
    invalidates: packageAnswers,
    onDone: (_, { name }) => done(`套餐“${name}”已修改`),
  })
  const isSold = row !== null && row.soldCount > 0
  const first = row ? { ...row, price: yuanText(row.priceHao) } : { kind: 'general' as const, validityDays: 365 }
  return (
    <ActForm<Values>
      title={row ? `修改套餐 ${row.packageId}` : '新建套餐'}
      okText={row ? '保存' : '新建并上架'}
      consequence={consequenceOf(row, isSold)}
      reasonHint="记入操作记录。"
      act={row ? change : create}
      first={first}
      onSubmit={values => {
        const facts = row && isSold ? { ...values, ...first } : values
        const input = {
          packageId: row?.packageId ?? values.packageId,
          name: values.name,
          kind: facts.kind,
          segmentCount: facts.segmentCount!,
          price: facts.price!,
          validityDays: facts.validityDays,
          reason: values.reason,
        }
        if (row) change.mutate(input)
        else create.mutate(input)
      }}
      onClose={onClose}
    >
      {row ? null : (
        <Form.Item name="packageId" label="套餐编号" extra="只能是数字，最多9位，以后不能修改。" rules={[zodRule(shape.packageId)]}>
          <Input inputMode="numeric" maxLength={9} />
        </Form.Item>
      )}
      <Form.Item name="name" label="套餐名称" rules={[zodRule(shape.name)]}>
        <Input />
      </Form.Item>
      {isSold ? null : <Facets />}
    </ActForm>
  )
}

function consequenceOf(row: Package | null, isSold: boolean): string {
  if (row === null) return '新建后立即上架，客户马上可以购买。'
  return isSold ? `已售 ${row.soldCount} 份，只能修改名称；已购买的不受影响。` : '还没有客户购买，可以修改全部内容。'
}

const Facets = () => (
  <>
    <Form.Item
      name="kind"
      label="类型"
      extra={Object.entries(packageKinds)
        .map(([kind, name]) => `${name}：${packageUses[kind as Package['kind']]}`)
        .join('；')}
    >
      <Radio.Group optionType="button" options={Object.entries(packageKinds).map(([value, label]) => ({ value, label }))} />
    </Form.Item>
    <div className={style.pair}>
      <Form.Item name="segmentCount" label="条数" rules={[zodRule(shape.segmentCount)]}>
        <InputNumber<number>
          precision={0}
          suffix="条"
          style={{ width: '100%' }}
          formatter={value => (value ? thousands(Number(value)) : '')}
        />
      </Form.Item>
      <Form.Item name="validityDays" label="有效期" rules={[zodRule(shape.validityDays)]}>
        <InputNumber<number> precision={0} suffix="天" style={{ width: '100%' }} />
      </Form.Item>
    </div>
    <Form.Item name="price" label="价格" rules={[zodRule(shape.price)]}>
      <Input prefix="¥" inputMode="decimal" />
    </Form.Item>
    <Form.Item noStyle dependencies={['price', 'segmentCount']}>
      {({ getFieldValue }) => <Each price={getFieldValue('price')} segmentCount={getFieldValue('segmentCount')} />}
    </Form.Item>
  </>
)

function Each({ price, segmentCount }: { price: string | undefined; segmentCount: number | undefined }) {
  const hao = price ? parseYuan(price) : null
  if (!hao || !segmentCount) return null
  return <p className={style.text}>每条约 {formatYuan(Math.round(hao / segmentCount))}</p>
}

import { Form, Select } from 'antd'
import { type Channel, channelAnswers, type Kind, kindNames, kinds, type Route, routeTitle } from '#admin/channels/channel.ts'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { CustomerPicker } from '#admin/ui/CustomerPicker.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminRouteCalls } from '#contract/messages/admin-channel.ts'
import type { PreferenceKind } from '#contract/messages/route-preference.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { countries } from '#values/country.ts'
import { type Carrier, carrierNames, carriers } from '#values/phone.ts'
import { pick } from '#values/pick.ts'
import { provinces } from '#values/province.ts'
import { OrderField } from './OrderField.tsx'
import { choiceOf, PreferenceFields, preferenceOf } from './PreferenceFields.tsx'
import type { AskedRoute } from './route.ts'

interface Values {
  kind: Kind
  carrier: Carrier
  /** Of numbers abroad their country. */
  province?: string
  accountId?: string
  channelIds: string[]
  by: PreferenceKind
  /** By channel, in percent. */
  shares?: Record<string, number | null>
  leastRate?: number | null
  /** 元. */
  mostCost?: number | null
  reason: string
}

interface RouteDialogProps {
  asked: AskedRoute
  routes: readonly Route[]
  channels: readonly Channel[]
  onClose: () => void
}

const required = { required: true, message: '请选择' }

/** 设置路由: the channels of one kind and carrier and how to choose; optionally for a province or a customer. */
export function RouteDialog({ asked, routes, channels, onClose }: RouteDialogProps) {
  const act = useDialogAct(adminRouteCalls.set, { invalidates: channelAnswers, done: '路由已保存，新的短信立即按它发送', onClose })
  const isNew = asked.routeId === null && !asked.isGeneral
  const submit = ({ kind = asked.kind!, carrier = asked.carrier!, province, accountId, channelIds, reason, ...choice }: Values) => {
    const place = isNew
      ? { kind, carrier, province: province ?? null, accountId: accountId ?? null }
      : { kind: asked.kind!, carrier: asked.carrier!, province: asked.province, accountId: asked.accountId }
    const known = routes.find(
      one =>
        one.kind === place.kind && one.carrier === place.carrier && one.province === place.province && one.accountId === place.accountId,
    )
    const seen = isNew ? known : asked.routeId ? asked : undefined
    act.mutate({
      ...place,
      channelIds,
      preference: preferenceOf(channelIds, choice),
      seen: seen ? pick(seen, 'channelIds', 'preference') : null,
      reason,
    })
  }
  return (
    <ActForm<Values>
      title={isNew ? '新建路由' : `设置路由：${routeTitle(asked)}`}
      okText="保存"
      consequence="修改用于新的短信，已经在排队的不改道；通道断开、撤量或停用时由其他的接替。"
      reasonHint="记入操作记录，其他运营人员会看到。"
      act={act}
      first={{
        channelIds: asked.channelIds,
        ...choiceOf(asked),
        ...(asked.kind ? { kind: asked.kind } : {}),
        ...(asked.carrier ? { carrier: asked.carrier } : {}),
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      {isNew ? <Place /> : null}
      <Form.Item noStyle dependencies={['kind', 'carrier']}>
        {({ getFieldValue }) => {
          const kind = (getFieldValue('kind') ?? asked.kind) as Kind | null
          const carrier = (getFieldValue('carrier') ?? asked.carrier) as Carrier | null
          const fitting = channels.filter(one => kind && carrier && one.kinds.includes(kind) && one.carriers.includes(carrier))
          return (
            <Form.Item
              name="channelIds"
              label="通道"
              extra={kind && carrier ? '只列出支持该类型和运营商的通道。' : '先选择类型和运营商。'}
              rules={[{ required: true, type: 'array', min: 1, message: '至少选择一个通道' }]}
            >
              <OrderField channels={channels} fitting={fitting} />
            </Form.Item>
          )
        }}
      </Form.Item>
      <PreferenceFields channels={channels} />
    </ActForm>
  )
}

const Place = () => (
  <>
    <div className={style.pair}>
      <Form.Item name="kind" label="短信类型" rules={[required]}>
        <Select options={kinds.map(value => ({ value, label: kindNames[value] }))} />
      </Form.Item>
      <Form.Item name="carrier" label="运营商" rules={[required]}>
        <Select options={carriers.map(value => ({ value, label: carrierNames[value] }))} />
      </Form.Item>
    </div>
    <Form.Item name="accountId" label="客户" extra="不选：全部客户。">
      <CustomerPicker />
    </Form.Item>
    <RegionField />
  </>
)

/** The province of numbers in the mainland, the country of others. */
function RegionField() {
  const form = Form.useFormInstance()
  const isAbroad = Form.useWatch('carrier', form) === 'abroad'
  return (
    <Form.Item
      name="province"
      label={isAbroad ? '国家或地区' : '省份'}
      extra={isAbroad ? '不选：全部。按号码的区号。' : '不选：全国。按号码归属的省份，携号转网不改变省份。'}
      dependencies={['accountId', 'carrier']}
      rules={[
        ({ getFieldValue }) => ({
          validator: (_, value) =>
            value || getFieldValue('accountId')
              ? Promise.resolve()
              : Promise.reject(
                  new Error(
                    isAbroad ? '请选择客户或国家、地区；其余在通用路由中设置' : '请选择客户或省份；全部客户、全国的在通用路由中设置',
                  ),
                ),
        }),
      ]}
    >
      <Select allowClear showSearch options={(isAbroad ? countries : provinces).map(value => ({ value, label: value }))} />
    </Form.Item>
  )
}

import { App, Checkbox, Form, Input, InputNumber } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminChannelCalls, channelFacts } from '#contract/messages/admin-channel.ts'
import type { ChannelSettings } from '#contract/messages/channel-settings.ts'
import { hostAndPort } from '#contract/messages/http-channel.ts'
import { useAct } from '#ui/call.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { type Carrier, carrierNames, carriers } from '#values/phone.ts'
import { type Channel, channelAnswers, type Kind, kindNames, kinds } from './channel.ts'
import { AccountFields, ProtocolField, SettingsFields, useProtocol, usualOf } from './ProtocolFields.tsx'
import { usualSmpp } from './SmppFields.tsx'

interface Values {
  name: string
  host: string
  port: number
  systemId: string
  password?: string
  /** Of SMPP with TLS. */
  clientCertificate?: string
  senderNumber: string
  kinds: Kind[]
  carriers: Carrier[]
  windowSize: number
  ratePerSecond: number
  bindCount: number
  /** Of SMPP alone. */
  upstreamIdForm?: Channel['upstreamIdForm']
  settings: ChannelSettings
  reason: string
}

const { shape } = channelFacts
const usual: Partial<Values> = { ...usualOf.smpp, ratePerSecond: 500, bindCount: 1, upstreamIdForm: 'raw', kinds: [], carriers: [] }

/** 新建 and 修改通道. The password can be set but never read. */
export function ChannelForm({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  const { message } = App.useApp()
  const done = (text: string) => {
    void message.success(text)
    onClose()
  }
  const create = useAct(adminChannelCalls.create, {
    invalidates: channelAnswers,
    onDone: (_, { name }) => done(`通道“${name}”已新建，几秒后开始连接`),
  })
  const change = useAct(adminChannelCalls.change, {
    invalidates: channelAnswers,
    onDone: (_, { name }) => done(`通道“${name}”已修改，几秒后生效`),
  })
  const submit = ({ password, clientCertificate, upstreamIdForm = 'raw', ...values }: Values) => {
    const certified = clientCertificate ? { clientCertificate } : {}
    const facts = {
      ...values,
      ...certified,
      upstreamIdForm,
      ...(values.settings.protocol === 'http' ? hostAndPort(values.settings.url) : {}),
    }
    if (channel === null) return create.mutate({ ...facts, password: password ?? '' })
    const { channelId, version } = channel
    change.mutate({ ...facts, channelId, version, ...(password ? { password } : {}) })
  }
  return (
    <ActForm<Values>
      title={channel ? `修改通道“${channel.name}”` : '新建通道'}
      okText={channel ? '保存' : '新建'}
      width={680}
      consequence={
        channel
          ? '保存后几秒内按新的内容重新连接；断开期间排队的短信会等待，已提交的不受影响。'
          : '新建后立即启用，几秒内开始连接。没有路由指定时，支持的类型和运营商的短信都可能使用它。'
      }
      reasonHint="记入操作记录，其他运营人员会看到。"
      act={channel ? change : create}
      first={channel ? factsOf(channel) : usual}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={style.pair}>
        <Form.Item name="name" label="通道名称" rules={[zodRule(shape.name)]}>
          <Input />
        </Form.Item>
        <ProtocolField isNew={channel === null} />
        <AddressFields />
        <AccountFields isNew={channel === null} />
        <Form.Item name="senderNumber" label="接入号" extra="后面会加上签名的扩展码。" rules={[zodRule(shape.senderNumber)]}>
          <Input inputMode="numeric" />
        </Form.Item>
        <SettingsFields isNew={channel === null} hasClientCertificate={channel?.hasClientCertificate ?? false} />
      </div>
      <Form.Item name="kinds" label="短信类型" rules={[zodRule(shape.kinds)]}>
        <Checkbox.Group options={kinds.map(value => ({ value, label: kindNames[value] }))} />
      </Form.Item>
      <Form.Item name="carriers" label="运营商" rules={[zodRule(shape.carriers)]}>
        <Checkbox.Group options={carriers.map(value => ({ value, label: carrierNames[value] }))} />
      </Form.Item>
      <div className={style.pair}>
        <Whole name="ratePerSecond" label="限速" unit="条/秒" />
        <Whole name="windowSize" label="窗口" unit="条" />
        <Whole name="bindCount" label="连接数" unit="个" />
      </div>
    </ActForm>
  )
}

/** Of a protocol over TCP; an address of the web says both. */
function AddressFields() {
  if (useProtocol() === 'http') return null
  return (
    <>
      <Form.Item name="host" label="地址" extra="运营商的域名或IP。" rules={[zodRule(shape.host)]}>
        <Input />
      </Form.Item>
      <Whole name="port" label="端口" />
    </>
  )
}

const Whole = ({ name, label, unit }: { name: 'port' | 'ratePerSecond' | 'windowSize' | 'bindCount'; label: string; unit?: string }) => (
  <Form.Item name={name} label={label} rules={[zodRule(shape[name])]}>
    <InputNumber<number> precision={0} style={{ width: '100%' }} {...(unit ? { suffix: unit } : {})} />
  </Form.Item>
)

const factsOf = (channel: Channel): Partial<Values> => ({
  name: channel.name,
  host: channel.host,
  port: channel.port,
  systemId: channel.systemId,
  senderNumber: channel.senderNumber,
  kinds: channel.kinds,
  carriers: channel.carriers,
  windowSize: channel.windowSize,
  ratePerSecond: channel.ratePerSecond,
  bindCount: channel.bindCount,
  upstreamIdForm: channel.upstreamIdForm,
  settings: channel.settings.protocol === 'smpp' ? { ...usualSmpp, ...channel.settings } : channel.settings,
})

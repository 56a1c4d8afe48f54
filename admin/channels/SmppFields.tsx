import { Form, Input, InputNumber, Select } from 'antd'
import { clientCertificateRule } from '#contract/messages/admin-channel.ts'
import {
  bindNames,
  longTextNames,
  phoneFormNames,
  type SmppSettings,
  smppSettings,
  smppVersions,
  tlsNames,
} from '#contract/messages/channel-settings.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { optionsOf } from '#ui/form/options.ts'
import { upstreamIdFormNames } from '../ui/labels/messages.ts'
import style from './HttpFields.module.css'

const { shape } = smppSettings

/** What is unset in a channel of an earlier version. */
export const usualSmpp: SmppSettings = {
  protocol: 'smpp',
  version: '3.4',
  binds: 'transceiver',
  systemType: '',
  addressRange: '',
  sourceTon: 0,
  sourceNpi: 0,
  destinationTon: 0,
  destinationNpi: 0,
  phoneForm: 'plain',
  longText: 'udh',
  tls: 'off',
  certificate: '',
}

/** What SMPP alone has: carriers abroad differ in all of it. */
export function SmppFields({ hasClientCertificate }: { hasClientCertificate: boolean }) {
  const tls = String(Form.useWatch(['settings', 'tls']))
  return (
    <>
      <Form.Item name={['settings', 'version']} label="版本">
        <Select options={smppVersions.map(value => ({ value, label: `SMPP ${value}` }))} />
      </Form.Item>
      <Form.Item name="upstreamIdForm" label="短信编号形式" extra="应答和回执中的编号对不上时调整。">
        <Select options={optionsOf(upstreamIdFormNames)} />
      </Form.Item>
      <Form.Item name={['settings', 'binds']} label="收发方式" extra="分开时每个连接绑定两个会话。">
        <Select options={optionsOf(bindNames)} />
      </Form.Item>
      <Form.Item name={['settings', 'longText']} label="长短信">
        <Select options={optionsOf(longTextNames)} />
      </Form.Item>
      <Form.Item name={['settings', 'systemType']} label="系统类型（system_type）" rules={[zodRule(shape.systemType)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name={['settings', 'addressRange']} label="地址范围（address_range）" rules={[zodRule(shape.addressRange)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name={['settings', 'phoneForm']} label="号码形式">
        <Select options={optionsOf(phoneFormNames)} />
      </Form.Item>
      <div className={style.group}>
        <NumberType name="sourceTon" label="源地址TON" />
        <NumberType name="sourceNpi" label="源地址NPI" />
        <NumberType name="destinationTon" label="目的地址TON" />
        <NumberType name="destinationNpi" label="目的地址NPI" />
      </div>
      <Form.Item name={['settings', 'tls']} label="加密">
        <Select options={optionsOf(tlsNames)} />
      </Form.Item>
      {tls === 'pinned' ? (
        <Form.Item name={['settings', 'certificate']} label="对方的证书（PEM）" rules={[zodRule(shape.certificate)]} className={style.wide}>
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} spellCheck={false} className={style.code} />
        </Form.Item>
      ) : null}
      {tls === 'off' ? null : (
        <Form.Item
          name="clientCertificate"
          label="我方的证书和私钥（PEM）"
          extra={hasClientCertificate ? '已设置，加密保存；不填则不变。' : '对方要求客户端证书时填写，加密保存，不再显示。'}
          rules={[zodRule(clientCertificateRule)]}
          className={style.wide}
        >
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} spellCheck={false} className={style.code} />
        </Form.Item>
      )}
    </>
  )
}

const NumberType = ({ name, label }: { name: 'sourceTon' | 'sourceNpi' | 'destinationTon' | 'destinationNpi'; label: string }) => (
  <Form.Item name={['settings', name]} label={label} rules={[zodRule(shape[name])]}>
    <InputNumber<number> precision={0} style={{ width: '100%' }} />
  </Form.Item>
)

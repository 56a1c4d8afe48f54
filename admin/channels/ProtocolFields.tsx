import { Form, Input, Select } from 'antd'
import { z } from 'zod'
import {
  accountRules,
  type ChannelProtocol,
  type ChannelSettings,
  channelProtocolNames,
  cmppSettings,
  cmppVersions,
  phoneFormNames,
  sgipSettings,
  smgpSettings,
  smgpVersions,
  textCodingNames,
} from '#contract/messages/channel-settings.ts'
import { type HttpDialect, usualTemplate } from '#contract/messages/http-channel.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { keyOf, optionsOf } from '#ui/form/options.ts'
import { HttpFields, useDialect } from './HttpFields.tsx'
import { SmppFields, usualSmpp } from './SmppFields.tsx'

/** What a new channel of a protocol begins with: ports and windows of the standards. */
export const usualOf: Record<ChannelProtocol, { port: number; windowSize: number; settings: ChannelSettings }> = {
  smpp: { port: 2775, windowSize: 100, settings: usualSmpp },
  cmpp: {
    port: 7890,
    windowSize: 16,
    settings: { protocol: 'cmpp', version: '3.0', enterpriseCode: '', serviceId: '', coding: 'ucs2', phoneForm: 'plain' },
  },
  smgp: {
    port: 8890,
    windowSize: 16,
    settings: { protocol: 'smgp', version: '3.0', enterpriseCode: '', serviceId: '', productId: '', coding: 'ucs2', phoneForm: 'plain' },
  },
  sgip: {
    port: 8801,
    windowSize: 32,
    settings: { protocol: 'sgip', nodeNumber: '', enterpriseCode: '', serviceId: '', coding: 'ucs2' },
  },
  http: {
    port: 443,
    windowSize: 16,
    settings: { protocol: 'http', url: '', timeoutSeconds: 8, reports: 'callback', api: usualTemplate },
  },
}

const accountNames: Record<ChannelProtocol, string> = {
  smpp: '账号（system_id）',
  cmpp: '账号（Source_Addr）',
  smgp: '账号（ClientID）',
  sgip: '账号（Login Name）',
  http: '账号',
}
/** Of APIs that name it. */
const keyNames: Partial<Record<HttpDialect, string>> = {
  hongyan: '账号（AccessKeyId）',
  alibaba: '账号（AccessKeyId）',
  tencent: '账号（SecretId）',
}

export function useProtocol(): ChannelProtocol {
  return keyOf(channelProtocolNames, String(Form.useWatch(['settings', 'protocol']))) ?? 'smpp'
}

/** The protocol of a new channel; port, window and settings follow it. */
export function ProtocolField({ isNew }: { isNew: boolean }) {
  const form = Form.useFormInstance()
  return (
    <Form.Item
      name={['settings', 'protocol']}
      label="协议"
      extra={isNew ? '按运营商提供的接口文档选择，新建后不能修改。' : '不能修改：编号和状态报告会对不上。'}
    >
      <Select
        disabled={!isNew}
        options={optionsOf(channelProtocolNames)}
        onChange={(protocol: ChannelProtocol) => {
          form.setFieldsValue(usualOf[protocol])
          // What another protocol's rules said is outdated.
          form.setFields(form.getFieldsError().map(({ name }) => ({ name, errors: [] })))
        }}
      />
    </Form.Item>
  )
}

/** Account and password, in the lengths of the protocol. */
export function AccountFields({ isNew }: { isNew: boolean }) {
  const protocol = useProtocol()
  const dialect = useDialect()
  const { systemId, password } = accountRules[protocol]
  return (
    <>
      <Form.Item
        name="systemId"
        label={(protocol === 'http' && keyNames[dialect]) || accountNames[protocol]}
        dependencies={[['settings', 'protocol']]}
        {...(protocol === 'sgip' ? { extra: '运营商也用它和密码连接我方的SGIP端口，送来报告和回复。' } : {})}
        rules={[zodRule(systemId)]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="password"
        label="密码"
        dependencies={[['settings', 'protocol']]}
        {...(isNew ? {} : { extra: '不填则不变；密码加密保存，不显示。' })}
        rules={[zodRule(isNew ? password : password.or(z.literal('')))]}
      >
        <Input type="password" autoComplete="new-password" />
      </Form.Item>
    </>
  )
}

/** Texts that the carrier gives with the account; none must be filled. */
const codes = {
  cmpp: [
    { name: 'enterpriseCode', label: '企业代码（Msg_src）', extra: '不填则与账号相同。', rule: cmppSettings.shape.enterpriseCode },
    { name: 'serviceId', label: '业务代码（Service_Id）', extra: '运营商没有提供则不填。', rule: cmppSettings.shape.serviceId },
  ],
  smgp: [
    { name: 'enterpriseCode', label: '企业代码（MsgSrc）', extra: '运营商没有提供则不填。', rule: smgpSettings.shape.enterpriseCode },
    { name: 'serviceId', label: '业务代码（ServiceID）', extra: '运营商没有提供则不填。', rule: smgpSettings.shape.serviceId },
    { name: 'productId', label: '产品代码（MServiceID）', extra: '运营商没有提供则不填。', rule: smgpSettings.shape.productId },
  ],
  sgip: [
    { name: 'nodeNumber', label: '节点编号', extra: '3、区号4位、企业代码5位，如3010012345。', rule: sgipSettings.shape.nodeNumber },
    { name: 'enterpriseCode', label: '企业代码（CorpId）', extra: '由运营商分配。', rule: sgipSettings.shape.enterpriseCode },
    { name: 'serviceId', label: '业务代码（ServiceType）', extra: '运营商没有提供则不填。', rule: sgipSettings.shape.serviceId },
  ],
} as const
const versions = { cmpp: cmppVersions, smgp: smgpVersions } as const

/** What the protocol alone has. */
export function SettingsFields({ isNew, hasClientCertificate }: { isNew: boolean; hasClientCertificate: boolean }) {
  const protocol = useProtocol()
  if (protocol === 'http') return <HttpFields isNew={isNew} />
  if (protocol === 'smpp') return <SmppFields hasClientCertificate={hasClientCertificate} />
  return (
    <>
      {protocol === 'sgip' ? null : (
        <Form.Item name={['settings', 'version']} label="版本" extra="须与运营商开通的版本一致。">
          <Select options={versions[protocol].map(value => ({ value, label: `${channelProtocolNames[protocol]} ${value}` }))} />
        </Form.Item>
      )}
      {protocol === 'sgip' ? (
        <Form.Item
          name={['settings', 'gatewayAddresses']}
          label="网关地址"
          extra="网关从这些地址连接我们，投递状态报告和上行短信；可以是CIDR地址段，不填则不限。"
          rules={[zodRule(sgipSettings.shape.gatewayAddresses)]}
        >
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', ' ', '\n']} />
        </Form.Item>
      ) : null}
      {codes[protocol].map(({ name, label, extra, rule }) => (
        <Form.Item key={name} name={['settings', name]} label={label} extra={extra} rules={[zodRule(rule)]}>
          <Input autoComplete="off" />
        </Form.Item>
      ))}
      <Form.Item name={['settings', 'coding']} label="编码">
        <Select options={optionsOf(textCodingNames)} />
      </Form.Item>
      {protocol === 'sgip' ? null : (
        <Form.Item name={['settings', 'phoneForm']} label="号码形式">
          <Select options={optionsOf(phoneFormNames)} />
        </Form.Item>
      )}
    </>
  )
}

import { z } from 'zod'
import { addressProblem } from '#contract/apps/address-rule.ts'
import { keysOf } from '#values/keys.ts'
import { httpDialectNames, httpSettings } from './http-channel.ts'

/** `ascii_when_possible`: short texts of printable ASCII, everything else is UCS-2. */
export const textCodingNames = { ucs2: 'UCS-2', ascii_when_possible: '纯英文数字用ASCII，其余UCS-2', gbk: 'GBK' } as const
/** How phones are written: eleven digits, or with the country code before them. */
export const phoneFormNames = { plain: '11位手机号', '86': '前面加86' } as const
export const cmppVersions = ['3.0', '2.0'] as const
export type CmppVersion = (typeof cmppVersions)[number]
export const smgpVersions = ['3.0', '1.3'] as const

const octets = (name: string, most: number) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^[\\x21-\\x7e]{0,${most}}$`), `${name}最多${most}位字母、数字或符号`)

const writing = { coding: z.enum(keysOf(textCodingNames)), phoneForm: z.enum(keysOf(phoneFormNames)) }

/** `pair`: one session sends, another receives; carriers that know no transceiver want it. */
export const bindNames = { transceiver: '收发合一', pair: '收发分开' } as const
/** How long texts are sent: headers in the text, parameters beside it, or whole, for the carrier to split. */
export const longTextNames = { udh: '用户数据头（UDH）', sar: 'SAR参数', payload: 'message_payload，由对方拆分' } as const
export const tlsNames = { off: '不加密', verified: 'TLS，核对证书', pinned: 'TLS，只认下面的证书' } as const
export const smppVersions = ['3.4', '5.0'] as const

const numberType = z.number().int('请填写整数').min(0, '不能小于0').max(255, '不能大于255')

/** SMPP 3.4 and 5.0. What is unset has the value of most carriers in China. */
export const smppSettings = z.object({
  protocol: z.literal('smpp'),
  /** interface_version; 5.0 brings the congestion of the carrier. */
  version: z.enum(smppVersions).optional(),
  binds: z.enum(keysOf(bindNames)).optional(),
  systemType: octets('系统类型', 12).optional(),
  /** address_range of the session that receives. */
  addressRange: octets('地址范围', 40).optional(),
  sourceTon: numberType.optional(),
  sourceNpi: numberType.optional(),
  destinationTon: numberType.optional(),
  destinationNpi: numberType.optional(),
  phoneForm: z.enum(keysOf(phoneFormNames)).optional(),
  longText: z.enum(keysOf(longTextNames)).optional(),
  tls: z.enum(keysOf(tlsNames)).optional(),
  /** PEM, of the carrier or of who signs its certificates. */
  certificate: z
    .string()
    .trim()
    .max(20_000, '证书最多20000个字符')
    .refine(text => text === '' || /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/.test(text), '请粘贴PEM格式的证书')
    .optional(),
})
export type SmppSettings = z.output<typeof smppSettings>

/** CMPP 2.0 and 3.0: China Mobile, and most resellers whatever the network behind. */
export const cmppSettings = z.object({
  protocol: z.literal('cmpp'),
  /** The form of all PDUs, whatever the gateway names. */
  version: z.enum(cmppVersions),
  /** Msg_src; empty: the account. */
  enterpriseCode: octets('企业代码', 6),
  /** Service_Id; many gateways want none. */
  serviceId: octets('业务代码', 10),
  ...writing,
})
export type CmppSettings = z.output<typeof cmppSettings>

/** SMGP 3.0 and 1.3: China Telecom. */
export const smgpSettings = z.object({
  protocol: z.literal('smgp'),
  /** The form of submits. */
  version: z.enum(smgpVersions),
  /** MsgSrc; many gateways want none. */
  enterpriseCode: octets('企业代码', 8),
  /** ServiceID. */
  serviceId: octets('业务代码', 10),
  /** MServiceID. */
  productId: octets('产品代码', 21),
  ...writing,
})
export type SmgpSettings = z.output<typeof smgpSettings>

/** SGIP 1.2: China Unicom. The gateway connects to us to report, by the same account and password. */
export const sgipSettings = z.object({
  protocol: z.literal('sgip'),
  /** 3, the area code in four digits, the enterprise code in five: whoever issues a command is named by it. */
  nodeNumber: z
    .string()
    .trim()
    .regex(/^[1-4]\d{9}$/, '节点编号为10位数字，如3010012345')
    .refine(text => Number(text) <= 0xffffffff, '节点编号超出范围'),
  enterpriseCode: octets('企业代码', 5),
  /** ServiceType. */
  serviceId: octets('业务代码', 10),
  coding: writing.coding,
  /** From where the gateway connects to us, addresses or CIDR blocks; none: from anywhere. */
  gatewayAddresses: z
    .array(
      z.string().superRefine((line, context) => {
        const problem = addressProblem(line)
        if (problem !== null) context.addIssue({ code: 'custom', message: problem })
      }),
    )
    .max(20, '最多20个地址')
    .optional(),
})
export type SgipSettings = z.output<typeof sgipSettings>

/** What a channel's protocol has of its own. */
export const channelSettings = z.discriminatedUnion('protocol', [smppSettings, cmppSettings, smgpSettings, sgipSettings, httpSettings])
export type ChannelSettings = z.output<typeof channelSettings>

export const channelProtocolNames = { smpp: 'SMPP', cmpp: 'CMPP', smgp: 'SMGP', sgip: 'SGIP 1.2', http: 'HTTP' } as const
export type ChannelProtocol = keyof typeof channelProtocolNames

/** SMPP 3.4, CMPP 3.0, HTTP 阿里云短信. */
export const protocolName = (settings: ChannelSettings): string =>
  [
    channelProtocolNames[settings.protocol],
    ...('version' in settings && settings.version ? [settings.version] : settings.protocol === 'smpp' ? ['3.4'] : []),
    ...('api' in settings ? [httpDialectNames[settings.api.dialect]] : []),
  ].join(' ')

const secretOf = (name: string, most: number) =>
  z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${most}}$`), `${name}为1-${most}位字母、数字或符号`)

/**
 * Account and password have the lengths of the protocol's fields: SMPP 3.4 §5.2, CMPP's Source_Addr, SMGP's ClientID,
 * SGIP's Login Name; keys of HTTP APIs have none.
 */
export const accountRules = {
  smpp: { systemId: secretOf('账号', 15), password: secretOf('密码', 8) },
  cmpp: { systemId: secretOf('账号', 6), password: secretOf('密码', 32) },
  smgp: { systemId: secretOf('账号', 8), password: secretOf('密码', 15) },
  sgip: { systemId: secretOf('账号', 16), password: secretOf('密码', 16) },
  http: { systemId: secretOf('账号', 64), password: secretOf('密码', 128) },
} as const satisfies Record<ChannelProtocol, unknown>

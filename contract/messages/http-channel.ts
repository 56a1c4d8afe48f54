import { z } from 'zod'
import { keysOf } from '#values/keys.ts'

/** APIs of upstreams that are reached by HTTP. */
export const httpDialectNames = {
  template: '自定义请求',
  hongyan: '鸿雁开放接口',
  alibaba: '阿里云短信',
  tencent: '腾讯云短信',
} as const

/** How reports come: the upstream calls our callback address, or we ask for each message. */
export const reportWayNames = { callback: '上游推送', query: '我方查询', both: '推送，并查询没有收到的' } as const

export const bodyTypeNames = { form: '表单', json: 'JSON', none: '没有' } as const
export const signHashNames = { none: '不签名', md5: 'MD5', sha256: 'SHA-256', hmac_sha256: 'HMAC-SHA256（密钥为密码）' } as const
/** How phones are written: eleven digits, or with the country code before them. */
const httpPhoneForms = ['plain', '86', '+86'] as const

/** What a request may contain in braces. */
export const placeholders = [
  'phone',
  /** The whole text, or the two parts of it. */
  'text',
  'signature',
  'body',
  /** Access number and extension, and the extension alone. */
  'source',
  'extension',
  /** Our id of the message, the same when it is repeated; the upstream's id in a query. */
  'id',
  'account',
  'password',
  'callback',
  /** Seconds since 1970, and `20261127093000` in China. */
  'timestamp',
  'time',
  /** Base64 of `account:password`. */
  'basic',
  /** The result of the signing rule. */
  'sign',
] as const
export type Placeholder = (typeof placeholders)[number]

const placeholderPattern = /\{([a-z]+)\}/g

/** Fills what a text has in braces by the names above; other braces stay. `write` escapes a value for its place. */
export const fill = (text: string, write: (name: Placeholder) => string): string =>
  text.replace(placeholderPattern, (whole, name: string) => {
    const placeholder = placeholders.find(one => one === name)
    return placeholder ? write(placeholder) : whole
  })

/** Names of what a request template says, in the order of the form. */
export const templateFieldNames = {
  method: '方法',
  headers: '请求头',
  bodyType: '请求体类型',
  body: '请求体',
  phoneForm: '号码形式',
  signHash: '签名算法',
  signText: '签名内容',
  idPath: '编号位置',
  okPath: '成功标志位置',
  okValues: '成功的值',
  codePath: '错误码位置',
  throttledCodes: '超速的错误码',
  retryCodes: '可重发的错误码',
  faultCodes: '通道故障的错误码',
  isIdempotent: '同一编号只收一次',
  reportsPath: '报告列表位置',
  reportIdPath: '报告编号位置',
  reportPhonePath: '报告手机号位置',
  reportStatePath: '报告状态位置',
  deliveredWords: '送达的状态',
  passingWords: '中间状态',
  reportCodePath: '报告错误码位置',
  callbackReply: '回调的应答',
  queryUrl: '查询地址',
  inboundPhonePath: '上行手机号位置',
  inboundTextPath: '上行内容位置',
  inboundNumberPath: '上行接入号位置',
} as const

const short = (name: string, most: number) => z.string().trim().max(most, `${name}最多${most}个字符`)
/** `sid`, `data.0.id`, `MessageSid|sid`: names and positions in an answer, the first that has a value. */
const path = (name: string) =>
  z
    .string()
    .trim()
    .regex(/^(?:[\w$-]+(?:\.[\w$-]+)*(?:\|(?!$))?)*$/, `${name}由字母、数字和点组成，如data.0.id；几个位置用|隔开`)
    .max(200, `${name}最多200个字符`)
const words = (name: string) => short(name, 300)

/** An address of the web; placeholders count as letters. */
function isWebAddress(text: string): boolean {
  try {
    const { protocol, username, hash } = new URL(fill(text, () => 'x'))
    return (protocol === 'http:' || protocol === 'https:') && username === '' && hash === ''
  } catch {
    return false
  }
}
const webAddress = short('地址', 500).refine(isWebAddress, '请填写以https://或http://开头的地址')

/** `Name: value`, one a line. */
export function headersOf(text: string): { name: string; value: string }[] {
  return text.split('\n').flatMap(line => {
    const at = line.indexOf(':')
    return line.trim() === '' ? [] : [{ name: line.slice(0, Math.max(0, at)).trim(), value: line.slice(at + 1).trim() }]
  })
}
const headers = short('请求头', 2_000).refine(
  text => headersOf(text).every(({ name, value }) => /^[A-Za-z\d-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value)),
  '每行一个，写成“名称: 值”，只能用字母、数字和符号',
)

const isJson = (text: string): boolean => {
  try {
    JSON.parse(fill(text, () => '1'))
    return true
  } catch {
    return false
  }
}

/** A request and its answer as staff describe them, for any API that takes one phone and one text. */
const templateFields = z.object({
  dialect: z.literal('template'),
  method: z.enum(['POST', 'GET']),
  headers,
  bodyType: z.enum(keysOf(bodyTypeNames)),
  body: short('请求体', 4_000),
  phoneForm: z.enum(httpPhoneForms),
  signHash: z.enum(keysOf(signHashNames)),
  /** What is hashed. */
  signText: short('签名内容', 500),
  /** Where the answer has the upstream's id of the message. */
  idPath: path('编号').min(1, '请填写编号在应答中的位置'),
  /** It is taken where the answer has one of these values; empty: by the HTTP status. */
  okPath: path('成功标志'),
  okValues: words('成功的值'),
  /** Where a refusal has its code. */
  codePath: path('错误码'),
  throttledCodes: words('超速的错误码'),
  retryCodes: words('可重发的错误码'),
  /** Wrong settings or an empty account: nothing is wrong with the message. */
  faultCodes: words('通道故障的错误码'),
  /** The upstream takes a message of one `{id}` once. */
  isIdempotent: z.boolean(),
  /** Where a callback or the answer to a query has its reports; empty: it is one report. */
  reportsPath: path('报告列表'),
  reportIdPath: path('报告的编号'),
  reportPhonePath: path('报告的手机号'),
  reportStatePath: path('报告的状态'),
  deliveredWords: words('送达的状态'),
  /** Not final. */
  passingWords: words('中间状态'),
  reportCodePath: path('报告的错误码'),
  /** What our answer to a callback says. */
  callbackReply: short('回调的应答', 200),
  /** GET with the id asks for a report; empty: it can't be asked. */
  queryUrl: short('查询地址', 500).refine(text => text === '' || isWebAddress(text), '请填写以https://或http://开头的地址'),
  inboundPhonePath: path('上行的手机号'),
  inboundTextPath: path('上行的内容'),
  inboundNumberPath: path('上行的接入号'),
})
const requestTemplate = templateFields.superRefine(({ bodyType, body }, context) => {
  if (bodyType === 'json' && !isJson(body))
    context.addIssue({ code: 'custom', path: ['body'], message: '不是有效的JSON：占位符写在引号里，如"{phone}"' })
})
export type RequestTemplate = z.output<typeof requestTemplate>

/** A template that the upstream has approved. Texts that fit it are sent by its code and their values. */
export const upstreamTemplate = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[\w-]{1,40}$/, '模板编号由字母、数字、横线组成'),
  text: z
    .string()
    .trim()
    .min(1, '请填写模板内容')
    .max(500, '模板内容最多500个字符')
    .refine(text => !/\}\$\{/.test(text), '两个变量之间须有文字'),
})
export type UpstreamTemplate = z.output<typeof upstreamTemplate>
const templates = z.array(upstreamTemplate).min(1, '至少填写一个上游已审核的模板').max(200, '最多200个模板')

const sdkAppId = z
  .string()
  .trim()
  .regex(/^\d{1,20}$/, 'SdkAppId为数字')

const apis = z.discriminatedUnion('dialect', [
  requestTemplate,
  z.object({ dialect: z.literal('hongyan'), templates }),
  z.object({ dialect: z.literal('alibaba'), templates }),
  z.object({ dialect: z.literal('tencent'), templates, sdkAppId }),
])
/** Rules of single fields, for forms. */
export const requestTemplateFields = { ...templateFields.shape, sdkAppId }

/** Another platform's API as a channel (dispatch/link/http/). */
export const httpSettings = z.object({
  protocol: z.literal('http'),
  url: webAddress,
  /** Without an answer for so long a request is given up. */
  timeoutSeconds: z.number({ error: '请填写超时' }).int('请填写整数').min(2, '超时不能小于2').max(9, '超时不能大于9'),
  reports: z.enum(keysOf(reportWayNames)),
  api: apis,
})
export type HttpSettings = z.output<typeof httpSettings>
export type HttpDialect = HttpSettings['api']['dialect']

/** Host and port of an address, which a channel has beside its settings. */
export function hostAndPort(url: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(fill(url, () => 'x'))
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) }
}

/** The form of Twilio's API, which others resemble: what a new channel begins with. */
export const usualTemplate: RequestTemplate = {
  dialect: 'template',
  method: 'POST',
  headers: 'Authorization: Basic {basic}',
  bodyType: 'form',
  body: 'To={phone}&From=%2B{source}&Body={text}&StatusCallback={callback}',
  phoneForm: '+86',
  signHash: 'none',
  signText: '',
  idPath: 'sid',
  okPath: '',
  okValues: '',
  codePath: 'code',
  throttledCodes: '20429',
  retryCodes: '',
  faultCodes: '20003, 21606, 21408',
  isIdempotent: false,
  reportsPath: '',
  reportIdPath: 'MessageSid|sid',
  reportPhonePath: 'To|to',
  reportStatePath: 'MessageStatus|status',
  deliveredWords: 'delivered, read',
  passingWords: 'accepted, scheduled, queued, sending, sent',
  reportCodePath: 'ErrorCode|error_code',
  callbackReply: '',
  queryUrl: '',
  inboundPhonePath: 'From',
  inboundTextPath: 'Body',
  inboundNumberPath: 'To',
}

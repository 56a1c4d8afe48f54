import { type NamesIn, Refusal, type RefusalCode, type RefusalFacts, type RefusalKind, refusals } from '#contract/refusals.ts'
import { keysOf } from '#values/keys.ts'

/**
 * Errors for programs of other vendors' SDKs. Alibaba's gateway errors (codes without `isv.` or `isp.`) have a status
 * of their own, all others 200, as existing programs expect; Tencent's are always 200: its SDKs read no body of another
 * status.
 */
export interface VendorError {
  alibaba: { code: string; status: number }
  tencent: string
  message: string
  /** Tencent's own sentence where it is known from its answers, else the message. */
  tencentMessage: string
}

const error = <const A extends string, const M extends string>(alibaba: A, tencent: string, message: M, status = 200) => ({
  alibaba,
  tencent,
  message,
  status,
})

/** Faults of these ingresses only. `{name}` is filled in from facts. */
export const vendorFaults = {
  key_missing: error('MissingAccessKeyId', 'AuthFailure.InvalidAuthorization', '请求没有签名，或签名中没有访问密钥ID', 400),
  algorithm_unknown: error(
    'InvalidParameter.SignatureMethod',
    'AuthFailure.InvalidAuthorization',
    '不支持这种签名方式，可用的有ACS3-HMAC-SHA256、HMAC-SHA1（阿里云），TC3-HMAC-SHA256、HmacSHA256、HmacSHA1（腾讯云）',
    400,
  ),
  key_unknown: error('InvalidAccessKeyId.NotFound', 'AuthFailure.SecretIdNotFound', '访问密钥“{id}”不存在', 404),
  key_without_secret: error(
    'InvalidAccessKeyId.Inactive',
    'AuthFailure.InvalidSecretId',
    '访问密钥“{id}”不能用于签名，请在控制台为应用创建一个密钥',
    403,
  ),
  header_unsigned: error(
    'SignatureDoesNotMatch',
    'AuthFailure.SignatureFailure',
    '请求头host、content-type（腾讯云）和所有x-acs-*（阿里云）都须参与签名',
    400,
  ),
  body_changed: error('SignatureDoesNotMatch', 'AuthFailure.SignatureFailure', '请求头x-acs-content-sha256与请求体不符', 400),
  // Several SDKs compare this exact text, to tell a wrong secret from a wrong string to sign.
  signature_wrong: error(
    'SignatureDoesNotMatch',
    'AuthFailure.SignatureFailure',
    'Specified signature is not matched with our calculation. server string to sign is:{stringToSign}',
    400,
  ),
  time_unreadable: error('InvalidTimeStamp.Format', 'AuthFailure.SignatureExpire', '签名的时间缺少、格式不对，或与凭证的日期不符', 400),
  time_expired: error(
    'InvalidTimeStamp.Expired',
    'AuthFailure.SignatureExpire',
    '签名的时间与服务器相差超过{minutes}分钟，请校准时钟',
    400,
  ),
  nonce_missing: error('MissingSignatureNonce', 'AuthFailure.InvalidAuthorization', '请求缺少随机数（SignatureNonce）', 400),
  nonce_used: error('SignatureNonceUsed', 'AuthFailure.SignatureFailure', '这个请求已收到过：每次请求须用新的随机数重新签名', 400),
  version_unknown: error('InvalidVersion', 'NoSuchVersion', '接口版本须为{version}', 400),
  action_unknown: error('InvalidAction.NotFound', 'InvalidAction', '没有接口“{action}”，支持的接口见接口文档“使用现有SDK”', 404),
  app_wrong: error('isv.INVALID_PARAMETERS', 'UnauthorizedOperation.SmsSdkAppIdVerifyFail', 'SmsSdkAppId“{number}”不是这个密钥所属的应用'),
  parameter_missing: error('Missing{name}', 'MissingParameter', '缺少参数{name}', 400),
  parameter_invalid: error('isv.INVALID_PARAMETERS', 'InvalidParameterValue', '参数{name}：{reason}'),
  json_invalid: error('isv.INVALID_JSON_PARAM', 'InvalidParameter', '参数{name}须为JSON，其中的值只能是字符串，如{"code":"1234"}'),
  phones_missing: error('MissingPhoneNumbers', 'MissingParameter.EmptyPhoneNumberSet', '缺少手机号', 400),
  phones_too_many: error('isv.MOBILE_COUNT_OVER_LIMIT', 'LimitExceeded.PhoneNumberCountLimit', '一次最多{limit}个号码'),
  phones_mixed: error(
    'isv.MOBILE_NUMBER_ILLEGAL',
    'UnsupportedOperation.ContainDomesticAndInternationalPhoneNumber',
    '境内和境外的号码不能在一次请求里',
  ),
  foreign_unsupported: error('isv.INVALID_PARAMETERS', 'UnsupportedOperation.UnsuportedRegion', '暂不支持国际和港澳台短信'),
  too_large: error('RequestEntityTooLarge', 'RequestSizeLimitExceeded', '请求超过1MB', 413),
  unreadable: error('InvalidRequest', 'InvalidRequest', '请求无法读取：须为UTF-8编码，不含空字符和半个字符', 400),
  bug: error('InternalError', 'InternalError', '系统出错了，我们已记录，请稍后再试', 500),
} as const satisfies Record<string, ReturnType<typeof error>>
export type VendorFaultCode = keyof typeof vendorFaults

/** An expected refusal of these ingresses, besides those of the domain. */
export class VendorFault extends Error {
  readonly code: VendorFaultCode
  readonly facts: RefusalFacts
  constructor(code: VendorFaultCode, facts: RefusalFacts = {}) {
    super(filled(vendorFaults[code].message, facts))
    this.name = 'VendorFault'
    this.code = code
    this.facts = facts
  }
}

type NamesOf<Code extends VendorFaultCode> = NamesIn<(typeof vendorFaults)[Code]['message' | 'alibaba']>

export function fault<const Code extends VendorFaultCode>(
  code: Code,
  ...[facts]: [NamesOf<Code>] extends [never] ? [] : [facts: Record<NamesOf<Code>, string | number>]
): never {
  throw new VendorFault(code, facts)
}

const filled = (text: string, facts: RefusalFacts) => text.replace(/\{([a-zA-Z]+)\}/g, (_, name: string) => String(facts[name] ?? ''))

type Codes = readonly [alibaba: string, tencent: string, status?: number]
type CodesBy = Codes | ((facts: RefusalFacts) => Codes)

const throttled: Codes = ['Throttling.User', 'RequestLimitExceeded', 400]
const unavailable: Codes = ['ServiceUnavailable', 'InternalError', 503]
const abnormal: Codes = ['isv.ACCOUNT_ABNORMAL', 'UnauthorizedOperation.RequestPermissionDeny']
const template: Codes = ['isv.SMS_TEMPLATE_ILLEGAL', 'FailedOperation.TemplateIncorrectOrUnapproved']
const signature = 'FailedOperation.SignatureIncorrectOrUnapproved'

/** Refusals of the domain for which these vendors have codes of their own. */
const ownCodes = {
  key_invalid: ['InvalidAccessKeyId.NotFound', 'AuthFailure.SecretIdNotFound', 404],
  key_disabled: ['InvalidAccessKeyId.Inactive', 'AuthFailure.SecretIdNotFound', 403],
  app_disabled: ['isv.OUT_OF_SERVICE', 'UnauthorizedOperation.SdkAppIdIsDisabled'],
  ingress_closed: ['isv.PRODUCT_UN_SUBSCRIPT', 'UnauthorizedOperation.RequestPermissionDeny'],
  https_required: ['InvalidProtocol.NeedSsl', 'UnsupportedProtocol', 400],
  address_not_allowed: ['isv.DENY_IP_RANGE', 'UnauthorizedOperation.RequestIpNotInWhitelist'],
  scope_missing: ['isp.RAM_PERMISSION_DENY', 'AuthFailure.UnauthorizedOperation'],
  rate_exceeded: throttled,
  too_many_requests: throttled,
  busy: unavailable,
  database_unavailable: unavailable,
  channel_unavailable: unavailable,

  account_frozen: abnormal,
  account_not_attested: abnormal,
  attestation_lapsed: abnormal,
  company_required: ['isv.ACCOUNT_ABNORMAL', 'UnauthorizedOperation.IndividualUserMarketingSmsPermissionDeny'],
  balance_insufficient: ['isv.AMOUNT_NOT_ENOUGH', 'FailedOperation.InsufficientBalanceInSmsPackage'],
  // Misspelt in their API.
  account_in_arrears: ['isv.OUT_OF_SERVICE', 'UnauthorizedOperation.SerivceSuspendDueToArrears'],
  spend_cap_reached: ['isv.AMOUNT_NOT_ENOUGH', 'FailedOperation.InsufficientBalanceInSmsPackage'],
  daily_segments_exceeded: ['isv.DAY_LIMIT_CONTROL', 'LimitExceeded.AppDailyLimit'],
  app_daily_limit: ['isv.DAY_LIMIT_CONTROL', 'LimitExceeded.AppDailyLimit'],
  app_monthly_limit: ['isv.MONTH_LIMIT_CONTROL', 'LimitExceeded'],
  app_spend_limit: ['isv.DAY_LIMIT_CONTROL', 'LimitExceeded'],
  otp_paused: ['isv.BUSINESS_LIMIT_CONTROL', 'LimitExceeded.DeliveryFrequencyLimit'],
  app_hours: ['isv.BUSINESS_LIMIT_CONTROL', 'FailedOperation.MarketingSendTimeConstraint'],

  signature_unknown: ['isv.SMS_SIGNATURE_ILLEGAL', signature],
  signature_not_approved: ['isv.SIGN_STATE_ILLEGAL', signature],
  signature_not_allowed: ['isv.SMS_SIGN_ILLEGAL', signature],
  template_unknown: template,
  template_not_approved: template,
  template_not_allowed: template,
  parameter_missing: ['isv.TEMPLATE_MISSING_PARAMETERS', 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate'],
  parameter_count: ['isv.TEMPLATE_MISSING_PARAMETERS', 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate'],
  parameter_invalid: ({ reason }) =>
    /^最多/.test(String(reason))
      ? ['isv.PARAM_LENGTH_LIMIT', 'InvalidParameterValue.TemplateParameterLengthLimit']
      : /网址/.test(String(reason))
        ? ['isv.PARAM_NOT_SUPPORT_URL', 'InvalidParameterValue.ProhibitedUseUrlInTemplateParameter']
        : ['isv.TEMPLATE_PARAMS_ILLEGAL', 'InvalidParameterValue.TemplateParameterFormatError'],
  message_too_long: ['isv.PARAM_LENGTH_LIMIT', 'InvalidParameterValue.ContentLengthLimit'],
  text_forbidden: ['isv.SMS_CONTENT_ILLEGAL', 'FailedOperation.ContainSensitiveWord'],
  extension_invalid: ['isv.CODE_ERROR', 'InvalidParameterValue'],
  phone_invalid: ['isv.MOBILE_NUMBER_ILLEGAL', 'InvalidParameterValue.IncorrectPhoneNumber'],
  country_closed: ['isv.MOBILE_NUMBER_ILLEGAL', 'UnsupportedOperation.UnsuportedRegion'],
  phone_blacklisted: ['isv.BLACK_KEY_CONTROL_LIMIT', 'FailedOperation.PhoneNumberInBlacklist'],
  duplicate_content: ['isv.BUSINESS_LIMIT_CONTROL', 'LimitExceeded.PhoneNumberSameContentDailyLimit'],
  frequency_exceeded: ({ minutes }) => ['isv.BUSINESS_LIMIT_CONTROL', `LimitExceeded.${frequencyWords(minutes).tencent}`],

  idempotency_mismatch: ['IdempotentParameterMismatch', 'InvalidParameterValue', 400],
  signature_taken: ['isv.SIGN_NAME_ILLEGAL', 'InvalidParameterValue.SignExistAndUnapproved'],
  signature_text_invalid: ['isv.SIGN_NAME_ILLEGAL', 'InvalidParameter.InvalidParameters'],
  proof_missing: ['isv.SIGN_FILE_LIMIT', 'InvalidParameterValue.ImageInvalid'],
  file_empty: ['isv.SIGN_FILE_LIMIT', 'InvalidParameterValue.ImageInvalid'],
  file_too_large: ['isv.SIGN_FILE_LIMIT', 'InvalidParameterValue.ImageInvalid'],
  proof_kind_unknown: ['isv.SIGN_FILE_LIMIT', 'InvalidParameterValue.ImageInvalid'],
  template_text_invalid: ['isv.SMS_CONTENT_ILLEGAL', 'InvalidParameterValue.InvalidTemplateFormat'],
  too_many: ({ noun }) =>
    noun === '模板'
      ? ['isv.TEMPLATE_COUNT_OVER_LIMIT', 'FailedOperation.TemplateNumberLimit']
      : ['isv.SIGN_COUNT_OVER_LIMIT', 'FailedOperation.SignNumberLimit'],
  link_units_insufficient: ['isv.AMOUNT_NOT_ENOUGH', 'FailedOperation'],
  links_stopped: abnormal,
} as const satisfies Partial<Record<RefusalCode, CodesBy>>

/** Fallback codes of all other refusals, by kind. */
const kindCodes: Record<RefusalKind, Codes> = {
  invalid: ['isv.INVALID_PARAMETERS', 'InvalidParameterValue'],
  unauthenticated: ['InvalidAccessKeyId.NotFound', 'AuthFailure.SecretIdNotFound', 404],
  forbidden: ['isp.RAM_PERMISSION_DENY', 'UnauthorizedOperation'],
  missing: ['isv.INVALID_PARAMETERS', 'ResourceNotFound'],
  conflict: ['isv.FORBIDDEN_ACTION', 'FailedOperation'],
  limited: ['isv.BUSINESS_LIMIT_CONTROL', 'LimitExceeded'],
  unavailable,
}

/**
 * Programs distinguish the windows by Alibaba's sentence and Tencent's code; Tencent's shortest window is thirty
 * seconds.
 */
function frequencyWords(minutes: unknown): { alibaba: string; tencent: string } {
  if (minutes === 1) return { alibaba: '分钟', tencent: 'PhoneNumberThirtySecondLimit' }
  return minutes === 60 ? { alibaba: '小时', tencent: 'PhoneNumberOneHourLimit' } : { alibaba: '天', tencent: 'PhoneNumberDailyLimit' }
}

const tencentSentences: Record<string, string> = {
  'LimitExceeded.PhoneNumberThirtySecondLimit':
    'the number of SMS messages sent from a single mobile number within 30 seconds exceeds the upper limit',
  'LimitExceeded.PhoneNumberOneHourLimit':
    'the number of sms messages sent from a single mobile number within 1 hour exceeds the upper limit',
  'LimitExceeded.PhoneNumberDailyLimit': 'the number of sms messages sent from a single mobile number every day exceeds the upper limit',
  'LimitExceeded.PhoneNumberSameContentDailyLimit':
    'the number of the same sms messages sent from a single mobile number exceeds the upper limit',
}

/** A refusal as the vendors' error. */
export function vendorErrorOf(refusal: Refusal | VendorFault): VendorError {
  const { code, facts, message } = refusal
  if (refusal instanceof VendorFault) {
    const { alibaba, tencent, status } = vendorFaults[refusal.code]
    return { alibaba: { code: filled(alibaba, facts), status }, tencent, message, tencentMessage: message }
  }
  const found: CodesBy = (ownCodes as Partial<Record<string, CodesBy>>)[code] ?? kindCodes[refusals[refusal.code].kind]
  const [alibaba, tencent, status = 200] = typeof found === 'function' ? found(facts) : found
  const { minutes, most } = facts
  const isOfWindow = code === 'frequency_exceeded' && minutes !== undefined && most !== undefined
  const sentence = isOfWindow ? `触发${frequencyWords(minutes).alibaba}级流控Permits:${most}` : message
  return { alibaba: { code: alibaba, status }, tencent, message: sentence, tencentMessage: tencentSentences[tencent] ?? message }
}

/** Facts of a refusal on which its code depends. */
const variants: Partial<Record<RefusalCode, readonly RefusalFacts[]>> = {
  parameter_invalid: [{ reason: '最多20个字符' }, { reason: '不能含网址' }, { reason: '只能是数字' }],
  frequency_exceeded: [
    { minutes: 1, most: 1 },
    { minutes: 60, most: 5 },
    { minutes: 1_440, most: 10 },
  ],
  too_many: [{ noun: '签名' }, { noun: '模板' }],
}

/** Every refusal with a vendor code, for the docs: with the vendors' sentences, unknown parts as `…`. */
export function vendorErrorList(): VendorError[] {
  const blank = new Proxy({}, { get: () => '…' }) as RefusalFacts
  const withBlanks = (facts: RefusalFacts) => new Proxy(facts, { get: (known, name: string) => known[name] ?? '…' })
  const faults = keysOf(vendorFaults).map(code => new VendorFault(code, blank))
  const refused = keysOf(ownCodes).flatMap(code => (variants[code] ?? [{}]).map(facts => new Refusal(code, withBlanks(facts))))
  return [...faults, ...refused].map(vendorErrorOf)
}

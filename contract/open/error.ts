import { type RefusalCode, type RefusalKind, refusalStatus, refusals } from '#contract/refusals.ts'

const of = (status: number, message: string) => ({ status, message })

/** Errors before a call is identified, and faults of ours: with their status and sentence. */
export const protocolErrors = {
  request_malformed: of(400, '无法读懂这个请求：请检查地址的编码，请求体须为UTF-8编码的正确JSON'),
  path_unknown: of(404, '没有这个接口，请检查请求方法和路径'),
  method_not_allowed: of(405, '这个路径不支持该请求方法，可用的方法见响应头Allow'),
  request_timeout: of(408, '请求没有在规定时间内发送完，请检查网络后重试'),
  body_too_large: of(413, '请求体过大，请分几次提交'),
  media_type_unsupported: of(415, '请求体须为JSON，请加上请求头Content-Type: application/json'),
  headers_too_large: of(431, '地址或请求头过大，请把参数放在请求体中'),
  bug: of(500, '系统出错了，我们已记录，请稍后再试或联系客服'),
} as const
export type ProtocolError = keyof typeof protocolErrors

/** Cause and remedy of a code in Chinese, and both in English. */
interface ErrorHelp {
  cause: string
  remedy: string
  en: string
}
const help = (cause: string, remedy: string, en: string): ErrorHelp => ({ cause, remedy, en })

/** Codes that any call may return. */
export const everywhere = [
  'key_invalid',
  'key_disabled',
  'key_unsigned',
  'signature_mismatch',
  'timestamp_expired',
  'nonce_used',
  'app_disabled',
  'https_required',
  'address_not_allowed',
  'scope_missing',
  'rate_exceeded',
  'input_invalid',
  'idempotency_key_required',
  'idempotency_mismatch',
  'test_app_refused',
  'account_frozen',
  'busy',
  'database_unavailable',
] as const satisfies readonly RefusalCode[]

/** The closed list of error codes, each with its cause and remedy; tests compare it with the calls' refusals. */
export const openErrors = {
  request_malformed: help(
    '请求体不是正确的JSON，不是UTF-8编码（如GBK），地址的百分号编码有误，或内容含有空字符、半个字符',
    '用JSON库生成请求体，不要拼接字符串，并以UTF-8编码发送；地址中的参数用encodeURIComponent编码',
    'The request cannot be read: broken JSON, another encoding than UTF-8, bad percent-encoding or a NUL character. Build bodies with a JSON library.',
  ),
  path_unknown: help(
    '路径拼写有误，或多了、少了一段',
    '对照本页的接口清单检查路径',
    'No such path. Compare it with the list of calls on this page.',
  ),
  method_not_allowed: help(
    '路径正确，但请求方法不对',
    '改用响应头Allow中的方法',
    'The path exists, but not with this method. See the Allow header.',
  ),
  request_timeout: help(
    '请求头10秒、请求体30秒内没有发送完',
    '检查网络；不要在发送请求的途中等待别的数据',
    'The request did not arrive in time. Check the network and retry.',
  ),
  body_too_large: help(
    '请求体超过1MB（少数接口更大，见接口说明）',
    '减少一次提交的数量，分几次提交',
    'The body is too large. Split it into several requests.',
  ),
  media_type_unsupported: help(
    '请求头Content-Type不是application/json',
    '加上Content-Type: application/json',
    'The content type is not application/json.',
  ),
  headers_too_large: help(
    '地址和请求头合计超过64KB',
    '把参数放到请求体里，不要放在地址里',
    'Address and headers exceed 64 KB. Put parameters into the body.',
  ),
  bug: help(
    '我们的程序出错，已自动记录',
    '稍后用同一个Idempotency-Key重试；仍有问题请把requestId告诉客服',
    'Our fault, and logged. Retry later with the same Idempotency-Key, or give support the requestId.',
  ),
  busy: help(
    '同时到达的请求过多，您的请求排队超过了1秒，没有被处理',
    '等待Retry-After秒后用同一个Idempotency-Key重试，并减少同时发出的请求',
    'Too many requests at once: yours waited for a second and was not processed. Wait Retry-After seconds and retry, with fewer requests at a time.',
  ),
  database_unavailable: help(
    '服务正在切换或维护',
    '等待Retry-After秒后用同一个Idempotency-Key重试',
    'The service is switching over. Wait Retry-After seconds and retry with the same Idempotency-Key.',
  ),

  key_invalid: help(
    '没有Authorization请求头、格式不对，或密钥ID与密钥不匹配、已删除',
    '格式为Authorization: Bearer 密钥ID:密钥；核对没有多余的空格或换行，没有把两个应用的密钥混用',
    'Missing or malformed Authorization header, or wrong key. Use Authorization: Bearer <key id>:<secret>.',
  ),
  key_disabled: help(
    '密钥在控制台被停用，或轮换后已到期',
    '换用应用的另一个密钥，或重新启用',
    'The key was switched off or has ended. Use the other key of the app, or enable it again.',
  ),
  key_unsigned: help(
    '这个密钥创建时还不支持签名',
    '改用Authorization: Bearer，或在控制台更换密钥',
    'This key cannot sign. Use it as a bearer, or rotate it in the console.',
  ),
  signature_mismatch: help(
    '密钥不对，或待签名字符串与服务器的不同：常见的是请求体签名后又被改动、查询参数没有排序或编码不同',
    '把error.stringToSign与您的待签名字符串逐行比较，第一处不同就是原因；完全相同则是密钥不对',
    'Wrong secret, or another string to sign. Compare error.stringToSign with yours line by line.',
  ),
  timestamp_expired: help(
    'X-Hongyan-Timestamp不是秒数，或与服务器时间相差超过5分钟',
    '校准服务器时钟（NTP）；重试时用新的时间重新签名',
    'The timestamp is more than 5 minutes off. Synchronise your clock and sign again.',
  ),
  nonce_used: help(
    '同一个密钥用过这个随机数，可能是重试时没有重新签名',
    '每次请求（包括重试）都生成新的随机数并重新签名',
    'The nonce was used before. Make a new one for every request, retries too.',
  ),
  app_disabled: help('应用在控制台被停用', '在控制台的应用管理中启用', 'The app is switched off. Enable it in the console.'),
  https_required: help('应用设置为只接受HTTPS', '把地址改为https://', 'The app takes HTTPS only.'),
  address_not_allowed: help(
    '请求的来源IP不在应用的白名单中',
    '把报错中的IP加到应用配置的IP白名单',
    "The caller's address is not in the app's allowlist. Add it in the console.",
  ),
  scope_missing: help(
    '密钥没有这类接口的权限',
    '在控制台的应用管理中给密钥加上权限',
    'The key lacks the scope of this call. Add it in the console.',
  ),
  rate_exceeded: help(
    '每秒请求数超过应用的上限',
    '等待Retry-After秒后重试；一次请求带多个号码可以大大减少请求数',
    'Too many requests a second. Wait Retry-After seconds; send many numbers in one request.',
  ),
  input_invalid: help(
    '参数缺少、多余、类型不对或超出范围',
    '按error.fields逐项修改，键是参数的路径',
    'Parameters are missing, unknown or out of range. See error.fields, keyed by path.',
  ),
  idempotency_key_required: help(
    'Idempotency-Key不是8-100个可见的ASCII字符',
    '使用UUID等唯一的字符串',
    'Idempotency-Key must be 8–100 visible ASCII characters, such as a UUID.',
  ),
  idempotency_mismatch: help(
    '这个Idempotency-Key在72小时内用于过另一个接口或另一份内容',
    '新的请求用新的键；重试时内容必须完全相同',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  ),
  test_app_refused: help(
    '测试应用不能申请签名和模板、创建短链、修改通讯录和黑名单',
    '换用生产应用的密钥',
    'A test app cannot change what is shared by the account. Use a production key.',
  ),
  account_frozen: help('账户被冻结或正在注销', '请联系客服', 'The account is frozen. Contact support.'),
  account_not_attested: help('账户还没有实名认证', '在控制台完成实名认证', 'The account is not attested yet. Do so in the console.'),
  attestation_lapsed: help('认证的证照已过期', '在控制台更新证照', "The account's papers have expired. Renew them in the console."),
  company_required: help(
    '个人认证的账户不能使用该功能，如发送推广短信',
    '升级为企业认证',
    'Only attested companies may do this, for example send marketing.',
  ),
  daily_segments_exceeded: help(
    '个人认证的账户达到当天的发送上限',
    '次日再发，或升级为企业认证',
    'A personal account reached its daily limit.',
  ),

  signature_unknown: help(
    '签名不存在、未通过审核或已停用；填写时带了【】',
    '填写控制台中已通过的签名，不含【】',
    'The signature does not exist or is not approved. Give it without 【】.',
  ),
  signature_not_allowed: help(
    '应用配置只允许使用部分签名',
    '在应用配置的“签名与模板”中加上它',
    'The app may not use this signature. Allow it in the console.',
  ),
  template_unknown: help(
    '模板编号有误，或模板未通过审核、已停用',
    '用模板列表接口核对编号和状态',
    'The template does not exist or is not approved.',
  ),
  template_not_allowed: help(
    '应用配置只允许使用部分模板',
    '在应用配置的“签名与模板”中加上它',
    'The app may not use this template. Allow it in the console.',
  ),
  parameter_missing: help('模板里的变量没有全部填写', '在templateParam中补上', 'A variable of the template has no value in templateParam.'),
  parameter_invalid: help(
    '变量的值为空、过长，或与变量的类型不符',
    '按报错的原因修改；链接只能放在链接类型的变量里',
    "A variable's value is empty, too long or of the wrong kind.",
  ),
  message_too_long: help('填入变量后超过最长字数', '缩短变量的值', 'With its variables filled in, the message is too long.'),
  extension_invalid: help('扩展码过长：接入号、签名和扩展码合计不能超过20位', '缩短扩展码', 'The extension is too long.'),
  send_time_invalid: help(
    '定时的时间已过去，或在30天之后',
    '填写现在之后、30天之内的时间，带时区',
    'sendAt must lie within the next 30 days.',
  ),
  otp_paused: help(
    '验证码发送量异常增长且到达率下降，疑似被盗刷，已自动暂停',
    '给验证码入口加上人机验证和频率限制；确认正常后在应用预警中解除',
    'Codes look abused and are paused. Add a captcha, then resume codes in the console.',
  ),
  app_hours: help('应用配置了允许发送的时段，现在不在其中', '在时段内发送，或用sendAt定时', "Outside of the app's sending hours."),
  app_daily_limit: help('应用达到每日限额', '在应用配置或应用预警中调高', "The app's daily limit is reached."),
  app_monthly_limit: help('应用达到每月限额', '在应用配置或应用预警中调高', "The app's monthly limit is reached."),
  app_spend_limit: help('应用达到消费限额', '在应用配置中调高', "The app's spending limit is reached."),
  balance_insufficient: help(
    '套餐余量和余额不够支付整个请求',
    '充值或购买套餐；整个请求一条也没有发送',
    'Packages and balance cannot pay for the whole request; nothing was sent.',
  ),
  account_in_arrears: help(
    '账户欠费，按条付费已暂停；套餐照常可用',
    '充值还清欠费，或购买套餐',
    'The account is in arrears: only packages pay for messages until it is settled.',
  ),
  spend_cap_reached: help(
    '达到账户每日或每月的消费上限',
    '在财务总览提高上限，或购买套餐',
    "The account's own daily or monthly spending cap is reached.",
  ),
  channel_unavailable: help('没有可用的通道', '稍后重试；持续出现请联系客服', 'No carrier is available at the moment. Retry later.'),
  phone_invalid: help(
    '不是手机号，或号段未放号',
    '修改号码；其他号码不受影响',
    'Not a valid mobile number. Other numbers are not affected.',
  ),
  country_closed: help(
    '国际及港澳台号码，账户没有开通国际短信，或没有这个国家或地区的价格',
    '联系客服开通；可用的国家和地区在控制台的“短信套餐”',
    'A number abroad: the account may not send there, or the country has no price. Other numbers are not affected.',
  ),
  phone_blacklisted: help(
    '号码在黑名单中：对方退订、投诉，或您自己加入',
    '不要再发；对方重新同意后可移除',
    'The number is on a blacklist. Do not send again without new consent.',
  ),
  frequency_exceeded: help(
    '对同一号码发送过于频繁',
    '等待后再发；可在应用配置中查看各类短信的频率上限',
    'Too many messages to this number. Wait before sending again.',
  ),
  duplicate_content: help(
    '应用配置了防重复：同一号码在时限内收到过相同内容',
    '确认不是程序重复调用；时限在应用配置中修改',
    'The same text went to this number shortly before.',
  ),
  batch_unscheduled: help('请求不是定时的，或全部短信已经开始发送', '无需处理', 'Nothing of this request waits any more.'),

  webhook_limit: help('应用的回调地址达到上限', '删除不用的，或让一个地址接收多种事件', 'The app has as many webhooks as it may have.'),
  webhook_kind_taken: help(
    '一种事件只能推送到一个地址',
    '先从原来的地址去掉这种事件',
    'Another webhook of the app takes this kind of event.',
  ),
  webhook_not_public: help(
    '回调地址指向内网、本机，或端口不可用',
    '使用公网可访问的http或https地址，端口为80、443或1024以上',
    'The webhook must be a public http(s) address on port 80, 443 or above 1023.',
  ),
  webhook_disabled: help('回调地址已停用', '先启用再重新推送', 'The webhook is off. Enable it first.'),
  too_many_requests: help('测试推送过于频繁', '等待Retry-After秒后再试', 'Too many trials. Wait Retry-After seconds.'),

  not_found: help('编号有误、已删除，或属于别的账户或应用', '核对编号', 'The id is wrong, deleted, or belongs to somebody else.'),
  state_forbids: help('对象当前的状态不允许这样操作，例如审核中的不能修改', '查询它的状态后再操作', 'Its present state forbids this act.'),
  in_use: help('正被定时任务等使用', '等任务结束或取消后再操作', 'Still in use, for example by a scheduled broadcast.'),
  too_many: help('达到数量上限', '删除不再使用的', 'A limit of how many there may be is reached.'),
  signature_taken: help('账户里已有同样的签名', '直接使用已有的', 'The account has this signature already.'),
  signature_text_invalid: help('签名不符合规范', '按报错修改', 'The text breaks the rules for signatures.'),
  proof_missing: help('该来源或用途的签名必须上传证明材料', '按报错补齐proofs', 'Proofs are needed for this kind of signature.'),
  proof_kind_unknown: help('材料不是PNG、JPG或PDF', '转换格式后再上传', 'Proofs must be PNG, JPG or PDF.'),
  file_empty: help('材料没有内容', '检查contentBase64', 'A proof is empty.'),
  file_too_large: help('材料超过2MB', '压缩后再上传', 'A proof exceeds 2 MB.'),
  authorization_ended: help('他用签名的授权已到期或没有填写', '填写今天之后的authorizedUntil', 'The authorization must end after today.'),
  template_text_invalid: help('模板内容不符合规范', '按fields逐条修改', 'The text breaks the rules for templates. See error.fields.'),

  group_taken: help('已有同名的分组', '换一个名称', 'A group of this name exists.'),
  group_too_deep: help('分组最多两级', '放到第一级分组下', 'Groups have two levels at most.'),
  group_grew: help('分组里的联系人比contactCount多', '核对后用新的数量重试', 'The group has more contacts than you said.'),
  group_has_groups: help('分组下还有分组', '先删除下级分组', 'Delete the groups below it first.'),
  group_too_full: help('联系人太多，不能连同分组一起删除', '先删除联系人', 'Too many contacts; remove them first.'),
  contact_exists: help('分组里已有这个号码', '修改原来的联系人', 'The number is in the group already.'),
  blacklist_complaint: help('因投诉加入的号码不能移除', '有疑问请联系客服', 'Numbers that complained cannot be removed.'),
  blacklist_consent_needed: help(
    '对方自己退订，移除须有重新同意的凭证',
    '在consent中写明时间和方式',
    'The person opted out; say in consent how they agreed anew.',
  ),

  code_taken: help('自定义后缀已被使用', '换一个，或不填使用随机后缀', 'The code is taken.'),
  code_unfit: help('自定义后缀是保留字或不雅词', '换一个', 'The code is reserved or offensive.'),
  target_refused: help('目标网址不能使用：被封禁、是内网地址或短链域名等', '按报错换一个网址', 'The target may not be linked to.'),
  link_domain_unusable: help(
    '域名不是您的、未验证或已停用',
    '在控制台的短链管理中验证域名',
    'The domain is not verified for your account.',
  ),
  link_not_active: help(
    'link里的短链接还在审核、已停用、已过期或不存在',
    '用getLink查看它的状态；审核通过后再发，或换一个短链接',
    'The short link asked for in link is under review, disabled, expired or missing.',
  ),
  link_units_insufficient: help('短链套餐余量不足', '购买短链套餐', 'Not enough link units. Buy a package.'),
  links_stopped: help('平台停用了账户的短链接', '请联系客服', 'Links of this account were stopped by the platform.'),
} as const satisfies Partial<Record<RefusalCode | ProtocolError, ErrorHelp>>
export type OpenErrorCode = keyof typeof openErrors

const isProtocol = (code: string): code is ProtocolError => code in protocolErrors

/** A code with its status and sentence, for the docs. */
export const openErrorFacts = (code: OpenErrorCode): { status: number; message: string } & ErrorHelp => {
  if (isProtocol(code)) return { ...protocolErrors[code], ...openErrors[code] }
  const { kind, message }: { kind: RefusalKind; message: string } = refusals[code]
  return { status: refusalStatus[kind], message, ...openErrors[code] }
}

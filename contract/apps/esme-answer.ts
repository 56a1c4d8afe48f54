import { type RefusalCode, refusals } from '#contract/refusals.ts'

interface EsmeAnswer {
  /** SMPP: command_status of submit_sm_resp. From 0x400 on, SMPP 3.4 leaves them to us (§5.1.3). */
  smpp: number
  /** CMPP: Result of CMPP_SUBMIT_RESP. From 100 on they are ours. */
  cmpp: number
  /** Meaning for readers of their own logs. */
  meaning: string
  codes: readonly RefusalCode[]
}

/** What a refused submit is answered with by SMPP and CMPP. */
export const esmeAnswers = {
  length: { smpp: 0x01, cmpp: 6, meaning: '内容过长，分段过多，或UCS-2的字节数为奇数', codes: ['message_too_long'] },
  system: { smpp: 0x08, cmpp: 8, meaning: '服务暂时不可用，请稍后重发', codes: ['database_unavailable'] },
  destination: { smpp: 0x0b, cmpp: 13, meaning: '手机号不正确', codes: ['phone_invalid', 'country_closed'] },
  throttled: {
    smpp: 0x58,
    cmpp: 8,
    meaning: '超过每秒条数或窗口，请减速后重发',
    codes: ['rate_exceeded', 'too_many_requests', 'busy'],
  },
  schedule: { smpp: 0x61, cmpp: 111, meaning: '定时时间不正确，须在30天之内', codes: ['send_time_invalid', 'schedule_out_of_range'] },
  temporary: { smpp: 0x64, cmpp: 8, meaning: '暂时没有可用的通道，请稍后重发', codes: ['channel_unavailable'] },
  coding: { smpp: 0x104, cmpp: 1, meaning: '内容不是所说的编码，或编码不支持', codes: ['text_unreadable'] },
  signature: {
    smpp: 0x401,
    cmpp: 100,
    meaning: '内容没有以可用的【签名】开头',
    codes: ['text_signature_missing', 'text_unsigned', 'signature_unknown', 'signature_not_allowed', 'signature_not_approved'],
  },
  template: {
    smpp: 0x402,
    cmpp: 101,
    meaning: '内容与已通过的模板不一致',
    codes: ['text_unmatched', 'template_unknown', 'template_not_allowed', 'parameter_missing', 'parameter_invalid'],
  },
  words: { smpp: 0x403, cmpp: 102, meaning: '内容含有禁止发送的词语', codes: ['text_forbidden'] },
  balance: {
    smpp: 0x404,
    cmpp: 103,
    meaning: '套餐余量或余额不足',
    codes: ['balance_insufficient', 'account_in_arrears', 'spend_cap_reached'],
  },
  blacklist: { smpp: 0x405, cmpp: 104, meaning: '号码在黑名单中', codes: ['phone_blacklisted'] },
  frequency: {
    smpp: 0x406,
    cmpp: 105,
    meaning: '号码超过发送频率限制，或短时间内内容重复',
    codes: ['frequency_exceeded', 'duplicate_content'],
  },
  hours: { smpp: 0x407, cmpp: 106, meaning: '不在应用的发送时段内', codes: ['app_hours'] },
  limit: {
    smpp: 0x408,
    cmpp: 107,
    meaning: '超过应用或账户的限额',
    codes: ['app_daily_limit', 'app_monthly_limit', 'app_spend_limit', 'daily_segments_exceeded'],
  },
  otpPaused: { smpp: 0x409, cmpp: 108, meaning: '验证码发送疑似异常，已自动暂停', codes: ['otp_paused'] },
  account: {
    smpp: 0x40a,
    cmpp: 109,
    meaning: '账户已冻结、未认证或认证类型不符',
    codes: ['account_frozen', 'account_not_attested', 'attestation_lapsed', 'company_required'],
  },
  ingress: {
    smpp: 0x40b,
    cmpp: 110,
    meaning: '应用已停用、未开启这种接口，或来源地址不在白名单',
    codes: ['app_disabled', 'ingress_closed', 'address_not_allowed'],
  },
} as const satisfies Record<string, EsmeAnswer>

/** Refused for another reason: the app's request log has the sentence. */
const other = { smpp: 0x45, cmpp: 112 }

const byCode = new Map<RefusalCode, { smpp: number; cmpp: number }>(
  Object.values(esmeAnswers).flatMap(answer => answer.codes.map(code => [code, answer])),
)

/** What a refusal is answered with, by protocol. */
export const esmeAnswerOf = (code: RefusalCode): { smpp: number; cmpp: number } =>
  byCode.get(code) ?? (refusals[code].kind === 'unavailable' ? esmeAnswers.system : other)

import { type RefusalCode, refusals } from '#contract/refusals.ts'

interface SmppStatus {
  status: number
  /** Meaning for readers of their own logs. */
  meaning: string
  codes: readonly RefusalCode[]
}

/**
 * Status of our SMPP server's answer to a refused submit_sm. From 0x400 on, SMPP 3.4 leaves them to us (§5.1.3); the
 * others are its own.
 */
export const smppStatuses = {
  length: { status: 0x01, meaning: '内容过长，分段过多，或UCS-2的字节数为奇数', codes: ['message_too_long'] },
  system: { status: 0x08, meaning: '服务暂时不可用，请稍后重发', codes: ['database_unavailable'] },
  destination: { status: 0x0b, meaning: '手机号不正确', codes: ['phone_invalid'] },
  throttled: { status: 0x58, meaning: '超过每秒条数或窗口，请减速后重发', codes: ['rate_exceeded', 'too_many_requests', 'busy'] },
  schedule: { status: 0x61, meaning: '定时时间不正确，须在30天之内', codes: ['send_time_invalid', 'schedule_out_of_range'] },
  temporary: { status: 0x64, meaning: '暂时没有可用的通道，请稍后重发', codes: ['channel_unavailable'] },
  coding: { status: 0x104, meaning: '内容不是data_coding所说的编码，或不支持：请使用0、1、3、8或15', codes: ['text_unreadable'] },
  signature: {
    status: 0x401,
    meaning: '内容没有以可用的【签名】开头',
    codes: ['text_signature_missing', 'text_unsigned', 'signature_unknown', 'signature_not_allowed', 'signature_not_approved'],
  },
  template: {
    status: 0x402,
    meaning: '内容与已通过的模板不一致',
    codes: ['text_unmatched', 'template_unknown', 'template_not_allowed', 'parameter_missing', 'parameter_invalid'],
  },
  words: { status: 0x403, meaning: '内容含有禁止发送的词语', codes: ['text_forbidden'] },
  balance: { status: 0x404, meaning: '套餐余量或余额不足', codes: ['balance_insufficient', 'account_in_arrears', 'spend_cap_reached'] },
  blacklist: { status: 0x405, meaning: '号码在黑名单中', codes: ['phone_blacklisted'] },
  frequency: { status: 0x406, meaning: '号码超过发送频率限制，或短时间内内容重复', codes: ['frequency_exceeded', 'duplicate_content'] },
  hours: { status: 0x407, meaning: '不在应用的发送时段内', codes: ['app_hours'] },
  limit: {
    status: 0x408,
    meaning: '超过应用或账户的限额',
    codes: ['app_daily_limit', 'app_monthly_limit', 'app_spend_limit', 'daily_segments_exceeded'],
  },
  otpPaused: { status: 0x409, meaning: '验证码发送疑似异常，已自动暂停', codes: ['otp_paused'] },
  account: {
    status: 0x40a,
    meaning: '账户已冻结、未认证或认证类型不符',
    codes: ['account_frozen', 'account_not_attested', 'attestation_lapsed', 'company_required'],
  },
  ingress: {
    status: 0x40b,
    meaning: '应用已停用、未开启SMPP，或来源地址不在白名单',
    codes: ['app_disabled', 'ingress_closed', 'address_not_allowed'],
  },
} as const satisfies Record<string, SmppStatus>

/** Refused for another reason: the app's request log has the sentence. */
const otherStatus = 0x45

const byCode = new Map<RefusalCode, number>(Object.values(smppStatuses).flatMap(({ status, codes }) => codes.map(code => [code, status])))

/** The command_status of a refusal. */
export const smppStatusOf = (code: RefusalCode): number =>
  byCode.get(code) ?? (refusals[code].kind === 'unavailable' ? smppStatuses.system.status : otherStatus)

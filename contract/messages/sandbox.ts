import type { MessageKind, TemplateVariable } from '#contract/content/template-text.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { MessageState } from './message-state.ts'

/** Outcome of a message of a test app: how it ends, after which delay, and what its phone answers. */
export interface SandboxResult {
  /** Null: no report ever comes. */
  end: { state: MessageState; code: string } | null
  delayMs: number
  reply?: string
  /** As the docs name it. */
  name: string
  nameEn: string
}

const soonMs = 2_000

/** Sandbox numbers with a special outcome; every other number behaves like the first. */
export const sandboxNumbers: Record<string, SandboxResult> = {
  '19900000001': {
    end: { state: 'delivered', code: 'DELIVRD' },
    delayMs: soonMs,
    name: '约2秒后送达',
    nameEn: 'delivered after about 2 s',
  },
  '19900000002': {
    end: { state: 'undelivered', code: 'MK:0001' },
    delayMs: soonMs,
    name: '空号，未送达',
    nameEn: 'undelivered: no such number',
  },
  '19900000003': { end: { state: 'rejected', code: 'REJECTD' }, delayMs: soonMs, name: '被运营商拒绝', nameEn: 'rejected by the carrier' },
  '19900000004': { end: null, delayMs: 0, name: '一直没有状态报告，停在“已提交”', nameEn: 'no report ever comes; stays submitted' },
  '19900000005': {
    end: { state: 'expired', code: 'EXPIRED' },
    delayMs: soonMs,
    name: '关机或不在服务区，过期',
    nameEn: 'expired: phone off or out of reach',
  },
  '19900000006': {
    end: { state: 'delivered', code: 'DELIVRD' },
    delayMs: 60_000,
    name: '60秒后才送达',
    nameEn: 'slow: delivered after 60 s',
  },
  '19900000007': {
    end: { state: 'delivered', code: 'DELIVRD' },
    delayMs: soonMs,
    reply: '收到',
    name: '送达，随后回复“收到”',
    nameEn: 'delivered, then the phone replies 收到',
  },
  '19900000008': {
    end: { state: 'delivered', code: 'DELIVRD' },
    delayMs: soonMs,
    reply: 'TD',
    name: '送达，随后回复“TD”退订',
    nameEn: 'delivered, then the phone replies TD (opt-out)',
  },
}
const ordinarySandboxResult: SandboxResult = sandboxNumbers['19900000001']!

/** Sandbox numbers that are refused at once, with the refusal of a real request. */
export const sandboxRefusals = {
  '19900000011': 'phone_blacklisted',
  '19900000012': 'frequency_exceeded',
  /** Of the whole request: no package, no balance. */
  '19900000013': 'balance_insufficient',
} as const satisfies Record<string, RefusalCode>

export type SandboxRefusal = (typeof sandboxRefusals)[keyof typeof sandboxRefusals]
export const sandboxRefusalOf = (phone: string): SandboxRefusal | null => (sandboxRefusals as Record<string, SandboxRefusal>)[phone] ?? null
export const sandboxResultOf = (phone: string): SandboxResult => sandboxNumbers[phone] ?? ordinarySandboxResult

/** A signature that every test app may use, for trials without an approved one. Its id belongs to no row. */
export const sandboxSignature = { signatureId: '00000000-0000-7000-8000-000000199000', text: '鸿雁测试' }

interface SandboxTemplate {
  templateId: string
  code: string
  kind: MessageKind
  text: string
  variables: TemplateVariable[]
}

/** Templates that every test app may use, one of each kind. Customers' own codes have nine digits. */
export const sandboxTemplates: readonly SandboxTemplate[] = [
  {
    templateId: '00000000-0000-7000-8000-000000199001',
    code: 'SMS_199001',
    kind: 'otp',
    text: '您的验证码是${code}，5分钟内有效。',
    variables: [{ name: 'code', kind: 'code', maxLength: 6 }],
  },
  {
    templateId: '00000000-0000-7000-8000-000000199002',
    code: 'SMS_199002',
    kind: 'transactional',
    text: '您的订单${no}已发货，请留意查收。',
    variables: [{ name: 'no', kind: 'alphanumeric', maxLength: 20 }],
  },
  {
    templateId: '00000000-0000-7000-8000-000000199003',
    code: 'SMS_199003',
    kind: 'marketing',
    text: '会员日全场八折，欢迎选购。',
    variables: [],
  },
]

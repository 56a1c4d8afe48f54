import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/** States of an account's identity (KYC). `lapsed`: it was attested, and its papers have expired. */
export const attestationStatuses = {
  none: { name: '未认证' },
  person: { name: '个人认证' },
  company: { name: '企业认证' },
  lapsed: { name: '认证已过期' },
} as const
export type AttestationStatus = keyof typeof attestationStatuses
export interface AttestationState {
  attestationStatus: AttestationStatus
  isAttestationReviewing: boolean
}
export const attestationStatusNames = keysOf(attestationStatuses)

interface CapabilityRule {
  /** The act, as a verb. */
  name: string
  may: readonly AttestationStatus[]
}

/**
 * Capabilities by attestation: the one table. Calls name a row (`needs`, enforced by http/server/serve.ts), the domain
 * asks `requireCapability` (domain/identity/capability.ts), screens explain it (console/shared/CapabilityNote.tsx).
 * Network law requires a known identity before anything is sent; marketing and own domains require a registered company
 * or institution.
 */
export const capabilities = {
  'package.buy': { name: '充值和购买套餐', may: ['none', 'person', 'company', 'lapsed'] },
  'text.submit': { name: '提交签名和模板审核', may: ['none', 'person', 'company', 'lapsed'] },
  'message.send': { name: '发送验证码和通知短信', may: ['person', 'company', 'lapsed'] },
  'marketing.send': { name: '发送推广短信', may: ['company'] },
  'link.create': { name: '新建短链接', may: ['person', 'company'] },
  'domain.add': { name: '绑定自有短链域名', may: ['company'] },
} as const satisfies Record<string, CapabilityRule>
export type Capability = keyof typeof capabilities
export const capabilityNames = keysOf(capabilities)

/** Quotas by attestation; null: no limit of this kind. */
export const quotas = {
  /** Segments sent on a day in China. */
  dailySegments: { none: 0, person: limits.personDailySegments, company: null, lapsed: null },
  contacts: { none: limits.personContacts, person: limits.personContacts, company: limits.companyContacts, lapsed: limits.companyContacts },
} as const satisfies Record<string, Record<AttestationStatus, number | null>>

export const mayDo = (attestationStatus: AttestationStatus, capability: Capability): boolean =>
  capabilities[capability].may.some(one => one === attestationStatus)

export type CapabilityRefusal = 'account_not_attested' | 'attestation_lapsed' | 'company_required'

/** The refusal code for an account in this state; null when it has the capability. */
export function capabilityProblem(attestationStatus: AttestationStatus, capability: Capability): CapabilityRefusal | null {
  if (mayDo(attestationStatus, capability)) return null
  if (attestationStatus === 'none') return 'account_not_attested'
  return attestationStatus === 'lapsed' ? 'attestation_lapsed' : 'company_required'
}

/** The same as text: what is missing and what to do; null when the account has the capability. */
export function capabilityLabels(
  { attestationStatus, isAttestationReviewing }: AttestationState,
  capability: Capability,
): { text: string; act: string } | null {
  const { name } = capabilities[capability]
  const problem = capabilityProblem(attestationStatus, capability)
  if (problem === null) return null
  if (isAttestationReviewing) return { text: `实名认证正在审核，通过后才能${name}。`, act: '查看进度' }
  if (problem === 'attestation_lapsed') return { text: `实名认证的证照已过期，暂时不能${name}。`, act: '去更新证照' }
  const needsCompany = !mayDo('person', capability)
  if (problem === 'company_required') return { text: `个人认证的账户不能${name}，升级为企业认证后可用。`, act: '去升级认证' }
  return { text: `完成${needsCompany ? '企业' : '实名'}认证后才能${name}。`, act: '去认证' }
}

import type { ContactRole } from '#contract/account/attestation.ts'
import type { SecondFactor, SessionProof } from '#contract/account/profile.ts'

export const contactRoleNames: Record<ContactRole, string> = {
  finance: '财务',
  technical: '技术',
  operations: '运营',
  security: '安全',
  other: '其他',
}

export const secondFactorTexts = {
  none: { name: '不需要', about: '只用密码登录' },
  sms: { name: '短信验证码', about: '每次用密码登录后，再输入发到您手机的验证码' },
  totp: { name: '身份验证器', about: '用手机上的验证器应用生成动态验证码，不依赖短信' },
} as const satisfies Record<SecondFactor, object>

export const sessionProofNames: Record<SessionProof, string> = {
  password: '密码',
  code: '短信验证码',
  totp: '身份验证器',
  recovery_code: '备用验证码',
  staff: '平台客服（只读）',
}

/** Reasons why a visitor saw a page instead of the target, with the texts of the screens. */
export const missedReasons = {
  leave: '提示在浏览器打开',
  early: '还没有生效',
  closed: '不在开放时间',
  ended: '已过期或次数用完',
  password: '停在输入密码',
  disabled: '已停用',
  reviewing: '审核中',
  rejected: '审核未通过',
  blocked: '已封禁',
  missing: '没有这个短链（自有域名）',
} as const
export type MissedReason = keyof typeof missedReasons

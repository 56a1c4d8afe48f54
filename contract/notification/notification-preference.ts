import type { Permission } from '#contract/identity/permission.ts'
import { keysOf } from '#values/keys.ts'

/** Notification methods for a member besides the message centre, which always shows everything. */
export const notificationMethods = { sms: '短信', email: '邮件' } as const
export type NotificationMethod = keyof typeof notificationMethods
export const notificationMethodNames = keysOf(notificationMethods)

interface Notification {
  name: string
  about: string
  /** Default methods. */
  channels: readonly NotificationMethod[]
  /** A method that can't be turned off. */
  fixed: NotificationMethod | null
  /** Permission that the reader's role needs, unless it is for one member only. */
  permission: Permission
}

/** Kinds of notifications to an account. */
export const notificationKinds = {
  review: {
    name: '审核结果',
    about: '签名、模板、认证、短链等的审核结果',
    channels: ['email'],
    fixed: null,
    permission: 'signature.read',
  },
  finance: {
    name: '费用与发票',
    about: '余额与套餐预警、充值、退款、订单和发票',
    channels: ['sms', 'email'],
    fixed: null,
    permission: 'finance.read',
  },
  security: {
    name: '账户安全',
    about: '异地登录，密码、手机号、成员与权限的变更',
    channels: ['sms', 'email'],
    fixed: 'sms',
    permission: 'member.write',
  },
  alert: {
    name: '发送预警',
    about: '投诉与退订异常，群发停止，到达率下降',
    channels: ['sms', 'email'],
    fixed: null,
    permission: 'message.read',
  },
  broadcast: { name: '群发结束', about: '群发已全部提交，或没有发完就结束', channels: [], fixed: null, permission: 'broadcast.read' },
  export: { name: '任务完成', about: '导出文件已生成，批量任务已结束', channels: [], fixed: null, permission: 'export.read' },
  account: { name: '账户变动', about: '认证到期、限额调整、运营人员的操作', channels: ['email'], fixed: null, permission: 'account.read' },
} as const satisfies Record<string, Notification>
export type NotificationKind = keyof typeof notificationKinds
export const notificationKindNames = keysOf(notificationKinds)

/** A member's choice of methods by kind. A missing kind has the default ones. */
export type NotificationChoice = { [Kind in NotificationKind]?: readonly NotificationMethod[] }

/** The methods by which a member is notified of a kind. */
export function channelsOf(kind: NotificationKind, choice: NotificationChoice): readonly NotificationMethod[] {
  const { channels, fixed }: Notification = notificationKinds[kind]
  const chosen = choice[kind] ?? channels
  return fixed && !chosen.includes(fixed) ? [fixed, ...chosen] : chosen
}

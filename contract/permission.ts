/** What a member may do, in the words of the table role × permission. */
export const permissionNames = {
  'account.read': '查看账户',
  'account.write': '修改账户',
  'signature.read': '查看签名',
  'signature.write': '管理签名',
  'template.read': '查看模板',
  'template.write': '管理模板',
  'broadcast.read': '查看群发',
  'broadcast.write': '群发短信',
  'message.read': '查看发送记录',
  'message.reveal': '查看完整号码',
  'blacklist.read': '查看黑名单',
  'blacklist.write': '管理黑名单',
  'finance.read': '查看财务',
  'finance.write': '购买与充值',
} as const
export type Permission = keyof typeof permissionNames

const all = Object.keys(permissionNames) as Permission[]
const reading = all.filter(permission => permission.endsWith('.read'))

/** Roles of an account's members (spec/account.md). */
export const roles = {
  owner: { name: '所有者', may: all },
  administrator: { name: '管理员', may: all },
  operations: {
    name: '运营',
    may: [...reading, 'signature.write', 'template.write', 'broadcast.write', 'blacklist.write'] as Permission[],
  },
  developer: { name: '开发', may: [...reading, 'template.write'] as Permission[] },
  finance: { name: '财务', may: ['account.read', 'message.read', 'finance.read', 'finance.write'] as Permission[] },
  viewer: { name: '只读', may: reading },
} as const
export type Role = keyof typeof roles

/** Roles of the platform's own staff. */
export const staffRoles = { reviewer: '审核', finance: '财务', operations: '运维', administrator: '管理员' } as const
export type StaffRole = keyof typeof staffRoles

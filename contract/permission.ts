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
  'phonebook.read': '查看通讯录',
  'phonebook.write': '管理通讯录',
  'export.read': '查看与下载导出文件',
  'export.write': '导出数据',
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
    may: [
      ...reading,
      'signature.write',
      'template.write',
      'broadcast.write',
      'blacklist.write',
      'phonebook.write',
      'export.write',
    ] as Permission[],
  },
  developer: { name: '开发', may: [...reading, 'template.write'] as Permission[] },
  finance: {
    name: '财务',
    may: ['account.read', 'message.read', 'finance.read', 'finance.write', 'export.read', 'export.write'] as Permission[],
  },
  viewer: { name: '只读', may: reading },
} as const
export type Role = keyof typeof roles

/** What the platform's own staff may do. */
export const staffPermissionNames = {
  'review.decide': '审核签名与模板',
  'filing.write': '管理签名报备',
  'word.write': '管理违禁词',
  'blacklist.manage': '管理平台黑名单与投诉',
  'customer.read': '查看客户',
  'customer.attest': '认证客户',
  'customer.freeze': '冻结客户',
  'customer.credit': '赠送套餐与充值',
  'channel.read': '查看通道',
  'channel.write': '管理通道与路由',
  'segment.write': '管理号段',
  'code.write': '管理状态码',
  'package.write': '管理套餐与价格',
  'setting.write': '修改运行参数',
  'activity.read': '查看操作记录',
} as const
export type StaffPermission = keyof typeof staffPermissionNames

/** Roles of the platform's own staff (spec/account.md, "Back office"): who reviews moves no money, who moves money doesn't review. */
export const staffRoles = {
  reviewer: { name: '审核', may: ['review.decide', 'filing.write', 'word.write', 'customer.read', 'customer.attest'] as StaffPermission[] },
  finance: { name: '财务', may: ['customer.read', 'customer.credit', 'package.write'] as StaffPermission[] },
  operations: {
    name: '运维',
    may: [
      'filing.write',
      'blacklist.manage',
      'customer.read',
      'customer.freeze',
      'channel.read',
      'channel.write',
      'segment.write',
      'code.write',
      'setting.write',
    ] as StaffPermission[],
  },
  administrator: { name: '管理员', may: Object.keys(staffPermissionNames) as StaffPermission[] },
} as const
export type StaffRole = keyof typeof staffRoles

import { keysOf } from '#values/keys.ts'
/** Permissions of members, with the texts of the table role × permission. */
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
  'link.read': '查看短链接与访客统计',
  'link.write': '管理短链接',
  'app.read': '查看应用与请求日志',
  'app.write': '管理应用与密钥',
  'export.read': '查看与下载导出文件',
  'export.write': '导出数据',
  'finance.read': '查看财务',
  'finance.write': '购买与充值',
  'invoice.read': '查看发票',
  'invoice.write': '申请发票与管理开票资料',
  'member.read': '查看成员',
  'member.write': '邀请与管理成员',
  'audit.read': '查看操作日志',
  'account.close': '注销账户',
} as const
export type Permission = keyof typeof permissionNames

const all = keysOf(permissionNames)
const reading = all.filter(permission => permission.endsWith('.read'))

export type Role = 'owner' | 'administrator' | 'operations' | 'developer' | 'finance' | 'viewer'

/** Roles of an account's members (role-based access control). */
export const roles: Readonly<Record<Role, { name: string; may: readonly Permission[] }>> = {
  owner: { name: '所有者', may: all },
  administrator: { name: '管理员', may: all.filter(permission => permission !== 'account.close') },
  operations: {
    name: '运营',
    may: [
      ...reading,
      'signature.write',
      'template.write',
      'broadcast.write',
      'blacklist.write',
      'phonebook.write',
      'link.write',
      'export.write',
    ],
  },
  developer: { name: '开发', may: [...reading, 'template.write', 'app.write'] },
  finance: {
    name: '财务',
    may: ['account.read', 'message.read', 'finance.read', 'finance.write', 'invoice.read', 'invoice.write', 'export.read', 'export.write'],
  },
  viewer: { name: '只读', may: reading },
}

/** Permissions of staff. */
export const staffPermissionNames = {
  'review.decide': '审核签名与模板',
  'senderRegistration.write': '管理签名报备',
  'word.write': '管理违禁词',
  'link.manage': '管理短链接与域名',
  'blacklist.manage': '管理平台黑名单与投诉',
  'customer.read': '查看客户',
  'customer.attest': '认证客户',
  'customer.freeze': '冻结客户',
  'customer.credit': '赠送套餐与调账',
  'message.read': '查询客户的短信',
  'personalData.manage': '提供和删除个人信息',
  'customer.enter': '以只读方式进入客户控制台',
  'finance.read': '查看订单、账务与对账',
  'payment.confirm': '确认汇款、处理退款与提现',
  'invoice.manage': '开具、红冲与寄送发票',
  'approval.decide': '复核资金与大批量操作',
  'announcement.write': '发布公告',
  'statistics.read': '查看平台统计',
  'channel.read': '查看通道',
  'channel.write': '管理通道与路由',
  'segment.write': '管理号段',
  'code.write': '管理状态码',
  'package.write': '管理套餐与价格',
  'setting.write': '修改运行参数',
  'audit.read': '查看操作记录',
  'staff.manage': '管理员工',
} as const
export type StaffPermission = keyof typeof staffPermissionNames

export type StaffRole = 'reviewer' | 'finance' | 'operations' | 'administrator'

/** Roles of staff, with separation of duties: reviewers move no money, and those who move money don't review. */
export const staffRoles: Readonly<Record<StaffRole, { name: string; may: readonly StaffPermission[] }>> = {
  reviewer: {
    name: '审核',
    may: ['review.decide', 'senderRegistration.write', 'word.write', 'link.manage', 'customer.read', 'customer.attest', 'statistics.read'],
  },
  finance: {
    name: '财务',
    may: [
      'customer.read',
      'customer.credit',
      'package.write',
      'finance.read',
      'payment.confirm',
      'invoice.manage',
      'approval.decide',
      'statistics.read',
    ],
  },
  operations: {
    name: '运维',
    may: [
      'senderRegistration.write',
      'blacklist.manage',
      'link.manage',
      'customer.read',
      'customer.freeze',
      'channel.read',
      'channel.write',
      'segment.write',
      'code.write',
      'setting.write',
      'message.read',
      'personalData.manage',
      'customer.enter',
      'approval.decide',
      'announcement.write',
      'statistics.read',
    ],
  },
  administrator: { name: '管理员', may: keysOf(staffPermissionNames) },
}

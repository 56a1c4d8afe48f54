import type { Call } from '#contract/call.ts'
import { keysOf } from '#values/keys.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Tabs of the audit log. */
export const auditLogKinds = {
  operation: '操作日志',
  sign_in: '登录日志',
  money: '资金操作',
} as const
export type AuditLogKind = keyof typeof auditLogKinds
export const auditLogKindNames = keysOf(auditLogKinds)

/** POST calls that leave no line in the audit log, each with its reason; a test checks that every other one does. */
export const unloggedCalls: Readonly<Record<string, string>> = {
  '/api/apps/check-signature': 'reads: what is wrong with the signature of a request',
  '/api/contents/check': 'reads: findings in a text while it is typed',
  '/api/broadcasts/preview': 'reads: what a broadcast would cost',
  '/api/contact-recipients/count': 'reads: how many numbers a choice has',
  '/api/announcements/read': 'marks what was read',
  '/api/announcements/read-all': 'marks what was read',
  '/api/notifications/read': 'marks what was read',
  '/api/notifications/read-all': 'marks what was read',
  '/api/landing/link': 'reads: the address of a page',
  '/api/links/target': 'reads: findings in an address while it is typed',
  '/api/links/target/follow': 'reads: where an address leads',
  '/api/list-views/columns': 'how a list looks to one person',
  '/api/admin/list-views/columns': 'how a list looks to one person',
  '/api/broadcast-drafts/save': 'saves by itself every few seconds while one types; the broadcast itself leaves a line',
}

/** Whether a call leaves a line in its caller's audit log. */
export const isLogged = (call: Call): boolean => call.method === 'POST' && !(call.path in unloggedCalls)

/** Permissions for acts that move money or determine where it goes. */
const moneyPermissions: readonly string[] = ['finance.write', 'invoice.write']

/** The tab of a call's lines. */
export const kindOfCall = (call: Call): AuditLogKind =>
  call.audience.kind === 'member' && moneyPermissions.includes(call.audience.permission ?? '') ? 'money' : 'operation'

/** A call's name in the audit log: its path after `/api/`. */
export const actionOfCall = (call: Pick<Call, 'path'>): string => call.path.replace('/api/', '')

/** Modules of acts, by the first part of the action. Others are 其他. */
const modules = {
  签名: ['signatures', 'proofs', 'contents'],
  模板: ['templates'],
  群发: ['broadcasts', 'broadcast-drafts', 'broadcast-links', 'uploads', 'contact-recipients'],
  发送记录: ['messages', 'inbound'],
  通讯录: ['contacts', 'contact-groups', 'contact-fields', 'contact-tags', 'contact-tasks'],
  黑名单: ['blacklist', 'opt-out', 'landing'],
  短链接: ['links', 'link-tasks', 'link-groups', 'link-domains', 'target-domains', 'link-batches'],
  应用: ['apps', 'webhooks'],
  导出: ['exports', 'export.download'],
  财务: ['recharge', 'packages', 'orders', 'bank', 'withdrawals', 'finance', 'bills'],
  发票: ['invoices', 'invoice-requests', 'invoice-titles', 'invoice-addresses', 'invoice-emails'],
  认证: ['attestation', 'account-profile', 'private-files'],
  账户与成员: ['profile', 'members', 'invitation', 'closing', 'step-up', 'avatar', 'activity'],
  登录: ['sign_in', 'sign-in', 'sign-out', 'register', 'recovery'],
} as const
export type AuditLogModule = keyof typeof modules | '其他'
export const auditLogModuleNames: [AuditLogModule, ...AuditLogModule[]] = ['其他', ...keysOf(modules)]

const moduleOfPart = new Map<string, AuditLogModule>(
  Object.entries(modules).flatMap(([name, parts]) => parts.map(part => [part, name as AuditLogModule] as const)),
)

/** The module of an action. */
export const moduleOf = (action: string): AuditLogModule => moduleOfPart.get(firstOrThrow(action.split('/'))) ?? '其他'

/** The first parts of a module's actions; for 其他 those that are excluded. */
export const partsOfModule = (module: AuditLogModule): { isIn: boolean; parts: string[] } =>
  module === '其他' ? { isIn: false, parts: [...moduleOfPart.keys()] } : { isIn: true, parts: [...modules[module]] }

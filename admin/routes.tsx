import type { ComponentType } from 'react'
import type { AdminPath } from '#contract/admin-pages.ts'
import type { StaffPermission } from '#contract/identity/permission.ts'
import { isKeyOf } from '#values/keys.ts'

export interface AdminRoute {
  title: string
  /** Null: everyone who is signed in. */
  permission: StaffPermission | null
  load: () => Promise<{ Page: ComponentType }>
}

/** Route table of the back office, in the order of the menu. */
export const routes: Record<AdminPath, AdminRoute> = {
  '/sign-in': { title: '运营后台登录', permission: null, load: () => import('./sign-in/Page.tsx') },
  '/set-up': { title: '创建管理员', permission: null, load: () => import('./set-up/Page.tsx') },
  '/': { title: '工作台', permission: null, load: () => import('./home/Page.tsx') },
  '/reviews': { title: '内容审核', permission: 'review.decide', load: () => import('./reviews/Page.tsx') },
  '/attestations': { title: '认证审核', permission: 'customer.attest', load: () => import('./attestations/Page.tsx') },
  '/sender-registration': {
    title: '签名报备',
    permission: 'senderRegistration.write',
    load: () => import('./sender-registration/Page.tsx'),
  },
  '/words': { title: '违禁词', permission: 'word.write', load: () => import('./words/Page.tsx') },
  '/link-reviews': { title: '短链审核', permission: 'link.manage', load: () => import('./link-reviews/Page.tsx') },
  '/links': { title: '短链查询', permission: 'link.manage', load: () => import('./links/Page.tsx') },
  '/link-reports': { title: '短链举报', permission: 'link.manage', load: () => import('./link-reports/Page.tsx') },
  '/domains': { title: '域名管理', permission: 'link.manage', load: () => import('./domains/Page.tsx') },
  '/blacklist': {
    title: '平台黑名单',
    permission: 'blacklist.manage',
    load: () => import('./blacklist/Page.tsx'),
  },
  '/customers': { title: '客户', permission: 'customer.read', load: () => import('./customers/Page.tsx') },
  '/messages': { title: '短信查询', permission: 'message.read', load: () => import('./messages/Page.tsx') },
  '/channels': { title: '通道', permission: 'channel.read', load: () => import('./channels/Page.tsx') },
  '/routes': { title: '路由', permission: 'channel.read', load: () => import('./routes/Page.tsx') },
  '/segments': { title: '号段', permission: 'segment.write', load: () => import('./segments/Page.tsx') },
  '/codes': { title: '状态码', permission: 'code.write', load: () => import('./codes/Page.tsx') },
  '/bank': { title: '汇款', permission: 'finance.read', load: () => import('./bank/Page.tsx') },
  '/withdrawals': { title: '提现', permission: 'finance.read', load: () => import('./withdrawals/Page.tsx') },
  '/reconciliation': { title: '对账', permission: 'finance.read', load: () => import('./reconciliation/Page.tsx') },
  '/recharges': { title: '充值查询', permission: 'finance.read', load: () => import('./recharges/Page.tsx') },
  '/orders': { title: '订单', permission: 'finance.read', load: () => import('./orders/Page.tsx') },
  '/refunds': { title: '退款审核', permission: 'finance.read', load: () => import('./refunds/Page.tsx') },
  '/approvals': { title: '复核', permission: 'approval.decide', load: () => import('./approvals/Page.tsx') },
  '/ledger-health': { title: '账务健康', permission: 'finance.read', load: () => import('./ledger-health/Page.tsx') },
  '/invoices': { title: '发票', permission: 'invoice.manage', load: () => import('./invoices/Page.tsx') },
  '/invoice-titles': {
    title: '抬头审核',
    permission: 'invoice.manage',
    load: () => import('./invoice-titles/Page.tsx'),
  },
  '/invoice-settings': {
    title: '开票设置',
    permission: 'invoice.manage',
    load: () => import('./invoice-settings/Page.tsx'),
  },
  '/packages': { title: '套餐与价格', permission: 'package.write', load: () => import('./packages/Page.tsx') },
  '/settings': { title: '运行参数', permission: 'setting.write', load: () => import('./settings/Page.tsx') },
  '/system-status': { title: '系统状态', permission: 'channel.read', load: () => import('./system-status/Page.tsx') },
  '/statistics': { title: '平台统计', permission: 'statistics.read', load: () => import('./statistics/Page.tsx') },
  '/phone-changes': { title: '换号审核', permission: 'customer.attest', load: () => import('./phone-changes/Page.tsx') },
  '/personal-data': { title: '个人信息', permission: 'personalData.manage', load: () => import('./personal-data/Page.tsx') },
  '/staff': { title: '员工', permission: 'staff.manage', load: () => import('./staff/Page.tsx') },
  '/account': { title: '我的账号', permission: null, load: () => import('./account/Page.tsx') },
  '/announcements': { title: '公告', permission: 'announcement.write', load: () => import('./announcements/Page.tsx') },
  '/on-call': { title: '值班通知', permission: 'setting.write', load: () => import('./on-call/Page.tsx') },
  '/activity': { title: '操作记录', permission: 'audit.read', load: () => import('./activity/Page.tsx') },
}

/** The route of an address, with or without a trailing slash. */
export function routeOf(pathname: string): AdminRoute | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return isKeyOf(routes, path) ? routes[path] : undefined
}

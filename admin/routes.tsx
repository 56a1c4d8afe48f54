import type { ComponentType } from 'react'
import type { AdminPath } from '#contract/admin-pages.ts'
import type { StaffPermission } from '#contract/identity/permission.ts'

export interface AdminRoute {
  title: string
  /** Initials of the title in pinyin, for the command palette. */
  initials: string
  /** Null: everyone who is signed in. */
  permission: StaffPermission | null
  load: () => Promise<{ Page: ComponentType }>
}

/** Route table of the back office, in the order of the menu. */
export const routes: Record<AdminPath, AdminRoute> = {
  '/sign-in': { title: '运营后台登录', initials: 'dl', permission: null, load: () => import('./sign-in/Page.tsx') },
  '/set-up': { title: '创建管理员', initials: 'cjgly', permission: null, load: () => import('./set-up/Page.tsx') },
  '/': { title: '工作台', initials: 'gzt', permission: null, load: () => import('./home/Page.tsx') },
  '/reviews': { title: '内容审核', initials: 'nrsh', permission: 'review.decide', load: () => import('./reviews/Page.tsx') },
  '/attestations': { title: '认证审核', initials: 'rzsh', permission: 'customer.attest', load: () => import('./attestations/Page.tsx') },
  '/sender-registration': {
    title: '签名报备',
    initials: 'qmbb',
    permission: 'senderRegistration.write',
    load: () => import('./sender-registration/Page.tsx'),
  },
  '/words': { title: '违禁词', initials: 'wjc', permission: 'word.write', load: () => import('./words/Page.tsx') },
  '/link-reviews': { title: '短链审核', initials: 'dlsh', permission: 'link.manage', load: () => import('./link-reviews/Page.tsx') },
  '/links': { title: '短链查询', initials: 'dlcx', permission: 'link.manage', load: () => import('./links/Page.tsx') },
  '/link-reports': { title: '短链举报', initials: 'dljb', permission: 'link.manage', load: () => import('./link-reports/Page.tsx') },
  '/domains': { title: '域名管理', initials: 'ymgl', permission: 'link.manage', load: () => import('./domains/Page.tsx') },
  '/blacklist': {
    title: '平台黑名单',
    initials: 'pthmd',
    permission: 'blacklist.manage',
    load: () => import('./blacklist/Page.tsx'),
  },
  '/customers': { title: '客户', initials: 'kh', permission: 'customer.read', load: () => import('./customers/Page.tsx') },
  '/channels': { title: '通道', initials: 'td', permission: 'channel.read', load: () => import('./channels/Page.tsx') },
  '/routes': { title: '路由', initials: 'ly', permission: 'channel.read', load: () => import('./routes/Page.tsx') },
  '/segments': { title: '号段', initials: 'hd', permission: 'segment.write', load: () => import('./segments/Page.tsx') },
  '/codes': { title: '状态码', initials: 'ztm', permission: 'code.write', load: () => import('./codes/Page.tsx') },
  '/bank': { title: '汇款', initials: 'hk', permission: 'finance.read', load: () => import('./bank/Page.tsx') },
  '/withdrawals': { title: '提现', initials: 'tx', permission: 'finance.read', load: () => import('./withdrawals/Page.tsx') },
  '/reconciliation': { title: '对账', initials: 'dz', permission: 'finance.read', load: () => import('./reconciliation/Page.tsx') },
  '/recharges': { title: '充值查询', initials: 'czcx', permission: 'finance.read', load: () => import('./recharges/Page.tsx') },
  '/orders': { title: '订单', initials: 'dd', permission: 'finance.read', load: () => import('./orders/Page.tsx') },
  '/refunds': { title: '退款审核', initials: 'tksh', permission: 'finance.read', load: () => import('./refunds/Page.tsx') },
  '/approvals': { title: '复核', initials: 'fh', permission: 'approval.decide', load: () => import('./approvals/Page.tsx') },
  '/ledger-health': { title: '账务健康', initials: 'zwjk', permission: 'finance.read', load: () => import('./ledger-health/Page.tsx') },
  '/invoices': { title: '发票', initials: 'fp', permission: 'invoice.manage', load: () => import('./invoices/Page.tsx') },
  '/invoice-titles': {
    title: '抬头审核',
    initials: 'ttsh',
    permission: 'invoice.manage',
    load: () => import('./invoice-titles/Page.tsx'),
  },
  '/invoice-settings': {
    title: '开票设置',
    initials: 'kpsz',
    permission: 'invoice.manage',
    load: () => import('./invoice-settings/Page.tsx'),
  },
  '/packages': { title: '套餐与价格', initials: 'tcyjg', permission: 'package.write', load: () => import('./packages/Page.tsx') },
  '/settings': { title: '运行参数', initials: 'yxcs', permission: 'setting.write', load: () => import('./settings/Page.tsx') },
  '/statistics': { title: '平台统计', initials: 'pttj', permission: 'statistics.read', load: () => import('./statistics/Page.tsx') },
  '/phone-changes': { title: '换号审核', initials: 'hhsh', permission: 'customer.attest', load: () => import('./phone-changes/Page.tsx') },
  '/staff': { title: '员工', initials: 'yg', permission: 'staff.manage', load: () => import('./staff/Page.tsx') },
  '/account': { title: '我的账号', initials: 'wdzh', permission: null, load: () => import('./account/Page.tsx') },
  '/announcements': { title: '公告', initials: 'gg', permission: 'announcement.write', load: () => import('./announcements/Page.tsx') },
  '/activity': { title: '操作记录', initials: 'czjl', permission: 'audit.read', load: () => import('./activity/Page.tsx') },
}

/** The route of an address, with or without a trailing slash. */
export function routeOf(pathname: string): AdminRoute | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return (routes as Record<string, AdminRoute>)[path]
}

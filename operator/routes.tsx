import type { ComponentType } from 'react'
import type { OperatorPath } from '#contract/operator-pages.ts'
import type { StaffPermission } from '#contract/permission.ts'

export interface OperatorRoute {
  title: string
  /** Initials of the title in pinyin, for the palette. */
  initials: string
  /** Null: everyone who is signed in. */
  permission: StaffPermission | null
  load: () => Promise<{ Page: ComponentType }>
}

/** The one route table of the back office, in the order of the menu. */
export const routes: Record<OperatorPath, OperatorRoute> = {
  '/sign-in': { title: '运营后台登录', initials: 'dl', permission: null, load: () => import('./sign-in/Page.tsx') },
  '/': { title: '工作台', initials: 'gzt', permission: null, load: () => import('./home/Page.tsx') },
  '/reviews': { title: '内容审核', initials: 'nrsh', permission: 'review.decide', load: () => import('./reviews/Page.tsx') },
  '/filing': { title: '签名报备', initials: 'qmbb', permission: 'filing.write', load: () => import('./filing/Page.tsx') },
  '/words': { title: '违禁词', initials: 'wjc', permission: 'word.write', load: () => import('./words/Page.tsx') },
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
  '/packages': { title: '套餐与价格', initials: 'tcyjg', permission: 'package.write', load: () => import('./packages/Page.tsx') },
  '/settings': { title: '运行参数', initials: 'yxcs', permission: 'setting.write', load: () => import('./settings/Page.tsx') },
  '/activity': { title: '操作记录', initials: 'czjl', permission: 'activity.read', load: () => import('./activity/Page.tsx') },
}

/** The route of an address, with or without a slash at its end. */
export function routeOf(pathname: string): OperatorRoute | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return (routes as Record<string, OperatorRoute>)[path]
}

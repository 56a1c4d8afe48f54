import type { PagePath } from '#contract/pages.ts'

/** An entry of the menu; the pages that share it are tabs of one header, the first that a member may open leads. */
export interface SiteEntry {
  title: string
  tabs: readonly PagePath[]
  /** Reached from the header alone. */
  isInHeader?: boolean
  /** The tab to which `?id=` is carried over: both show the same object. */
  sameId?: PagePath
}

interface SiteGroup {
  /** Empty: its entries stand alone. */
  title: string
  entries: readonly SiteEntry[]
}

/** Where members' pages have their place, in the order of the menu. Those below another one are in `parents`. */
export const siteMap: readonly SiteGroup[] = [
  { title: '', entries: [{ title: '首页', tabs: ['/system/home', '/sms/home'] }] },
  {
    title: '发送',
    entries: [
      { title: '群发短信', tabs: ['/sms/broadcast'] },
      { title: '群发任务与记录', tabs: ['/sms/broadcast-task', '/sms/broadcast-history'] },
      { title: '发送记录', tabs: ['/sms/delivery'] },
      { title: '统计分析', tabs: ['/sms/smsTotal'] },
    ],
  },
  {
    title: '素材与人群',
    entries: [
      { title: '模板与签名', tabs: ['/sms/template', '/sms/signature'] },
      { title: '通讯录', tabs: ['/sms/phonebook'] },
      { title: '黑名单与退订', tabs: ['/sms/blacklist'] },
    ],
  },
  {
    title: '短链接',
    entries: [
      { title: '短链', tabs: ['/shorturl/manage'] },
      { title: '访客统计', tabs: ['/shorturl/visitor'] },
    ],
  },
  {
    title: '开发与监控',
    entries: [
      { title: '应用', tabs: ['/sms/app-manage', '/sms/app-config'], sameId: '/sms/app-config' },
      { title: '预警', tabs: ['/sms/app-warning'] },
    ],
  },
  {
    title: '费用',
    entries: [
      { title: '套餐', tabs: ['/sms/combo', '/shorturl/combo'] },
      { title: '余额与充值', tabs: ['/system/finance/overview', '/system/finance/recharge', '/system/finance/transaction'] },
      {
        title: '账单与订单',
        tabs: ['/system/finance/consume', '/system/finance/order', '/system/finance/bill/overview', '/system/finance/bill/detail'],
      },
      { title: '发票', tabs: ['/system/finance/invoice', '/system/finance/invoice/content', '/system/finance/invoice/express'] },
    ],
  },
  {
    title: '',
    entries: [
      {
        title: '账户',
        tabs: [
          '/system/uaccount/attestation',
          '/system/uaccount/attestation/AccountProfile',
          '/system/uaccount/userinfo',
          '/system/uaccount/ulog',
        ],
      },
      { title: '导出中心', tabs: ['/sms/derivation', '/system/uaccount/derivation'], isInHeader: true },
      { title: '公告与消息', tabs: ['/notice'], isInHeader: true },
    ],
  },
]

/** The page above one; breadcrumbs lead through it. One that is no tab is reached from there. */
export const parents: Partial<Record<PagePath, PagePath>> = {
  '/sms/combo/purchase': '/sms/combo',
  '/shorturl/create': '/shorturl/manage',
  '/shorturl/combo/purchase': '/shorturl/combo',
  '/system/finance/bill/detail': '/system/finance/bill/overview',
  '/system/finance/invoice/create': '/system/finance/invoice',
  '/system/uaccount/attestation/AccountProfile': '/system/uaccount/attestation',
}

const places = siteMap.flatMap(group => group.entries.map(entry => ({ group, entry })))

/** Group and entry of a page: its own, or those of the page above it. Null for visitors' pages. */
export function placeOf(path: PagePath): { group: SiteGroup; entry: SiteEntry } | null {
  const own = places.find(({ entry }) => entry.tabs.includes(path))
  const parent = parents[path]
  return own ?? (parent ? placeOf(parent) : null)
}

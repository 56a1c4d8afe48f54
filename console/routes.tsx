import type { ComponentType } from 'react'
import type { PagePath } from '#contract/pages.ts'
import type { Permission } from '#contract/permission.ts'

export type Area = '总览' | '短信服务' | '短链接' | '账户' | '财务' | '发票' | '公开'

export interface PageRoute {
  title: string
  /** Initials of the title in pinyin, for the palette. */
  initials: string
  area: Area
  /** `open`: anyone. `visitor`: in the public frame, whether or not one is signed in. `member`: sign-in needed. */
  audience: 'open' | 'visitor' | 'member'
  /** A planned page isn't in the menu and says what it will do. */
  isReal: boolean
  inMenu: boolean
  permission: Permission | null
  /** What the screen is for, in a sentence or two. */
  about: string
  load: () => Promise<{ Page: ComponentType }>
}

const planned = () => import('./layout/PlannedRoute.tsx').then(module => ({ Page: module.PlannedRoute }))

type Told = Pick<PageRoute, 'title' | 'initials' | 'area' | 'about'> & Partial<PageRoute>
const open = (route: Told & Pick<PageRoute, 'load'>): PageRoute => ({
  audience: 'open',
  isReal: true,
  inMenu: false,
  permission: null,
  ...route,
})
const forVisitor = (route: Told & Pick<PageRoute, 'load'>): PageRoute => open({ ...route, audience: 'visitor' })
const real = (route: Told & Pick<PageRoute, 'load'>): PageRoute => ({
  audience: 'member',
  isReal: true,
  inMenu: true,
  permission: null,
  ...route,
})
const later = (title: string, initials: string, area: Area, about: string, more: Partial<PageRoute> = {}): PageRoute => ({
  title,
  initials,
  area,
  about,
  audience: 'member',
  isReal: false,
  inMenu: false,
  permission: null,
  load: planned,
  ...more,
})

/** The one route table: every page of the console, in the order of the menu. */
export const routes: Record<PagePath, PageRoute> = {
  '/': open({
    title: '送达才收费的短信平台',
    initials: 'sy',
    area: '公开',
    about: '鸿雁是什么、怎么收费。',
    load: () => import('./home/Page.tsx'),
  }),
  '/user/login': forVisitor({
    title: '登录',
    initials: 'dl',
    area: '公开',
    about: '用登录名或手机号和密码登录。',
    load: () => import('./user/login/Page.tsx'),
  }),
  '/user/sms': forVisitor({
    title: '短信登录',
    initials: 'dxdl',
    area: '公开',
    about: '用短信验证码登录。',
    load: () => import('./user/sms/Page.tsx'),
  }),
  '/user/_registry': forVisitor({
    title: '注册',
    initials: 'zc',
    area: '公开',
    about: '用手机号注册账户。',
    load: () => import('./user/_registry/Page.tsx'),
  }),
  '/user/recovery': forVisitor({
    title: '找回密码',
    initials: 'zhmm',
    area: '公开',
    about: '用短信验证码设置新密码。',
    load: () => import('./user/recovery/Page.tsx'),
  }),
  '/landpage/phone-blacklist': forVisitor({
    title: '退订推广短信',
    initials: 'tdtgdx',
    area: '公开',
    about: '收到推广短信的人用验证码证明号码后，不再收到该企业的推广短信；也可以恢复接收或投诉。',
    load: () => import('./landpage/phone-blacklist/Page.tsx'),
  }),

  '/system/home': real({
    title: '控制台首页',
    initials: 'kztsy',
    area: '总览',
    about: '今日发送、套餐余量、待办和最近的群发。',
    load: () => import('./system/home/Page.tsx'),
  }),
  '/notice': later('公告', 'gg', '总览', '平台的系统、产品、安全公告，以及发给您的审核结果、预警和导出完成通知。', { audience: 'open' }),

  '/sms/home': real({
    title: '短信概览',
    initials: 'dxgl',
    area: '短信服务',
    about: '今日与本月的发送量、到达率、失败原因和花费，以及需要处理的事项。',
    permission: 'message.read',
    load: () => import('./sms/home/Page.tsx'),
  }),
  '/sms/broadcast': real({
    title: '群发短信',
    initials: 'qfdx',
    area: '短信服务',
    about: '选签名和模板，导入号码，确认费用后发送。',
    permission: 'broadcast.write',
    load: () => import('./sms/broadcast/Page.tsx'),
  }),
  '/sms/broadcast-task': real({
    title: '群发任务',
    initials: 'qfrw',
    area: '短信服务',
    about: '定时、发送中和暂停的群发，可暂停、继续、取消。',
    permission: 'broadcast.read',
    load: () => import('./sms/broadcast-task/Page.tsx'),
  }),
  '/sms/broadcast-history': real({
    title: '群发记录',
    initials: 'qfjl',
    area: '短信服务',
    about: '已结束的群发：到达、失败原因和费用。',
    permission: 'broadcast.read',
    load: () => import('./sms/broadcast-history/Page.tsx'),
  }),
  '/sms/delivery': real({
    title: '发送记录',
    initials: 'fsjl',
    area: '短信服务',
    about: '每一条短信的状态、回执和费用，以及收到的回复。',
    permission: 'message.read',
    load: () => import('./sms/delivery/Page.tsx'),
  }),
  '/sms/template': real({
    title: '短信模板',
    initials: 'dxmb',
    area: '短信服务',
    about: '短信的内容和变量，审核通过后可用于发送。',
    permission: 'template.read',
    load: () => import('./sms/template/Page.tsx'),
  }),
  '/sms/signature': real({
    title: '短信签名',
    initials: 'dxqm',
    area: '短信服务',
    about: '短信开头【】里的名称，审核通过后可用于发送。',
    permission: 'signature.read',
    load: () => import('./sms/signature/Page.tsx'),
  }),
  '/sms/phonebook': real({
    title: '通讯录',
    initials: 'txl',
    area: '短信服务',
    about: '按分组管理联系人，用号码或姓名查找，一次可粘贴上万个。',
    permission: 'phonebook.read',
    load: () => import('./sms/phonebook/Page.tsx'),
  }),
  '/sms/blacklist': real({
    title: '黑名单',
    initials: 'hmd',
    area: '短信服务',
    about: '不再向其发送营销短信的号码，含回复退订的号码。',
    permission: 'blacklist.read',
    load: () => import('./sms/blacklist/Page.tsx'),
  }),
  '/sms/app-manage': later('应用管理', 'yygl', '短信服务', '为接入接口的程序创建应用和访问密钥，查看各语言的调用示例和最近的请求。'),
  '/sms/app-config': later('应用配置', 'yypz', '短信服务', '一个应用可用的签名和模板、IP 白名单、发送限额，以及接收回执和回复的地址。'),
  '/sms/app-warning': later('应用预警', 'yyyj', '短信服务', '余量不足、成功率下降、发送量异常时，按您设定的规则以短信、邮件或接口通知您。'),
  '/sms/smsTotal': real({
    title: '统计分析',
    initials: 'tjfx',
    area: '短信服务',
    about: '按时间、类型、应用、签名、模板和地区统计发送、到达、失败和花费，并与上一周期比较。',
    permission: 'message.read',
    load: () => import('./sms/smsTotal/Page.tsx'),
  }),
  '/sms/derivation': real({
    title: '短信导出中心',
    initials: 'dxdczx',
    area: '短信服务',
    about: '从列表导出的文件：进度、下载和有效期。',
    permission: 'export.read',
    load: () => import('./sms/derivation/Page.tsx'),
  }),
  '/sms/combo': real({
    title: '短信套餐',
    initials: 'dxtc',
    area: '短信服务',
    about: '套餐的余量、有效期和来源，以及用尽后的处理方式。',
    permission: 'finance.read',
    load: () => import('./sms/combo/Page.tsx'),
  }),
  '/sms/combo/purchase': real({
    title: '购买短信套餐',
    initials: 'gmdxtc',
    area: '短信服务',
    about: '选择套餐和数量，用余额购买，购买后立即可用。',
    permission: 'finance.write',
    inMenu: false,
    load: () => import('./sms/combo/purchase/Page.tsx'),
  }),

  '/shorturl/create': later(
    '创建短链',
    'cjdl',
    '短链接',
    '把长网址变成短链接，可设有效期、密码和分流规则，也可为每个收件人生成各自的链接。',
  ),
  '/shorturl/manage': later('短链管理', 'dlgl', '短链接', '查找、停用、延期短链接，修改目标网址，查看每个链接的访问量。'),
  '/shorturl/visitor': later('访客统计', 'fktj', '短链接', '短链接的访问次数、访客数、地区、设备和来源，以及谁点开了短信里的链接。'),
  '/shorturl/combo': later('短链套餐', 'dltc', '短链接', '已购短链套餐的余量和有效期，以及可以购买的套餐。'),
  '/shorturl/combo/purchase': later('购买短链套餐', 'gmdltc', '短链接', '选择短链套餐和数量并购买，购买后立即可用。'),

  '/system/uaccount/attestation': later('实名认证', 'smrz', '账户', '提交个人或企业的认证资料并查看审核结果。认证通过后才能发送短信。'),
  '/system/uaccount/attestation/AccountProfile': later(
    '账户资料',
    'zhzl',
    '账户',
    '已认证的主体信息、联系人和地址，以及哪些资料修改后需要重新认证。',
  ),
  '/system/uaccount/derivation': later('账户导出中心', 'zhdczx', '账户', '收支明细、订单、账单和操作日志的导出任务：进度、下载和有效期。'),
  '/system/uaccount/userinfo': later('用户信息', 'yhxx', '账户', '修改密码、手机号和邮箱，管理登录设备、成员和角色。'),
  '/system/uaccount/ulog': later('操作日志', 'czrz', '账户', '谁在什么时候、从哪里做了什么，包括每次登录，至少保存 190 天。'),

  '/system/finance/overview': later('财务总览', 'cwzl', '财务', '可用余额、冻结金额、套餐余量和本月花费，以及余额不足的提醒设置。'),
  '/system/finance/recharge': later('充值', 'cz', '财务', '用支付宝、微信支付或对公转账为账户充值，并查看充值记录。'),
  '/system/finance/consume': later('消费明细', 'xfmx', '财务', '每天每种产品的用量和费用，套餐支付与余额支付分开列出。'),
  '/system/finance/order': later('订单', 'dd', '财务', '购买套餐的订单：支付、取消、退款申请和详情。'),
  '/system/finance/transaction': later('收支明细', 'szmx', '财务', '余额的每一次变动和变动后的余额，可追到对应的订单或发送。'),
  '/system/finance/bill/overview': later('账单总览', 'zdzl', '财务', '每个月用了什么、买了什么、怎么支付的，出账后可下载。'),
  '/system/finance/bill/detail': later('账单明细', 'zdmx', '财务', '一个月账单的每一行，可追到背后的订单和短信。'),

  '/system/finance/invoice': later('发票管理', 'fpgl', '发票', '可开票金额是怎么算出来的，发票的状态、下载和红冲申请。'),
  '/system/finance/invoice/create': later('申请发票', 'sqfp', '发票', '按订单、账单或金额申请数电普票或专票，预览后提交。'),
  '/system/finance/invoice/content': later('开票信息', 'kpxx', '发票', '管理发票抬头、税号和开户信息，可设默认抬头。'),
  '/system/finance/invoice/express': later('寄送信息', 'jsxx', '发票', '管理收票邮箱和邮寄地址，查看纸质发票的寄送进度。'),
}

export const pageRoute = (path: string): PageRoute | null => (routes as Record<string, PageRoute>)[path] ?? null

import type { ComponentType } from 'react'
import type { Permission } from '#contract/identity/permission.ts'
import { type PagePath, sharedBy } from '#contract/pages.ts'
import { limits } from '#values/limits.ts'

export interface PageRoute {
  title: string
  /** `open`: anyone. `visitor`: in the public frame, signed in or not. `member`: needs a session. */
  audience: 'open' | 'visitor' | 'member'
  permission: Permission | null
  /** With this name in the query string the page is for visitors: a link that somebody has shared. */
  sharedBy?: string
  /** With `view=full` the page has the whole window. */
  hasFullView?: boolean
  /** Purpose of the page, in a sentence or two. */
  about: string
  /** What its head says below the title at the page's bare address, if that is always the same. */
  note?: string
  load: () => Promise<{ Page: ComponentType }>
}

type RouteText = Pick<PageRoute, 'title' | 'about'> & Partial<PageRoute>
const forAnyone = (route: RouteText & Pick<PageRoute, 'load'>): PageRoute => ({
  audience: 'open',
  permission: null,
  ...route,
})
const forVisitors = (route: RouteText & Pick<PageRoute, 'load'>): PageRoute => forAnyone({ ...route, audience: 'visitor' })
const forMembers = (route: RouteText & Pick<PageRoute, 'load'>): PageRoute => ({
  audience: 'member',
  permission: null,
  ...route,
})

const exportNote = `文件生成后保留${limits.exportDays}天，过期自动删除。整个账户同时最多${limits.exportsAtOnce}个未完成的导出。`

/** Route table: every page of the console. Its place in the menu: `console/site-map.ts`. */
export const routes: Record<PagePath, PageRoute> = {
  '/': forAnyone({
    title: '送达才收费的短信平台',
    about: '鸿雁是什么、怎么收费。',
    load: () => import('./home/Page.tsx'),
  }),
  '/user/login': forVisitors({
    title: '登录',
    about: '用登录名或手机号和密码登录。',
    load: () => import('./user/login/Page.tsx'),
  }),
  '/user/sms': forVisitors({
    title: '短信登录',
    about: '用短信验证码登录。',
    load: () => import('./user/sms/Page.tsx'),
  }),
  '/user/_registry': forVisitors({
    title: '注册',
    about: '用手机号注册账户。',
    load: () => import('./user/_registry/Page.tsx'),
  }),
  '/user/recovery': forVisitors({
    title: '找回密码',
    about: '用短信验证码设置新密码。',
    load: () => import('./user/recovery/Page.tsx'),
  }),
  '/landpage/phone-blacklist': forVisitors({
    title: '退订推广短信',
    about: '收到推广短信的人用验证码证明号码后，不再收到该企业的推广短信；也可以恢复接收或投诉。',
    load: () => import('./landpage/phone-blacklist/Page.tsx'),
  }),

  '/system/home': forMembers({
    title: '控制台首页',
    about: '今日发送、套餐余量、待办和最近的群发。',
    note: '今天的发送和到达、剩余的量，以及需要处理的事。',
    load: () => import('./system/home/Page.tsx'),
  }),
  '/notice': forMembers({
    title: '公告与消息',
    about: '平台的系统、产品、安全公告，以及发给您的审核结果、预警和导出完成通知。',
    note: '系统维护、产品更新、安全提醒和活动。标为必读的公告须打开阅读。',
    load: () => import('./notice/Page.tsx'),
  }),

  '/sms/home': forMembers({
    title: '短信概览',
    about: '今日与本月的发送量、到达率、失败原因和花费，以及需要处理的事项。',
    note: '按提交时间统计；送达才扣费。',
    permission: 'message.read',
    load: () => import('./sms/home/Page.tsx'),
  }),
  '/sms/broadcast': forMembers({
    title: '群发短信',
    about: '选签名和模板，导入号码，确认费用后发送。',
    note: '选签名和内容，导入号码，确认费用后发送。',
    permission: 'broadcast.write',
    load: () => import('./sms/broadcast/Page.tsx'),
  }),
  '/sms/broadcast-task': forMembers({
    title: '群发任务',
    about: '定时、发送中和暂停的群发，可暂停、继续、取消。',
    note: '进度随发送实时更新；暂停和取消只影响还没有提交给运营商的短信。已结束的保留一天。',
    permission: 'broadcast.read',
    hasFullView: true,
    load: () => import('./sms/broadcast-task/Page.tsx'),
  }),
  '/sms/broadcast-history': forMembers({
    title: '群发记录',
    about: '已结束的群发：到达、失败原因和费用。',
    note: '回执最长在提交后72小时内陆续到达，成功、失败和费用会随之变化。',
    permission: 'broadcast.read',
    hasFullView: true,
    sharedBy,
    load: () => import('./sms/broadcast-history/Page.tsx'),
  }),
  '/sms/delivery': forMembers({
    title: '发送记录',
    about: '每一条短信的状态、回执和费用，以及收到的回复。',
    note: '送达才扣费；提交后72小时没有回执的记为未知，费用退回。到达率＝成功÷（成功＋失败＋未知）。',
    permission: 'message.read',
    load: () => import('./sms/delivery/Page.tsx'),
  }),
  '/sms/template': forMembers({
    title: '短信模板',
    about: '短信的内容和变量，审核通过后可用于发送。',
    note: '短信的内容，人人不同的地方写成变量；审核通过后才能用于发送，通过后不能修改，可以复制。',
    permission: 'template.read',
    load: () => import('./sms/template/Page.tsx'),
  }),
  '/sms/signature': forMembers({
    title: '短信签名',
    about: '短信开头【】里的名称，审核通过后可用于发送。',
    note: '签名在每条短信的最前面，告诉收件人是谁发的。审核通过后向四家运营商报备，报备成功的运营商才不会拦截。',
    permission: 'signature.read',
    load: () => import('./sms/signature/Page.tsx'),
  }),
  '/sms/phonebook': forMembers({
    title: '通讯录',
    about: '按分组管理联系人，用号码或姓名查找，一次可粘贴上万个。',
    note: '按分组管理联系人，用号码或姓名查找；群发时直接选分组。',
    permission: 'phonebook.read',
    load: () => import('./sms/phonebook/Page.tsx'),
  }),
  '/sms/blacklist': forMembers({
    title: '黑名单',
    about: '不再向其发送推广短信的号码，含回复退订的号码。',
    note: '名单里的号码不再收到推广短信，可选连通知一起拦下；验证码照常发送。收件人回复退订或在退订页面拒收，会自动加入。',
    permission: 'blacklist.read',
    load: () => import('./sms/blacklist/Page.tsx'),
  }),
  '/sms/app-manage': forMembers({
    title: '应用管理',
    about: '为接入接口的程序创建应用和访问密钥，查看各语言的调用示例和最近的请求，校验签名。',
    note: '每个接入接口的程序用一个应用：各有自己的密钥、限额和回调。测试应用不发送、不计费，用特殊号码得到各种结果。',
    permission: 'app.read',
    load: () => import('./sms/app-manage/Page.tsx'),
  }),
  '/sms/app-config': forMembers({
    title: '应用配置',
    about: '一个应用可用的签名和模板、IP白名单、发送限额和频率、发送时段，以及接收回执和回复的地址。',
    note: '每一项单独保存，1秒内在所有接口生效。',
    permission: 'app.read',
    load: () => import('./sms/app-config/Page.tsx'),
  }),
  '/sms/app-warning': forMembers({
    title: '应用预警',
    about: '余量不足、到达率下降、发送量异常、验证码被盗刷时按规则通知或停发；设发送限额、接收人和静默期，查看预警记录。',
    note: '每分钟按规则检查一次。异常时在这里留下记录，并按规则通知；恢复后自动结束。',
    permission: 'app.read',
    load: () => import('./sms/app-warning/Page.tsx'),
  }),
  '/sms/smsTotal': forMembers({
    title: '统计分析',
    about: '按时间、类型、应用、签名、模板和地区统计发送、到达、失败和花费，并与上一周期比较。',
    note: '按短信提交的时间统计，晚到的回执计入提交的那一天。到达率＝成功÷（成功＋失败＋未知），不含拦截、取消和在途。',
    permission: 'message.read',
    load: () => import('./sms/smsTotal/Page.tsx'),
  }),
  '/sms/derivation': forMembers({
    title: '短信导出中心',
    about: '从列表导出的文件：进度、下载和有效期。',
    note: exportNote,
    permission: 'export.read',
    load: () => import('./sms/derivation/Page.tsx'),
  }),
  '/sms/combo': forMembers({
    title: '短信套餐',
    about: '套餐的余量、有效期和来源，以及用尽后的处理方式。',
    note: '专用套餐先用，通用套餐后用；同类的先到期先用。发送时冻结，送达才扣除，没送达的退回原套餐。',
    permission: 'finance.read',
    load: () => import('./sms/combo/Page.tsx'),
  }),
  '/sms/combo/purchase': forMembers({
    title: '购买短信套餐',
    about: '选择套餐和数量，用余额、支付宝或微信支付，支付后立即可用。',
    permission: 'finance.write',
    load: () => import('./sms/combo/purchase/Page.tsx'),
  }),

  '/shorturl/create': forMembers({
    title: '创建短链',
    about: '把长网址变成短链接，可设有效期、密码和分流规则，也可为每个收件人生成各自的链接。',
    note: '把长网址变成短链接：在短信里少占字数，谁打开过一目了然。',
    permission: 'link.write',
    load: () => import('./shorturl/create/Page.tsx'),
  }),
  '/shorturl/manage': forMembers({
    title: '短链管理',
    about: '查找、停用、延期短链接，修改目标网址，查看每个链接的访问量；添加自己的短链域名。',
    note: '访问次数不含爬虫和链接预览；修改目标网址后可能需要重新审核。',
    permission: 'link.read',
    load: () => import('./shorturl/manage/Page.tsx'),
  }),
  '/shorturl/visitor': forMembers({
    title: '访客统计',
    about: '短链接的访问次数、访客数、地区、设备和来源，以及谁点开了短信里的链接。',
    note: '打开短链后一两秒，访问就会出现在这里。',
    permission: 'link.read',
    load: () => import('./shorturl/visitor/Page.tsx'),
  }),
  '/shorturl/combo': forMembers({
    title: '短链套餐',
    about: '套餐的余量和有效期，每天创建短链和记录访问用了多少。',
    note: '一个短链接、一个收件人专属短链、一次记录的访问各用 1 次；先到期的套餐先用。',
    permission: 'finance.read',
    load: () => import('./shorturl/combo/Page.tsx'),
  }),
  '/shorturl/combo/purchase': forMembers({
    title: '购买短链套餐',
    about: '选择短链套餐和数量，用余额、支付宝或微信支付，支付后立即可用。',
    permission: 'finance.write',
    load: () => import('./shorturl/combo/purchase/Page.tsx'),
  }),

  '/system/uaccount/attestation': forMembers({
    title: '实名认证',
    about: '提交个人或企业的认证资料并查看审核结果。认证通过后才能发送短信。',
    note: '依照网络安全法，完成实名认证后才能发送短信。资料由审核人员人工核对，一般1-3个工作日。',
    permission: 'account.read',
    load: () => import('./system/uaccount/attestation/Page.tsx'),
  }),
  '/system/uaccount/attestation/AccountProfile': forMembers({
    title: '账户资料',
    about: '已认证的主体信息、联系人和地址，以及哪些资料修改后需要重新认证。',
    note: '认证主体的资料修改后须重新审核；经营资料和联系人可以随时修改。',
    permission: 'account.read',
    load: () => import('./system/uaccount/attestation/AccountProfile/Page.tsx'),
  }),
  '/system/uaccount/derivation': forMembers({
    title: '账户导出中心',
    about: '账户里所有导出任务的进度、下载和有效期。',
    note: exportNote,
    permission: 'export.read',
    load: () => import('./system/uaccount/derivation/Page.tsx'),
  }),
  '/system/uaccount/userinfo': forMembers({
    title: '用户信息',
    about: '修改昵称、手机号、邮箱和密码，管理登录验证、登录设备、成员和角色，注销账户。',
    note: '您的资料、登录方式和设备，以及账户里的其他成员。',
    load: () => import('./system/uaccount/userinfo/Page.tsx'),
  }),
  '/system/uaccount/ulog': forMembers({
    title: '操作日志',
    about: '谁在什么时候、从哪里做了什么，包括每次登录，至少保存 190 天。',
    note: `成员的每一次操作和登录都会记下，包括没有成功的；保存至少 ${limits.auditLogDays} 天，任何人都不能修改或删除。`,
    permission: 'audit.read',
    load: () => import('./system/uaccount/ulog/Page.tsx'),
  }),

  '/system/finance/overview': forMembers({
    title: '财务总览',
    about: '可用余额、冻结、套餐余量和本月花费，以及余额不足的提醒设置。',
    note: '钱在哪里、这个月怎么变的、还能用多久，花到多少提醒或停用。',
    permission: 'finance.read',
    load: () => import('./system/finance/overview/Page.tsx'),
  }),
  '/system/finance/recharge': forMembers({
    title: '充值',
    about: '用支付宝或微信支付为账户充值，并查看充值记录。',
    permission: 'finance.read',
    load: () => import('./system/finance/recharge/Page.tsx'),
  }),
  '/system/finance/consume': forMembers({
    title: '消费明细',
    about: '每天每种产品的用量和费用，套餐支付与余额支付分开列出，可追到每一条短信。',
    note: '用量按扣费（送达）的日期计入；套餐在购买时计入现金，抵扣时按原价列出。原价−优惠−套餐抵扣−赠送金支付＝现金。',
    permission: 'finance.read',
    load: () => import('./system/finance/consume/Page.tsx'),
  }),
  '/system/finance/order': forMembers({
    title: '订单',
    about: '购买套餐的订单：支付、取消、退款申请和详情。',
    permission: 'finance.read',
    load: () => import('./system/finance/order/Page.tsx'),
  }),
  '/system/finance/transaction': forMembers({
    title: '收支明细',
    about: '余额的每一次变动和变动后的余额，可追到对应的订单或发送。',
    note: '期初 + 收入 − 支出 = 期末，余额含冻结。发送时冻结，送达才扣费，没送达的解冻退回。表中的可用余额和冻结是这一笔之后的，之后还有冻结或解冻时与现在的不同。',
    permission: 'finance.read',
    load: () => import('./system/finance/transaction/Page.tsx'),
  }),
  '/system/finance/bill/overview': forMembers({
    title: '账单总览',
    about: '每个月用了什么、买了什么、怎么支付的，出账后可下载。',
    note: '用量按扣费日、订单按支付日计入；次月3日12:00后出账，之后不变。',
    permission: 'finance.read',
    load: () => import('./system/finance/bill/overview/Page.tsx'),
  }),
  '/system/finance/bill/detail': forMembers({
    title: '账单明细',
    about: '一个月账单的每一行和对账，可追到背后的订单和短信。',
    permission: 'finance.read',
    load: () => import('./system/finance/bill/detail/Page.tsx'),
  }),

  '/system/finance/invoice': forMembers({
    title: '发票管理',
    note: '已消费的金额在这里申请发票，开出后可下载、红冲或换开。',
    about: '可开票是怎么算出来的，发票的状态、下载和红冲申请。',
    permission: 'invoice.read',
    load: () => import('./system/finance/invoice/Page.tsx'),
  }),
  '/system/finance/invoice/create': forMembers({
    title: '申请发票',
    about: '按订单、账单或金额申请数电普票或专票，预览后提交。',
    permission: 'invoice.write',
    load: () => import('./system/finance/invoice/create/Page.tsx'),
  }),
  '/system/finance/invoice/content': forMembers({
    title: '开票信息',
    about: '管理发票抬头、税号和开户信息，可设默认抬头；提交专票资质审核。',
    note: `发票开给谁。普票保存后即可使用，专票须审核资质；最多${limits.invoiceTitles}个抬头，已开出的发票不受修改影响。`,
    permission: 'invoice.read',
    load: () => import('./system/finance/invoice/content/Page.tsx'),
  }),
  '/system/finance/invoice/express': forMembers({
    title: '寄送信息',
    about: '管理收票邮箱和邮寄地址，查看纸质发票的寄送进度。',
    note: '电子发票发到验证过的邮箱；纸质发票寄到邮寄地址。',
    permission: 'invoice.read',
    load: () => import('./system/finance/invoice/express/Page.tsx'),
  }),
}

export const isPage = (path: string): path is PagePath => Object.hasOwn(routes, path)
export const pageRoute = (path: string): PageRoute | null => (isPage(path) ? routes[path] : null)

/** Whether an address is for visitors, in the public frame. */
export function isForVisitors(pathname: string, search: string): boolean {
  const route = pageRoute(pathname)
  return route?.audience === 'visitor' || (route?.sharedBy !== undefined && new URLSearchParams(search).has(route.sharedBy))
}

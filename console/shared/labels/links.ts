import type { LinkDomainState } from '#contract/links/link-domain.ts'
import type { ReferrerPolicy } from '#contract/links/link-rule.ts'
import type { VisitGrain, VisitSplit } from '#contract/links/visit.ts'
import type { Tag } from '#ui/display/StateTag.tsx'

export const linkDomainStateTags: Record<LinkDomainState, Tag> = {
  pending: { name: '待验证', tone: 'waiting' },
  verified: { name: '已生效', tone: 'good' },
  disabled: { name: '已停用', tone: 'ended' },
}

export const referrerPolicyNames: Record<ReferrerPolicy, string> = {
  'strict-origin-when-cross-origin': '只告诉来源网站（推荐）',
  origin: '始终只告诉来源网站',
  'no-referrer': '不告诉来源',
  'unsafe-url': '告诉完整来源地址',
}

/** Names and definitions of the visit figures, as the screens explain them. */
export const visitLabels = {
  pv: {
    name: '访问次数（PV）',
    meaning: '访客打开短链并被跳转的次数。爬虫、链接预览、预加载和只探测不打开的请求不计入，单独列为机器访问。',
  },
  uv: {
    name: '访客数（UV）',
    meaning:
      '所选时间内不同访客的个数。每人一个的专属短链按收件人识别；其他短链按短链域名上的 Cookie 识别，没有 Cookie 的，按访问当天的 IP 地址和浏览器识别，换一天算作另一位访客。10万以内为精确值，超过后用 HyperLogLog 估算，标准误差0.81%。',
  },
  ip: { name: 'IP数', meaning: '所选时间内不同的 IP 地址个数。10万以内为精确值，超过后用 HyperLogLog 估算，标准误差0.81%。' },
  bots: {
    name: '机器访问',
    meaning: '搜索引擎和安全扫描等爬虫、微信和QQ等应用的链接预览、浏览器预加载以及 HEAD 请求的次数，不计入以上各项。',
  },
  missed: {
    name: '未跳转的访问',
    meaning:
      '访客打开短链后看到的是提示页而不是目标网址的次数，如请在浏览器打开、已过期、已停用、要求输入密码。不计入以上各项，也不扣短链套餐；之后输对密码、换浏览器打开的，再计入访问次数。',
  },
  newVisitors: {
    name: '新访客',
    meaning: '所选时间内来过、此前30天没有来过的访客。没有 Cookie 的访客隔天无法认出，专属短链的收件人每次群发都是新的，都算作新访客。',
  },
  returningVisitors: { name: '回访访客', meaning: '所选时间内来过、此前30天也来过的访客。' },
} as const

export const visitDimensionNames: Record<VisitSplit, string> = {
  link: '短链',
  province: '省份/国家',
  city: '城市',
  isp: '运营商',
  device: '设备',
  os: '系统',
  browser: '浏览器',
  inApp: '应用内打开',
  referrer: '来源网站',
  language: '语言',
  arm: '分流',
  missed: '未跳转的原因',
}

export const visitGrainNames: Record<VisitGrain, string> = { minute: '近1小时', hour: '按时', day: '按日' }

import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import bowser from 'bowser'
import { isbot } from 'isbot'
import { type Province, provinces } from '#values/province.ts'
import type { Device } from './route.ts'

/** Who asked: a person; a program that fetches previews for a chat, crawls or scans; or nobody who looked: HEAD, prefetch. */
export type VisitorKind = 'person' | 'preview' | 'crawler' | 'unseen'

/** What a user agent says of itself. */
export interface AgentFacts {
  device: Device
  os: string
  browser: string
  /** The app whose built-in browser it is. */
  inApp: string | null
  program: 'preview' | 'crawler' | null
}

/** Apps whose built-in browsers open links of short messages and chats, the most particular first. */
const inApps: readonly [pattern: RegExp, name: string][] = [
  [/wxwork/i, '企业微信'],
  [/MicroMessenger/i, '微信'],
  [/AlipayClient/i, '支付宝'],
  [/DingTalk/i, '钉钉'],
  [/Lark|Feishu/i, '飞书'],
  [/Weibo/i, '微博'],
  [/aweme|BytedanceWebview/i, '抖音'],
  [/XiaoHongShu|xhsdiscover/i, '小红书'],
  [/\bQQ\//i, 'QQ'],
]
/** Fetchers of previews and safety checks that isbot takes for browsers or that are better told apart. */
const previews =
  /QQ-URL-Manager|WeChat-Preview|MicroMessenger.*(?:Bot|Spider)|TelegramBot|WhatsApp\/|facebookexternalhit|Twitterbot|Slackbot|Discordbot|LinkedInBot|SkypeUriPreview|DingTalkBot|Feishu-?Bot/i

const osNames: Record<string, string> = { 'Windows Phone': 'Windows Phone', macOS: 'macOS', 'Chrome OS': 'Chrome OS' }

/** Device, system, browser and app of a user agent; an empty one is a program's. */
export function agentFacts(agent: string): AgentFacts {
  const program = previews.test(agent) ? 'preview' : agent === '' || isbot(agent) ? 'crawler' : null
  const parsed = agent === '' ? null : bowser.parse(agent)
  const osName = parsed?.os.name ?? ''
  const isApple = osName === 'iOS' || parsed?.platform.vendor === 'Apple'
  return {
    device: osName === 'iOS' ? 'ios' : /Android|HarmonyOS/i.test(agent) ? 'android' : isApple && /iPad/.test(agent) ? 'ios' : 'desktop',
    os: /HarmonyOS|OpenHarmony/i.test(agent) ? 'HarmonyOS' : (osNames[osName] ?? (osName || '其他')),
    browser: /HuaweiBrowser/i.test(agent) ? '华为浏览器' : (parsed?.browser.name ?? '其他'),
    inApp: inApps.find(([pattern]) => pattern.test(agent))?.[1] ?? null,
    program,
  }
}

/** Where an address is, as far as the data of the package ip2region tells (its date is the package's). */
export interface PlaceFacts {
  province: Province | null
  /** In the words of the data, without 市: 深圳. */
  city: string | null
  carrier: '移动' | '联通' | '电信' | '广电' | null
}

// The package is CommonJS with a default of its own, which loaders read differently.
const { default: Ip2Region } = createRequire(import.meta.url)('ip2region') as typeof import('ip2region')
const regions = new Ip2Region()
const carriers = ['移动', '联通', '电信', '广电'] as const

export function placeFacts(address: string): PlaceFacts {
  const found = regions.search(address)
  const province = provinces.find(name => found?.province?.startsWith(name)) ?? null
  return {
    province,
    // Without a province the data has remarks in its place: 内网IP.
    city: province && found?.city ? found.city.replace(/市$/, '') : null,
    carrier: carriers.find(name => found?.isp?.includes(name)) ?? null,
  }
}

/** Tells visitors of one day apart: of address, user agent and day, under a key; nobody can go back from it. */
export function visitorHash(secret: string, { day, address, agent }: { day: string; address: string; agent: string }): Buffer {
  return createHmac('sha256', secret).update(`visitor\n${day}\n${address}\n${agent}`).digest().subarray(0, 12)
}

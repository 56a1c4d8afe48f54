import { hash } from 'node:crypto'
import bowser from 'bowser'
import { isbot } from 'isbot'
import type { Device, InApp } from '#contract/link-rule.ts'

/** Who asked: a person; a program that fetches previews for a chat, crawls or scans; or nobody who looked: HEAD, prefetch. */
export type VisitorKind = 'person' | 'preview' | 'crawler' | 'unseen'

/** What a user agent says of itself. */
export interface AgentFacts {
  device: Device
  os: string
  browser: string
  /** The app whose built-in browser it is. */
  inApp: InApp | null
  program: 'preview' | 'crawler' | null
}

/** Apps whose built-in browsers open links of short messages and chats, the most particular first. */
const inApps: readonly [pattern: RegExp, name: InApp][] = [
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

/**
 * Tells visitors apart: by the cookie that the short domain gave them; without one by address and user agent, within a day and nothing beyond it. Under a key:
 * nobody can go back from it.
 */
export function visitorHash(
  secret: string,
  { cookie, day, address, agent }: { cookie: string; day: string; address: string; agent: string },
): Buffer {
  return keyedHash(secret, cookie === '' ? `visitor\n${day}\n${address}\n${agent}` : `cookie\n${cookie}`).subarray(0, 12)
}

/** Tells addresses apart when they are no longer kept whole; under a key as well. */
export const addressHash = (secret: string, address: string): Buffer => keyedHash(secret, `address\n${address}`).subarray(0, 8)

/** A quarter of the time of an HMAC, twice for each visit. Only a part of it is kept, so that nobody can go on from it to the hash of a longer text. */
const keyedHash = (secret: string, text: string): Buffer => hash('sha256', `${secret}\n${text}`, 'buffer')

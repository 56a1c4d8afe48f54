import { hash } from 'node:crypto'
import bowser from 'bowser'
import { isbot } from 'isbot'
import type { Device, InApp } from '#contract/links/link-rule.ts'

/**
 * Visitor kind: a person; a program that fetches chat previews, crawls or scans; or `unseen`: HEAD and prefetch
 * requests.
 */
export type VisitorKind = 'person' | 'preview' | 'crawler' | 'unseen'

/** What a user agent string says. */
export interface AgentFacts {
  device: Device
  os: string
  browser: string
  /** The app whose built-in browser it is. */
  inApp: InApp | null
  program: 'preview' | 'crawler' | null
}

/** Apps whose built-in browsers open links of short messages and chats, the most specific first. */
const inApps: readonly [pattern: RegExp, name: InApp][] = [
  [/wxwork/i, '企业微信'],
  [/MicroMessenger/i, '微信'],
  [/AlipayClient|AliApp\(AP\//i, '支付宝'],
  [/AliApp\(T[BM]\//i, '淘宝'],
  [/DingTalk/i, '钉钉'],
  [/\b(?:jdapp|jdltapp)\b/i, '京东'],
  [/\b(?:phh|pinduoduo)_(?:android|ios)_version/i, '拼多多'],
  [/com\.sankuai\.meituan|meituangroup|com\.meituan\.|com\.dianping\./i, '美团'],
  [/\b(?:Lark|Feishu)\//i, '飞书'],
  [/Weibo/i, '微博'],
  [/NewsArticle\/|NewsLite/i, '今日头条'],
  [/aweme|BytedanceWebview/i, '抖音'],
  [/\bKwai\/|ksNebula\//i, '快手'],
  [/baiduboxapp/i, '百度'],
  [/BiliApp\//i, '哔哩哔哩'],
  [/XiaoHongShu|xhsdiscover/i, '小红书'],
  [/\bQQ\//i, 'QQ'],
]
/** Browsers of Chinese phones and companies; isbot takes some of them for crawlers by a word in their names. */
const chineseBrowsers: readonly [pattern: RegExp, name: string][] = [
  [/HuaweiBrowser/i, '华为浏览器'],
  [/HonorBrowser/i, '荣耀浏览器'],
  [/MiuiBrowser/i, '小米浏览器'],
  [/HeyTapBrowser|OppoBrowser/i, 'OPPO 浏览器'],
  [/VivoBrowser/i, 'vivo 浏览器'],
  [/\bMZBrowser/i, '魅族浏览器'],
  [/\bQuark(?:PC)?\//i, '夸克'],
  [/\bUC ?Browser|\bUBrowser/i, 'UC 浏览器'],
  [/QihooBrowser|QHBrowser|360SE|360EE|360Browser/i, '360 浏览器'],
  [/SogouMobileBrowser|SogouMSE|SogouSearch|MetaSr/i, '搜狗浏览器'],
  [/QQBrowser/i, 'QQ 浏览器'],
]
/** Chinese names for the parser's browser names; other names stay as they are. */
const browserNames: Record<string, string> = {
  'Android Browser': '安卓自带浏览器',
  'Samsung Internet for Android': '三星浏览器',
  'Internet Explorer': 'IE',
  'Microsoft Edge': 'Edge',
  WeChat: '微信',
  Maxthon: '傲游浏览器',
  'Yandex Browser': 'Yandex 浏览器',
  FacebookExternalHit: 'Facebook 链接预览',
}
/** Fetchers of previews and safety checks that isbot takes for browsers or doesn't tell apart. */
const previews =
  /QQ-URL-Manager|WeChat-Preview|MicroMessenger.*(?:Bot|Spider)|TelegramBot|^WhatsApp\/|facebookexternalhit|Twitterbot|Slackbot|Discordbot|LinkedInBot|SkypeUriPreview|DingTalkBot|Feishu-?Bot|developers\.google\.com\/\+\/web\/snippet/i
/**
 * HTTP libraries of systems and apps: a request by the app itself is not a person's visit. isbot takes several of them
 * for browsers.
 */
const libraries =
  /\bDalvik\/|\bCFNetwork\/|^com\.apple\.WebKit|^com\.apple\.Safari|\bokhttp|\bNetworkSDK\/|^Dart\/|^ReactorNetty\/|\bjsdom\/|\bSlimerJS\//i
/** A user agent that names a crawler is one, even if it also names an app or a browser. */
const namedCrawlers = /[a-z0-9]spider\b|crawler\b|[a-z]bot\/\d|qcloudcdn|wechatdevtools/i

/** HarmonyOS 5 and later run no Android apps; earlier versions do, and most of their apps say Android only. */
const isHarmony = (agent: string) => /OpenHarmony|ArkWeb/i.test(agent) || (/HarmonyOS/i.test(agent) && !/Android/i.test(agent))

function deviceOf(agent: string, { os, platform }: bowser.Parser.ParsedResult): Device {
  if (isHarmony(agent)) return /\((?:PC|2in1)[;)]/i.test(agent) ? 'desktop' : 'harmony'
  if (os.name === 'iOS' || (platform.vendor === 'Apple' && /iPad/.test(agent))) return 'ios'
  return /Android|HarmonyOS/i.test(agent) ? 'android' : 'desktop'
}

function programOf(agent: string, isKnown: boolean): AgentFacts['program'] {
  if (previews.test(agent)) return 'preview'
  if (libraries.test(agent) || namedCrawlers.test(agent)) return 'crawler'
  // Patterns of isbot such as "|", "tools" and " News" occur in the user agents of apps that people use.
  return !isKnown && isbot(agent) ? 'crawler' : null
}

const unknownAgent: AgentFacts = { device: 'desktop', os: '其他', browser: '其他', inApp: null, program: 'crawler' }

/** Device, system, browser and app of a user agent; an empty one counts as a program. */
export function agentFacts(agent: string): AgentFacts {
  if (agent === '') return unknownAgent
  const parsed = bowser.parse(agent)
  const inApp = nameIn(inApps, agent)
  const browser = nameIn(chineseBrowsers, agent)
  const parsedName = parsed.browser.name || '其他'
  return {
    device: deviceOf(agent, parsed),
    os: /HarmonyOS|OpenHarmony/i.test(agent) ? 'HarmonyOS' : parsed.os.name || '其他',
    browser: inApp ?? browser ?? browserNames[parsedName] ?? parsedName,
    inApp,
    program: programOf(agent, inApp !== null || browser !== null),
  }
}

const nameIn = <Name>(list: readonly [RegExp, Name][], agent: string): Name | null =>
  list.find(([pattern]) => pattern.test(agent))?.[1] ?? null

/**
 * Visitor hash: by the message or recipient whose own code was opened; else by the cookie of the short domain; else by
 * address and user agent, valid for one day. Recipients behind one address of a mobile network stay distinct. Keyed, so
 * that it can't be reversed.
 */
export function visitorHash(
  secret: string,
  { recipient, cookie, day, address, agent }: { recipient: string | null; cookie: string; day: string; address: string; agent: string },
): Buffer {
  const visitor = cookie === '' ? `visitor\n${day}\n${address}\n${agent}` : `cookie\n${cookie}`
  return keyedHash(secret, recipient === null ? visitor : `recipient\n${recipient}`).subarray(0, 12)
}

/** Keyed hash that distinguishes addresses after they are truncated. */
export const addressHash = (secret: string, address: string): Buffer => keyedHash(secret, `address\n${address}`).subarray(0, 8)

/** Takes a quarter of the time of an HMAC, twice per visit. Only a part is stored, which rules out length extension. */
const keyedHash = (secret: string, text: string): Buffer => hash('sha256', `${secret}\n${text}`, 'buffer')

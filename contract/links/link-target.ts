/** Longest target of a short link. */
export const targetCharacters = 2_048

export type TargetProblem = 'empty' | 'too_long' | 'malformed' | 'scheme' | 'app' | 'user_info' | 'address' | 'local'

/** Why an address can't be a target, as the form says it. */
export const targetProblemNames: Record<TargetProblem, string> = {
  empty: '请填写目标网址',
  too_long: `目标网址不能超过${targetCharacters.toLocaleString('en-US')}个字符`,
  malformed: '网址格式有误，请从浏览器地址栏完整复制',
  scheme: '目标网址须以 http:// 或 https:// 开头',
  app: '这是打开应用的地址，短链只能跳转到网页；小程序请先在微信公众平台生成 URL Link（https 开头），再填到这里',
  user_info: '目标网址不能含有用户名或密码（@ 之前的部分）',
  address: '目标网址须用域名，不能用 IP 地址',
  local: '目标网址须是公网域名',
}

/**
 * A target as the URL parser writes it, the one form in which it is stored, compared and given to visitors; or why it
 * is invalid. Anything that the parser would silently repair (tabs, line feeds, backslashes, control characters) is
 * refused: people and browsers read such addresses differently.
 */
export function parseTarget(text: string): { target: string; host: string } | { problem: TargetProblem } {
  const given = text.trim()
  if (given === '') return { problem: 'empty' }
  if (given.length > targetCharacters) return { problem: 'too_long' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\u0000-\u0020\u007f\\]/.test(given)) return { problem: 'malformed' }
  if (appAddress.test(given)) return { problem: 'app' }
  if (!/^https?:\/\/[^/]/i.test(given))
    return { problem: /^[a-z][a-z0-9+.-]*:/i.test(given) && !/^https?:/i.test(given) ? 'scheme' : 'malformed' }
  if (!URL.canParse(given)) return { problem: 'malformed' }
  const url = new URL(given)
  if (url.username !== '' || url.password !== '') return { problem: 'user_info' }
  const host = url.hostname.replace(/\.$/, '')
  if (host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host)) return { problem: 'address' }
  if (!host.includes('.') || /\.(?:local|localhost|internal|test|invalid|example|onion|arpa)$/.test(host)) return { problem: 'local' }
  if (!domainPattern.test(host)) return { problem: 'malformed' }
  url.hostname = host
  return url.href.length > targetCharacters ? { problem: 'too_long' } : { target: url.href, host }
}

/**
 * URLs that open a mini-program or an app: schemes of 微信 and others, and what 微信 copies as the link of a mini-program.
 */
const appAddress =
  /^(?:#小程序:|(?!https?:|ftps?:|file:|data:|javascript:|vbscript:|blob:|about:|ws{1,2}:|mailto:|tel:|sms:)[a-z][a-z0-9+.-]*:\/\/)/i

/** Labels of letters, digits and hyphens; the last starts with a letter. */
const domainPattern = /^(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

/** Whether a host is a domain or a subdomain of it. */
export const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

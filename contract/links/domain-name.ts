export type DomainProblem = 'malformed' | 'address' | 'public'

export const domainProblemNames: Record<DomainProblem, string> = {
  malformed: '不是域名',
  address: '是IP地址，不是域名',
  public: '是公共后缀，范围太大',
}

/** Public suffixes, below which anybody registers a domain: a rule for one would affect strangers. */
const publicSuffixes = new Set(
  'com.cn net.cn org.cn gov.cn edu.cn ac.cn mil.cn com.hk org.hk com.tw com.mo com.sg com.au co.uk org.uk co.jp co.kr co.nz com.my com.br co.in'.split(
    ' ',
  ),
)
/** Provinces have a level of their own below .cn. */
const provinceSuffix = /^(?:bj|sh|tj|cq|he|sx|nm|ln|jl|hl|js|zj|ah|fj|jx|sd|ha|hb|hn|gd|gx|hi|sc|gz|yn|xz|sn|gs|qh|nx|xj|tw|hk|mo)\.cn$/

/**
 * Normalizes a pasted domain – with a scheme, a path, a wildcard, in Chinese – to its stored form, or says why it is
 * invalid.
 */
export function parseDomain(text: string): { domain: string } | { problem: DomainProblem } {
  const name = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#:].*$/, '')
    .replace(/^\*\./, '')
    .replace(/\.$/, '')
  if (name === '' || /[\s@\\]/.test(name) || !URL.canParse(`http://${name}`)) return { problem: 'malformed' }
  const domain = new URL(`http://${name}`).hostname
  if (domain.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(domain)) return { problem: 'address' }
  if (!domainPattern.test(domain)) return { problem: 'malformed' }
  return publicSuffixes.has(domain) || provinceSuffix.test(domain) ? { problem: 'public' } : { domain }
}

const domainPattern = /^(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

/** Splits domains separated by lines, commas or spaces. */
export const splitDomains = (text: string): string[] => text.split(/[\s,，、;；]+/).filter(part => part !== '')

import { domainToUnicode } from 'node:url'
import { isWithin } from '#contract/links/link-target.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

export interface HostFacts {
  /** The Unicode form for display; the stored (punycode) form where its letters could deceive. */
  shown: string
  /** Warnings for the reviewer, as sentences. */
  hints: string[]
}

/** Brands that phishing imitates most, with their real domains (the first is the one shown). */
const brands: Record<string, readonly string[]> = {
  taobao: ['taobao.com'],
  tmall: ['tmall.com'],
  alipay: ['alipay.com', 'alipay.cn'],
  jingdong: ['jd.com'],
  pinduoduo: ['pinduoduo.com', 'yangkeduo.com'],
  meituan: ['meituan.com'],
  douyin: ['douyin.com'],
  weixin: ['weixin.qq.com', 'wechat.com'],
  wechat: ['wechat.com', 'weixin.qq.com'],
  tencent: ['tencent.com', 'qq.com'],
  baidu: ['baidu.com'],
  huawei: ['huawei.com'],
  xiaomi: ['xiaomi.com', 'mi.com'],
  icbc: ['icbc.com.cn'],
  abchina: ['abchina.com', 'abchina.com.cn'],
  bankcomm: ['bankcomm.com'],
  cmbchina: ['cmbchina.com'],
  chinapost: ['chinapost.com.cn'],
  unionpay: ['unionpay.com', '95516.com'],
  '12306': ['12306.cn'],
  '10086': ['10086.cn'],
  '10010': ['10010.com', '10010.cn'],
  '12123': ['122.gov.cn'],
  apple: ['apple.com', 'apple.com.cn'],
  icloud: ['icloud.com'],
  paypal: ['paypal.com'],
  microsoft: ['microsoft.com'],
}

/** Homoglyphs: letters of other scripts, and digits, that look like Latin letters. */
const lookAlikes: Record<string, string> = {
  ...Object.fromEntries([...'аеорсухіјѕԁԛԝѵһӏ'].map((letter, index) => [letter, itemOrThrow('aeopcyxijsdqwvhl', index)])),
  ...Object.fromEntries([...'ανορτυικ'].map((letter, index) => [letter, itemOrThrow('avoptuik', index)])),
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  i: 'l',
}

/** Skeleton of a name: all look-alike letters mapped to one. */
const skeleton = (label: string) =>
  [...label.normalize('NFKD').replace(/\p{Mn}/gu, '')]
    .map(letter => lookAlikes[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Han', 'Hangul', 'Hiragana', 'Katakana', 'Armenian', 'Hebrew', 'Arabic', 'Thai'] as const
const scriptNames: Partial<Record<(typeof scripts)[number], string>> = {
  Latin: '拉丁字母',
  Cyrillic: '西里尔字母',
  Greek: '希腊字母',
  Han: '汉字',
}
const scriptPatterns = scripts.map(script => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, 'u') }))

/** Phishing signs of a host (IDN homographs): mixed scripts, and resemblance to a brand. A pure function. */
export function hostFacts(host: string): HostFacts {
  const read = domainToUnicode(host) || host
  const hints: string[] = []
  for (const label of read.split('.')) {
    const found = scriptPatterns.filter(({ pattern }) => pattern.test(label)).map(({ script }) => script)
    if (found.length > 1) hints.push(`“${label}”混用了${found.map(script => scriptNames[script] ?? script).join('和')}`)
  }
  const brand = resembled(host, read)
  if (brand) hints.push(`${read === host ? '' : `显示为“${read}”，`}与${brand}相似，但不属于它`)
  return { shown: hints.length > 0 ? host : read, hints }
}

function resembled(host: string, shown: string): string | null {
  const labels = shown.split('.').slice(0, -1)
  for (const [name, domains] of Object.entries(brands)) {
    if (domains.some(domain => isWithin(host, domain))) return null
    const wanted = skeleton(name)
    const isNear = labels.some(label => label.split('-').some(part => isAlike(skeleton(part), wanted)))
    if (isNear) return firstOrThrow(domains)
  }
  return null
}

/** Equal, or one letter different if the name is long enough for that to be significant. */
const isAlike = (given: string, wanted: string) => given === wanted || (wanted.length >= 6 && isOneAside(given, wanted))

function isOneAside(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB
}

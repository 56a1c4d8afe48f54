import { firstOrThrow } from '#values/or-throw.ts'
/** UTM parameters, in the order of the form. */
export const utmFields = [
  { name: 'utm_source', label: '来源', example: 'sms' },
  { name: 'utm_medium', label: '媒介', example: 'shortlink' },
  { name: 'utm_campaign', label: '活动', example: 'spring-sale' },
  { name: 'utm_term', label: '关键词', example: 'vip' },
  { name: 'utm_content', label: '内容', example: 'banner-a' },
] as const
export type UtmName = (typeof utmFields)[number]['name']

/** Address, query and fragment of a typed target: everything else stays unchanged. */
function partsOf(target: string) {
  const hashAt = target.indexOf('#')
  const [before, hash] = hashAt === -1 ? [target, ''] : [target.slice(0, hashAt), target.slice(hashAt)]
  const queryAt = before.indexOf('?')
  const [page, query] = queryAt === -1 ? [before, ''] : [before.slice(0, queryAt), before.slice(queryAt + 1)]
  return { page, pairs: query === '' ? [] : query.split('&'), hash }
}

const nameOf = (pair: string) => firstOrThrow(pair.split('='))

/** Value of a UTM parameter in a target; empty when it is missing. */
export function utmOf(target: string, name: UtmName): string {
  const pair = partsOf(target).pairs.find(one => nameOf(one) === name)
  return pair === undefined ? '' : (new URLSearchParams(pair).get(name) ?? '')
}

/** The target with a UTM parameter set, or removed when the text is empty; the rest stays unchanged. */
export function withUtm(target: string, name: UtmName, text: string): string {
  const { page, pairs, hash } = partsOf(target)
  const pair = `${name}=${encodeURIComponent(text)}`
  const index = pairs.findIndex(one => nameOf(one) === name)
  const others = pairs.filter(one => nameOf(one) !== name)
  const next = text === '' ? others : index === -1 ? [...pairs, pair] : others.toSpliced(Math.min(index, others.length), 0, pair)
  return `${page}${next.length > 0 ? `?${next.join('&')}` : ''}${hash}`
}

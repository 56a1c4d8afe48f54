import type { Device, InApp, LinkRule, ReferrerPolicy } from '#contract/links/link-rule.ts'
import type { LinkState } from '#contract/links/link-state.ts'
import { chinaMinuteOfDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import type { Province } from '#values/province.ts'

export type RouteRule = LinkRule

/** What the redirector needs to know of a link. */
export interface Route {
  accountId: AccountId
  linkId: string
  state: LinkState
  target: string
  startsAt: Date | null
  endsAt: Date | null
  endedTarget: string | null
  passesQuery: boolean
  rules: RouteRule[]
  /** Hash of the password that visitors must enter. */
  passwordHash: string | null
  /** Visits of persons before the link ends, and how many it had when it was read. */
  visitLimit: number | null
  visitCount: number
  /** Minutes of the day in China between which the link redirects; `until` before `from` means the next day. */
  activeFromMinute: number | null
  activeUntilMinute: number | null
  referrerPolicy: ReferrerPolicy
}

/** Facts about the visitor of a request, computed only when a rule needs them. */
export interface VisitorFacts {
  device: () => Device
  inApp: () => InApp | null
  province: () => Province | null
  /** In [0, 1), always the same for one visitor of one link. */
  share: () => number
}

/**
 * `arm`: index of the chosen target among all targets of all rules; null for the link's own target. `leave`: the
 * browser of the visitor's app doesn't work, and the visitor is asked to open the link in another.
 */
export type Decision =
  | { kind: 'redirect'; target: string; arm: number | null }
  | { kind: 'missing' | 'unsafe' | 'early' | 'closed' | 'ended' | 'leave' }

const missing: Decision = { kind: 'missing' }

/**
 * Decides where a visitor of a link is redirected at a moment. An inactive link is answered like an unknown one, a
 * blocked one with a warning.
 */
export function decide(route: Route, now: Date, visitor: VisitorFacts): Decision {
  if (route.state !== 'active') return route.state === 'blocked' ? { kind: 'unsafe' } : missing
  if (route.startsAt && now < route.startsAt) return { kind: 'early' }
  if (route.endsAt && now >= route.endsAt) return afterEnd(route)
  if (!isOpen(route, now)) return { kind: 'closed' }
  let before = 0
  for (const rule of route.rules) {
    if (fits(rule, visitor)) {
      if (rule.targets.length === 0) return { kind: 'leave' }
      const index = pick(rule, visitor.share())
      return { kind: 'redirect', target: itemOrThrow(rule.targets, index).target, arm: before + index }
    }
    before += rule.targets.length
  }
  return { kind: 'redirect', target: route.target, arm: null }
}

/** Where visitors are redirected when a link has expired or its visits are used up. */
export const afterEnd = ({ endedTarget }: Route): Decision =>
  endedTarget === null ? { kind: 'ended' } : { kind: 'redirect', target: endedTarget, arm: null }

function isOpen({ activeFromMinute: from, activeUntilMinute: until }: Route, now: Date): boolean {
  if (from === null || until === null) return true
  const minute = chinaMinuteOfDay(now)
  return from < until ? from <= minute && minute < until : from <= minute || minute < until
}

function fits(rule: RouteRule, visitor: VisitorFacts): boolean {
  if (rule.devices && !rule.devices.includes(visitor.device())) return false
  if (rule.inApps && !isAmong(rule.inApps, visitor.inApp())) return false
  return !rule.provinces || isAmong(rule.provinces, visitor.province())
}

const isAmong = <Item>(items: readonly Item[], one: Item | null) => one !== null && items.includes(one)

function pick({ targets }: RouteRule, share: number): number {
  const whole = targets.reduce((sum, one) => sum + one.weight, 0)
  let left = share * whole
  const index = targets.findIndex(one => {
    left -= one.weight
    return left < 0
  })
  return index === -1 ? targets.length - 1 : index
}

/** The target, with the visitor's query string appended to its own. */
export function withQuery(target: string, query: string): string {
  if (query === '') return target
  const hash = target.indexOf('#')
  const [page, rest] = hash === -1 ? [target, ''] : [target.slice(0, hash), target.slice(hash)]
  return `${page}${page.includes('?') ? '&' : '?'}${query}${rest}`
}

const brace = '(?:\\{|%7B)'
const placeholder = new RegExp(`${brace}(code|recipient)(?:\\}|%7D)`, 'gi')

/**
 * The target with `{code}` and `{recipient}` filled in; the URL parser writes their braces as %7B and %7D in a path.
 * Without a recipient it is empty.
 */
export const withPlaces = (target: string, places: { code: string; recipient: string }): string =>
  target.replace(placeholder, (_, name: string) => (name.toLowerCase() === 'code' ? places.code : places.recipient))

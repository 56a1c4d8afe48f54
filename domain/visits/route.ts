import type { Device, InApp, LinkRule, ReferrerPolicy } from '#contract/links/link-rule.ts'
import type { LinkState } from '#contract/links/link-state.ts'
import { chinaMinuteOfDay } from '#values/china-time.ts'
import type { Province } from '#values/province.ts'

export type RouteRule = LinkRule

/** What the redirector has to know of a link. */
export interface Route {
  accountId: string
  linkId: string
  state: LinkState
  target: string
  startsAt: Date | null
  endsAt: Date | null
  endedTarget: string | null
  passesQuery: boolean
  rules: RouteRule[]
  /** Of the password that visitors give first. */
  passwordHash: string | null
  /** Visits of persons that it leads on, and how many it had when it was read. */
  visitLimit: number | null
  visitCount: number
  /** Minutes of the day in China between which it leads on; `until` before `from` lies on the next day. */
  activeFromMinute: number | null
  activeUntilMinute: number | null
  referrerPolicy: ReferrerPolicy
}

/** What a request tells of its visitor, asked for only when a rule needs it. */
export interface VisitorFacts {
  device: () => Device
  inApp: () => InApp | null
  province: () => Province | null
  /** In [0, 1), the same for the same visitor of the same link. */
  share: () => number
}

/**
 * `arm`: which of all targets of all rules was taken, counted from 0; null for the link's own. `leave`: the visitor is in an app whose browser doesn't do, and
 * is asked to open the link in another.
 */
export type Decision =
  | { kind: 'redirect'; target: string; arm: number | null }
  | { kind: 'missing' | 'unsafe' | 'early' | 'closed' | 'ended' | 'leave' }

const missing: Decision = { kind: 'missing' }

/** Where a visitor of a link goes at a moment. A link that is not active is answered as one that never was, a blocked one with a warning. */
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
      return { kind: 'redirect', target: rule.targets[index]!.target, arm: before + index }
    }
    before += rule.targets.length
  }
  return { kind: 'redirect', target: route.target, arm: null }
}

/** Where visitors go when a link's time is over or its visits are used up. */
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

/** The target with the visitor's own query string behind its own. */
export function withQuery(target: string, query: string): string {
  if (query === '') return target
  const hash = target.indexOf('#')
  const [page, rest] = hash === -1 ? [target, ''] : [target.slice(0, hash), target.slice(hash)]
  return `${page}${page.includes('?') ? '&' : '?'}${query}${rest}`
}

const brace = '(?:\\{|%7B)'
const placeholder = new RegExp(`${brace}(code|recipient)(?:\\}|%7D)`, 'gi')

/** The target with `{code}` and `{recipient}` filled in; the URL parser writes their braces as %7B and %7D in a path. Nobody's recipient is empty. */
export const withPlaces = (target: string, places: { code: string; recipient: string }): string =>
  target.replace(placeholder, (_, name: string) => places[name.toLowerCase() as 'code' | 'recipient'])

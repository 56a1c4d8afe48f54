import type { Province } from '#values/province.ts'

export type LinkState = 'reviewing' | 'active' | 'disabled' | 'rejected' | 'blocked'
export type Device = 'ios' | 'android' | 'desktop'

/** A condition and where it leads; several targets share the visitors by weight. All given conditions must hold. */
export interface RouteRule {
  devices?: Device[]
  provinces?: Province[]
  targets: { target: string; weight: number }[]
}

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
}

/** What a request tells of its visitor, asked for only when a rule needs it. */
export interface VisitorFacts {
  device: () => Device
  province: () => Province | null
  /** In [0, 1), the same for the same visitor of the same link. */
  share: () => number
}

/** `arm`: which of all targets of all rules was taken, counted from 0; null for the link's own. */
export type Decision =
  | { kind: 'redirect'; target: string; arm: number | null }
  | { kind: 'missing' }
  | { kind: 'early' }
  | { kind: 'ended' }

/** Where a visitor of a link goes at a moment. A link that is not active is answered as one that never was. */
export function decide(route: Route, now: Date, visitor: VisitorFacts): Decision {
  if (route.state !== 'active') return { kind: 'missing' }
  if (route.startsAt && now < route.startsAt) return { kind: 'early' }
  if (route.endsAt && now >= route.endsAt)
    return route.endedTarget ? { kind: 'redirect', target: route.endedTarget, arm: null } : { kind: 'ended' }
  let before = 0
  for (const rule of route.rules) {
    if (fits(rule, visitor)) {
      const index = pick(rule, visitor.share())
      return { kind: 'redirect', target: rule.targets[index]!.target, arm: before + index }
    }
    before += rule.targets.length
  }
  return { kind: 'redirect', target: route.target, arm: null }
}

function fits(rule: RouteRule, visitor: VisitorFacts): boolean {
  if (rule.devices && !rule.devices.includes(visitor.device())) return false
  if (!rule.provinces) return true
  const province = visitor.province()
  return province !== null && rule.provinces.includes(province)
}

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

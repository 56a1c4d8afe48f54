import { expect, test } from 'vitest'
import { decide, type Route, type RouteRule, type VisitorFacts, withQuery } from './route.ts'

const now = new Date('2026-11-20T02:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

const routeOf = (more: Partial<Route> = {}): Route => ({
  accountId: 'a',
  linkId: 'l',
  state: 'active',
  target: 'https://example.com/',
  startsAt: null,
  endsAt: null,
  endedTarget: null,
  passesQuery: false,
  rules: [],
  ...more,
})
const visitor = (more: Partial<{ [Key in keyof VisitorFacts]: ReturnType<VisitorFacts[Key]> }> = {}): VisitorFacts => ({
  device: () => more.device ?? 'desktop',
  province: () => more.province ?? null,
  share: () => more.share ?? 0,
})

test.each(['reviewing', 'disabled', 'rejected', 'blocked'] as const)('a link that is %s is missing, whatever else it says', state => {
  expect(decide(routeOf({ state, endsAt: hours(-1) }), now, visitor())).toEqual({ kind: 'missing' })
})

test('a link begins and ends at its moments; after the end it may lead elsewhere', () => {
  expect(decide(routeOf({ startsAt: hours(1) }), now, visitor())).toEqual({ kind: 'early' })
  expect(decide(routeOf({ startsAt: now }), now, visitor())).toMatchObject({ kind: 'redirect' })
  expect(decide(routeOf({ endsAt: now }), now, visitor())).toEqual({ kind: 'ended' })
  expect(decide(routeOf({ endsAt: now, endedTarget: 'https://example.com/over' }), now, visitor())).toEqual({
    kind: 'redirect',
    target: 'https://example.com/over',
    arm: null,
  })
})

const rules: RouteRule[] = [
  { devices: ['ios'], targets: [{ target: 'ios', weight: 1 }] },
  { provinces: ['广东', '海南'], devices: ['android'], targets: [{ target: 'south', weight: 1 }] },
  {
    devices: ['android'],
    targets: [
      { target: 'A', weight: 3 },
      { target: 'B', weight: 1 },
    ],
  },
]

test.each([
  [{ device: 'ios' as const }, 'ios', 0],
  [{ device: 'android' as const, province: '海南' as const }, 'south', 1],
  [{ device: 'android' as const, province: '北京' as const, share: 0.74 }, 'A', 2],
  [{ device: 'android' as const, share: 0.75 }, 'B', 3],
  [{ device: 'android' as const, share: 0.999999 }, 'B', 3],
  [{ device: 'desktop' as const, province: '广东' as const }, 'https://example.com/', null],
])('of the rules the first that fits is taken: %j', (facts, target, arm) => {
  expect(decide(routeOf({ rules }), now, visitor(facts))).toEqual({ kind: 'redirect', target, arm })
})

test('what no rule needs is not asked for', () => {
  const never = () => {
    throw new Error('asked')
  }
  const facts: VisitorFacts = { device: never, province: never, share: never }
  expect(decide(routeOf(), now, facts)).toMatchObject({ kind: 'redirect' })
})

test("a visitor's query goes behind the target's own and before its fragment", () => {
  expect(withQuery('https://a.cn/b', '')).toBe('https://a.cn/b')
  expect(withQuery('https://a.cn/b', 'x=1')).toBe('https://a.cn/b?x=1')
  expect(withQuery('https://a.cn/b?y=2#c', 'x=1')).toBe('https://a.cn/b?y=2&x=1#c')
})

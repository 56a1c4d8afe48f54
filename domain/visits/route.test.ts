import { expect, test } from 'vitest'
import { newAccountId } from '#values/id.ts'
import { decide, type Route, type RouteRule, type VisitorFacts, withPlaces, withQuery } from './route.ts'

const accountA = newAccountId()

const now = new Date('2026-11-20T02:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

const routeOf = (more: Partial<Route> = {}): Route => ({
  accountId: accountA,
  linkId: 'l',
  state: 'active',
  target: 'https://example.com/',
  startsAt: null,
  endsAt: null,
  endedTarget: null,
  passesQuery: false,
  rules: [],
  passwordHash: null,
  visitLimit: null,
  visitCount: 0,
  activeFromMinute: null,
  activeUntilMinute: null,
  referrerPolicy: 'strict-origin-when-cross-origin',
  ...more,
})
const visitor = (more: Partial<{ [Key in keyof VisitorFacts]: ReturnType<VisitorFacts[Key]> }> = {}): VisitorFacts => ({
  device: () => more.device ?? 'desktop',
  inApp: () => more.inApp ?? null,
  province: () => more.province ?? null,
  share: () => more.share ?? 0,
})

test.each(['reviewing', 'disabled', 'rejected'] as const)('a link that is %s is missing, whatever else it says', state => {
  expect(decide(routeOf({ state, endsAt: hours(-1) }), now, visitor())).toEqual({ kind: 'missing' })
})

test('a blocked link is answered with a warning', () => {
  expect(decide(routeOf({ state: 'blocked' }), now, visitor())).toEqual({ kind: 'unsafe' })
})

test('a link starts and ends at its moments; after its end it may redirect elsewhere', () => {
  expect(decide(routeOf({ startsAt: hours(1) }), now, visitor())).toEqual({ kind: 'early' })
  expect(decide(routeOf({ startsAt: now }), now, visitor())).toMatchObject({ kind: 'redirect' })
  expect(decide(routeOf({ endsAt: now }), now, visitor())).toEqual({ kind: 'ended' })
  expect(decide(routeOf({ endsAt: now, endedTarget: 'https://example.com/over' }), now, visitor())).toEqual({
    kind: 'redirect',
    target: 'https://example.com/over',
    arm: null,
  })
})

// 2026-11-20 10:00 in China.
test.each([
  ['from 9 to 18', 540, 1080, true],
  ['from 10:00 on', 600, 1440, true],
  ['until 10:00', 0, 600, false],
  ['from 22 to 6 of the next day', 1320, 360, false],
  ['from 18 to 12 of the next day', 1080, 720, true],
])('a link has its hours of the day: %s', (_, activeFromMinute, activeUntilMinute, isOpen) => {
  expect(decide(routeOf({ activeFromMinute, activeUntilMinute }), now, visitor()).kind).toBe(isOpen ? 'redirect' : 'closed')
})

test('a visitor in an app is asked to leave it, or redirected elsewhere, where a rule says so', () => {
  const route = routeOf({
    rules: [
      { inApps: ['微信', 'QQ'], devices: ['ios'], targets: [] },
      { inApps: ['微信'], targets: [{ target: 'mini', weight: 1 }] },
    ],
  })
  expect(decide(route, now, visitor({ inApp: '微信', device: 'ios' }))).toEqual({ kind: 'leave' })
  expect(decide(route, now, visitor({ inApp: '微信', device: 'android' }))).toEqual({ kind: 'redirect', target: 'mini', arm: 0 })
  expect(decide(route, now, visitor({ inApp: '支付宝', device: 'ios' }))).toMatchObject({ arm: null })
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

test('facts that no rule needs are not computed', () => {
  const never = () => {
    throw new Error('asked')
  }
  const facts: VisitorFacts = { device: never, inApp: never, province: never, share: never }
  expect(decide(routeOf(), now, facts)).toMatchObject({ kind: 'redirect' })
})

test("the visitor's query string is added behind the target's own and before its fragment", () => {
  expect(withQuery('https://a.cn/b', '')).toBe('https://a.cn/b')
  expect(withQuery('https://a.cn/b', 'x=1')).toBe('https://a.cn/b?x=1')
  expect(withQuery('https://a.cn/b?y=2#c', 'x=1')).toBe('https://a.cn/b?y=2&x=1#c')
})

test('placeholders in a target are filled in, as people and as the URL parser write them', () => {
  const places = { code: 'Ab3', recipient: 'msg_1' }
  expect(withPlaces(new URL('https://a.cn/{code}/x?r={recipient}&c={code}#{code}').href, places)).toBe(
    'https://a.cn/Ab3/x?r=msg_1&c=Ab3#Ab3',
  )
  expect(withPlaces('https://a.cn/{other}', places)).toBe('https://a.cn/{other}')
})

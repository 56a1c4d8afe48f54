import type { LinkRule } from '#contract/links/link-rule.ts'
import type { Tx } from '#db/connect.ts'
import { createLinks } from '#domain/links/index.ts'
import { type VisitLogEntry, writeVisits } from '#domain/visits/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import type { DemoMessage } from './demo-messages.ts'
import type { DemoRandom } from './demo-random.ts'
import { visitorAgents } from './large-visits.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Groups and links of the shop: when they were created, and about how many visits they have a day. */
const groups = ['会员活动', '物流与售后', '门店'] as const
interface LinkFacts {
  title: string
  target: string
  group: (typeof groups)[number] | null
  tags: string[]
  daysAgo: number
  perDay: number
  ownCode?: string
  endsInDays?: number
  rules?: LinkRule[]
  state?: 'disabled' | 'rejected'
  reason?: string
}

const appRules: LinkRule[] = [
  { devices: ['ios'], targets: [{ target: 'https://www.example.com/app/ios', weight: 1 }] },
  { devices: ['android'], targets: [{ target: 'https://www.example.com/app/android', weight: 1 }] },
]
const halves: LinkRule[] = [
  {
    targets: [
      { target: 'https://www.example.com/member/a', weight: 1 },
      { target: 'https://www.example.com/member/b', weight: 1 },
    ],
  },
]

const links: readonly LinkFacts[] = [
  {
    title: '会员中心',
    target: 'https://www.example.com/member',
    group: '会员活动',
    tags: ['会员'],
    daysAgo: 41,
    perDay: 55,
    ownCode: 'huiyuan',
    rules: halves,
  },
  {
    title: '下载云栈优选App',
    target: 'https://www.example.com/app',
    group: '会员活动',
    tags: ['App', '门店海报'],
    daysAgo: 41,
    perDay: 34,
    rules: appRules,
  },
  { title: '物流查询', target: 'https://www.example.com/track', group: '物流与售后', tags: ['通知短信'], daysAgo: 40, perDay: 48 },
  { title: '申请售后', target: 'https://www.example.com/service', group: '物流与售后', tags: [], daysAgo: 40, perDay: 9 },
  { title: '满意度问卷', target: 'https://www.example.com/survey?from=sms', group: '物流与售后', tags: ['问卷'], daysAgo: 25, perDay: 7 },
  { title: '门店导航', target: 'https://www.example.com/stores', group: '门店', tags: ['门店海报'], daysAgo: 20, perDay: 12 },
  {
    title: '双十一会场',
    target: 'https://www.example.com/1111',
    group: '会员活动',
    tags: ['活动'],
    daysAgo: 18,
    perDay: 80,
    endsInDays: -8,
  },
  { title: '秋季新品册', target: 'https://www.example.com/autumn.pdf', group: null, tags: [], daysAgo: 16, perDay: 6, state: 'disabled' },
  {
    title: '抽奖',
    target: 'https://lucky.example.org/draw',
    group: null,
    tags: [],
    daysAgo: 5,
    perDay: 0,
    state: 'rejected',
    reason: '目标网站要求填写银行卡信息，且没有备案。',
  },
  { title: '合作伙伴活动', target: 'https://partner.example.net/event', group: null, tags: ['合作'], daysAgo: 0.1, perDay: 0 },
]

interface LinkShop {
  random: DemoRandom
  now: Date
  memberId: string
  secret: string
  shortLinkUrl: string
}

/** Links in each of their states, in groups, with two weeks of visits and their figures. */
export async function seedLinks(tx: Tx, account: AccountId, shop: LinkShop): Promise<void> {
  const { memberId, now, shortLinkUrl } = shop
  // Links to the shop's site need no review.
  await tx.insertInto('domainRule').values({ domain: 'example.com', kind: 'trusted', remark: '演示' }).execute()
  const groupIds = new Map<string, string>()
  for (const name of groups) {
    const groupId = newId()
    groupIds.set(name, groupId)
    await tx.insertInto('linkGroup').values({ accountId: account, groupId, name }).execute()
  }
  const notes: VisitLogEntry[] = []
  for (const facts of links) {
    const createdAt = new Date(now.getTime() - facts.daysAgo * dayMs)
    const { title, target, tags, ownCode = null, rules = [], endsInDays } = facts
    const endsAt = endsInDays === undefined ? null : chinaDayStart(now, endsInDays)
    const linkGroupId = facts.group && getOrThrow(groupIds, facts.group)
    const given = { title, target, tags, ownCode, rules, endsAt, linkGroupId }
    const link = firstOrThrow(await createLinks(tx, account, [given], { now: createdAt, memberId, source: 'console', shortLinkUrl }))
    if (facts.state)
      await tx
        .updateTable('link')
        .set({ state: facts.state, reason: facts.reason ?? null })
        .where('accountId', '=', account)
        .where('linkId', '=', link.linkId)
        .execute()
    notes.push(...visitsOf(shop, account, link.linkId, facts, endsAt))
  }
  await writeByDay(tx, notes, shop)
}

/** Visits are counted on the day on which they came. */
export async function writeByDay(
  tx: Tx,
  notes: readonly VisitLogEntry[],
  { secret, now }: Pick<LinkShop, 'secret' | 'now'>,
): Promise<void> {
  const byDay = Map.groupBy(notes, note => chinaDayStart(note.atMs).getTime())
  for (const [start, own] of [...byDay].sort(([a], [b]) => a - b))
    await writeVisits(tx, secret, own, { now: new Date(Math.min(start + dayMs - 1, now.getTime())) })
}

/** Networks with a known place, and their share of visitors. */
const networks: readonly (readonly [network: string, weight: number])[] = [
  ['113.87.160', 14],
  ['183.232.5', 12],
  ['115.192.10', 16],
  ['112.10.16', 10],
  ['114.88.20', 11],
  ['101.80.3', 7],
  ['58.240.14', 8],
  ['114.222.7', 6],
  ['106.120.8', 7],
  ['123.112.30', 5],
  ['125.70.11', 6],
  ['171.221.5', 4],
  ['221.232.12', 5],
  ['60.208.15', 4],
  ['222.240.6', 4],
  ['117.30.4', 3],
  ['111.19.3', 3],
  ['61.158.18', 1],
]
const referrers: readonly (readonly [referrer: string, weight: number])[] = [
  ['', 78],
  ['https://www.example.com/', 12],
  ['https://m.baidu.com/', 6],
  ['https://weibo.com/', 4],
]
const robots = [
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'WeChat-Preview/1.0',
  'TelegramBot (like TwitterBot)',
  '',
]
const robotShare = 0.06
/** Share of a day's visits, by the hour in China. */
const hours = [2, 1, 1, 1, 1, 2, 3, 5, 8, 11, 12, 11, 12, 10, 9, 9, 9, 9, 10, 12, 14, 12, 8, 4].map(
  (weight, hour) => [hour, weight] as const,
)
const shownDays = 14

function visitsOf(shop: LinkShop, account: AccountId, linkId: string, facts: LinkFacts, endsAt: Date | null): VisitLogEntry[] {
  const { random, now } = shop
  const arms = (facts.rules ?? []).reduce((sum, rule) => sum + rule.targets.length, 0)
  const from = Math.max(now.getTime() - facts.daysAgo * dayMs, chinaDayStart(now, 1 - shownDays).getTime())
  const until = Math.min(now.getTime(), endsAt?.getTime() ?? Number.POSITIVE_INFINITY)
  const notes: VisitLogEntry[] = []
  for (let start = chinaDayStart(from).getTime(); start < until; start += dayMs)
    for (let count = random.whole(Math.floor(facts.perDay * 0.7), Math.ceil(facts.perDay * 1.3)); count > 0; count -= 1) {
      const atMs = start + random.weighted(hours) * hourMs + random.whole(0, hourMs - 1)
      const note = {
        ...visitorOf(random),
        atMs,
        accountId: account,
        linkId,
        messageId: null,
        arm: arms === 0 ? null : random.whole(0, arms - 1),
      }
      if (atMs >= from && atMs < until) notes.push(note)
    }
  return notes
}

/** A visitor of a link: place, device, referrer; some return with their earlier cookie. */
function visitorOf(
  random: DemoRandom,
): Pick<VisitLogEntry, 'address' | 'method' | 'agent' | 'referrer' | 'language' | 'visitor' | 'missed'> {
  const isRobot = random.next() < robotShare
  return {
    address: `${random.weighted(networks)}.${random.whole(1, 254)}`,
    method: 'get',
    agent: isRobot ? random.pick(robots) : random.weighted(visitorAgents),
    referrer: random.weighted(referrers),
    language: 'zh-CN,zh;q=0.9',
    visitor: random.next() < 0.3 ? `demo-${random.whole(1, 400)}` : '',
    missed: null,
  }
}

const clickShare = 0.23

/** Clicks on the link of a broadcast's messages, some of them repeated. */
export function clicksOf(
  random: DemoRandom,
  now: Date,
  account: AccountId,
  linkId: string,
  messages: readonly DemoMessage[],
): VisitLogEntry[] {
  return messages.flatMap(({ state, finishedAt, messageId }) => {
    if (state !== 'delivered' || finishedAt === null || random.next() > clickShare) return []
    const visitor = { ...visitorOf(random), agent: random.weighted(visitorAgents), referrer: '' }
    const times = Array.from(
      { length: random.next() < 0.2 ? random.whole(2, 4) : 1 },
      () => finishedAt.getTime() + random.delayMs(1_500_000),
    )
    return times.filter(atMs => atMs < now.getTime()).map(atMs => ({ ...visitor, atMs, accountId: account, linkId, messageId, arm: null }))
  })
}

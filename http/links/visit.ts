import type { VisitGrain, VisitPeriod, VisitSplit } from '#contract/links/visit.ts'
import { visitCalls } from '#contract/links/visit.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { batchRecipients, linkGroupName, subjectLink, visitSubjects, visitsThere } from '#domain/links/index.ts'
import { broadcastName, broadcastsWithLinks, maskedRecipients, newestBroadcastOf } from '#domain/message-records/index.ts'
import {
  listVisits,
  newAndReturning,
  periodNow,
  rangeOfDays,
  reclassifiedSince,
  scopeOf,
  stepText,
  trendRanges,
  type Visit,
  type VisitOf,
  visitFigures,
  visitHeat,
  visitNames,
  visitRanks,
  visitSeries,
} from '#domain/visit-statistics/index.ts'
import { missedSeries, missedVisits } from '#domain/visits/index.ts'
import { handle } from '#http/server/serve.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

const dayMs = 86_400_000

/** `shortLinkUrl`: base of short links. */
export const visitHandlers = (shortLinkUrl: string) => [
  handle(visitCalls.choices, async ({ tx, account }, { search = '' }) => {
    const { links, groups } = await visitSubjects(tx, account, search)
    const broadcasts = await broadcastsWithLinks(tx, account, search)
    return {
      links: links.map(one => ({ id: encodeId('link', one.linkId), name: one.title || one.code, note: one.code, detail: one.target })),
      groups: groups.map(one => ({ id: encodeId('linkGroup', one.groupId), name: one.name, note: '', detail: '' })),
      broadcasts: broadcasts.map(one => ({ id: encodeId('broadcast', one.broadcastId), name: one.name, note: '', detail: '' })),
    }
  }),
  handle(visitCalls.subject, async ({ tx, account, now }, of) => ({
    ...(await nameOf(tx, account, of, { base: shortLinkUrl, now: now() })),
    ...(await visitsThere(tx, account, of)),
  })),
  handle(visitCalls.figures, async ({ tx, account, now }, input) => {
    const scope = scopeOf(input)
    const { range, before } = periodNow(input, now())
    const { newVisitors, returningVisitors } = await newAndReturning(tx, account, scope, range)
    return {
      totals: await visitFigures(tx, account, scope, range),
      before: await visitFigures(tx, account, scope, before),
      newVisitors,
      returningVisitors,
      reclassifiedSince: await reclassifiedSince(tx, range.from),
    }
  }),
  handle(visitCalls.trend, ({ tx, account, now }, input) => readTrend(tx, account, input, now())),
  handle(visitCalls.ranks, async ({ tx, account, now }, { splits, ...input }) => {
    const ranks: Awaited<ReturnType<typeof readRanks>>[] = []
    for (const split of splits) ranks.push(await readRanks(tx, account, split, { ...input, now: now() }))
    return { ranks }
  }),
  handle(visitCalls.list, async ({ tx, account }, { cursor, pageSize, ...filter }) => {
    const page = await listVisits(tx, account, filter, { cursor, pageSize })
    return { ...page, rows: await withRecipients(tx, account, page.rows) }
  }),
]

async function readRanks(tx: Tx, account: AccountId, split: VisitSplit, { now, ...input }: VisitPeriod & { now: Date }) {
  const { range } = periodNow(input, now)
  const { ranks, rest } =
    split === 'missed'
      ? { ranks: (await missedVisits(tx, account, scopeOf(input), range)).map(row => ({ ...row, uv: null })), rest: 0 }
      : await visitRanks(tx, account, scopeOf(input), range, split, limits.visitRankRows)
  const keys = ranks.map(row => row.key)
  const nameOfKey = await visitNames(tx, account, split, { keys, linkId: input.linkId })
  const idOfKey = (key: string) => (split === 'link' ? encodeId('link', key) : key)
  return { split, rows: ranks.map(row => ({ ...row, key: idOfKey(row.key), name: nameOfKey(row.key) })), rest }
}

/** Visits with the masked numbers of the recipients whose own codes they used. */
export async function withRecipients(executor: Executor, account: AccountId, visits: readonly Visit[]) {
  const phones = await maskedRecipients(
    executor,
    account,
    visits.map(visit => visit.messageId),
  )
  const others = await batchRecipients(
    executor,
    account,
    visits.map(({ messageId }) => (messageId && !phones.has(messageId) ? messageId : null)),
  )
  return visits.map(({ messageId, ...visit }) => {
    const phone = messageId && phones.get(messageId)
    const name = messageId && others.get(messageId)
    return { ...visit, recipient: phone ? { messageId, phone } : name ? { messageId: null, phone: name } : null }
  })
}

async function nameOf(
  tx: Tx,
  account: AccountId,
  { linkId, linkGroupId, broadcastId }: VisitOf,
  { base, now }: { base: string; now: Date },
) {
  if (linkId) {
    const { title, broadcastId: sentBy, ...link } = await subjectLink(tx, account, { linkId, base, now })
    return { name: title || link.code, link, broadcastId: sentBy ?? (await newestBroadcastOf(tx, account, linkId)) }
  }
  if (linkGroupId) return { name: await linkGroupName(tx, account, linkGroupId), link: null, broadcastId: null }
  if (broadcastId) return { name: await broadcastName(tx, account, broadcastId), link: null, broadcastId }
  return { name: '全部短链', link: null, broadcastId: null }
}

/** Values end with the current step: the future isn't zero. */
async function readTrend(tx: Tx, account: AccountId, { by, ...input }: VisitPeriod & { by: VisitGrain }, now: Date) {
  const scope = scopeOf(input)
  const { range, before } = trendRanges(input, by, now)
  const points = await visitSeries(tx, account, scope, { range, step: by })
  const valuesOf = (all: typeof points) => all.map(({ pv, uv, bots }) => ({ pv, uv, bots }))
  return {
    buckets: points.map(({ at }) => stepText(at, by)),
    values: valuesOf(points.filter(({ at }) => at <= now)),
    before: valuesOf(await visitSeries(tx, account, scope, { range: before, step: by })),
    isRunning: range.from <= now && now < range.until,
    week: await visitHeat(tx, account, scope, rangeOfDays(input)),
    missed: await readMissed(tx, account, input, now),
  }
}

/** Of each step of the period, up to the current one. */
async function readMissed(tx: Tx, account: AccountId, input: VisitPeriod, now: Date) {
  const range = rangeOfDays(input)
  const by = range.until.getTime() - range.from.getTime() <= 2 * dayMs ? 'hour' : 'day'
  const points = await missedSeries(tx, account, scopeOf(input), { range, step: by })
  return {
    by,
    buckets: points.map(one => stepText(one.at, by)),
    values: points.filter(one => one.at <= now).map(one => one.count),
    isRunning: range.from <= now && now < range.until,
  } as const
}

import type { StatisticsFilter } from '#contract/messages/statistics.ts'
import { openEventCalls } from '#contract/open/callback.ts'
import { openQueryCalls } from '#contract/open/query.ts'
import type { AppCaller } from '#domain/apps/index.ts'
import { failureCauses, namesOf, readBreakdown, readTotals, readTrend, selectInbound } from '#domain/message-records/index.ts'
import { readRemaining } from '#domain/orders/index.ts'
import { acknowledge, dequeueEvents } from '#domain/push/index.ts'
import { unitsOf } from '#domain/visits/index.ts'
import { encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { requireDays } from '../period.ts'
import { answering } from '../serve.ts'

/** Statistics of the caller's own app, unless the whole account is requested. */
function filterOf<Period extends StatisticsFilter & { of: 'app' | 'account' }>({ of, ...period }: Period, caller: AppCaller) {
  return of === 'account' ? period : { ...period, appId: caller.appId }
}

export const queryHandlers = [
  answering(openQueryCalls.app, async ({ caller }) => {
    const { appId, number, name, kind, accessKeyId, scopes, requestsPerSecond } = caller
    return { appId, sdkAppId: number, name, kind, accessKeyId: accessKeyId!, scopes: [...scopes], requestsPerSecond }
  }),
  answering(openQueryCalls.balance, async ({ tx, account, now }) => {
    const { kinds, availableHao, heldHao, whenEmpty } = await readRemaining(tx, account, now)
    const { total, used } = await unitsOf(tx, account, now)
    return { availableHao, heldHao, whenEmpty, packages: kinds, linkUnitsLeft: Math.max(0, total - used) }
  }),
  answering(openQueryCalls.statistics, async ({ tx, account, caller }, { by, ...input }) => {
    requireDays(input, by === 'hour' ? limits.statisticsHourDays : limits.statisticsDays)
    const filter = filterOf(input, caller)
    const { buckets, series } = await readTrend(tx, account, filter, { by })
    const values = firstOrThrow(series).values
    return { totals: await readTotals(tx, account, filter), buckets: buckets.map((at, index) => ({ at, ...itemOrThrow(values, index) })) }
  }),
  answering(openQueryCalls.breakdown, async ({ tx, account, caller }, { split, ...input }) => {
    requireDays(input, limits.statisticsDays)
    const rows = await readBreakdown(tx, account, filterOf(input, caller), split)
    const keys = rows.map(row => row.key)
    const nameOf = await namesOf(tx, account, split, keys)
    const noun = split === 'app' || split === 'signature' || split === 'template' ? split : null
    const shownKey = (key: string) => (noun && /^[\da-f-]{36}$/.test(key) ? encodeId(noun, key) : key)
    return { rows: rows.map(row => ({ ...row, key: shownKey(row.key), name: nameOf(row.key) })) }
  }),
  answering(openQueryCalls.failures, async ({ tx, account, caller }, input) => {
    requireDays(input, limits.statisticsDays)
    return { causes: await failureCauses(tx, account, filterOf(input, caller)) }
  }),
  answering(openQueryCalls.inbound, async ({ tx, account, now }, { cursor, pageSize, to: until, ...filter }) => {
    const found = await selectInbound(tx, account, { ...filter, until }, { cursor: cursor ?? null, now })
      .limit(pageSize + 1)
      .execute()
    const { rows, nextCursor } = pageOf(found, pageSize, row => row.inboundId)
    return {
      rows: rows.map(({ signatureText, effect, ...row }) => ({ ...row, signature: signatureText, isOptOut: effect === 'opt_out' })),
      nextCursor,
    }
  }),
]

export const eventHandlers = [
  answering(openEventCalls.pull, ({ tx, account, caller, now }, { kinds, pageSize }) =>
    dequeueEvents(tx, account, caller.appId, { kinds, limit: pageSize, now }),
  ),
  answering(openEventCalls.acknowledge, async ({ tx, account, caller, now }, { cursor, eventIds }) => ({
    acknowledgedCount: await acknowledge(tx, account, caller.appId, cursor, { now, ...(eventIds ? { eventIds } : {}) }),
  })),
]

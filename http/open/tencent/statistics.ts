import { z } from 'zod'
import type { StatisticsMeasures } from '#contract/messages/statistics.ts'
import { fault } from '#contract/open/vendor-error.ts'
import { packageNumberOf } from '#contract/open/vendor-id.ts'
import { failureCauses, readTrend } from '#domain/message-records/index.ts'
import { packagesCreated } from '#domain/orders/index.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { type VendorContext, vendorAction } from '../vendor-action.ts'
import { offset, requireApp, sdkAppId, secondsOf, whole } from './app.ts'

/** `2026112108`: an hour of the day in China. */
const hour = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().regex(/^\d{10}$/, '须为yyyymmddhh'))
  .transform(text => ({ day: text.replace(/^(\d{4})(\d\d)(\d\d)\d\d$/, '$1-$2-$3'), hour: Number(text.slice(8)) }))
  .refine(({ day, hour }) => !Number.isNaN(Date.parse(day)) && hour < 24, '须为yyyymmddhh')
const period = { BeginTime: hour, EndTime: hour, SmsSdkAppId: sdkAppId }
const paged = { ...period, Limit: whole(1, 500), Offset: offset }
type Period = z.output<z.ZodObject<typeof period>>

/** Tencent's counters for our failure causes; a cause without one counts only as failed. */
const causeCounts: Record<
  string,
  'InternalErrorCount' | 'InvalidNumberCount' | 'ShutdownErrorCount' | 'BlackListCount' | 'FrequencyLimitCount'
> = {
  运营商内部错误: 'InternalErrorCount',
  路由: 'InternalErrorCount',
  空号或停机: 'InvalidNumberCount',
  号码错误: 'InvalidNumberCount',
  关机或不在服务区: 'ShutdownErrorCount',
  终端或业务限制: 'ShutdownErrorCount',
  黑名单或退订: 'BlackListCount',
  发送过于频繁: 'FrequencyLimitCount',
}

export const statisticsActions = {
  SendStatusStatistics: vendorAction('query', period, async (context, input) => {
    const sum = await totalsOf(context, input)
    return {
      SendStatusStatistics: {
        FeeCount: sum('segmentCount'),
        RequestCount: sum('acceptedCount'),
        RequestSuccessCount: sum('acceptedCount') - sum('refusedCount') - sum('canceledCount'),
      },
    }
  }),
  CallbackStatusStatistics: vendorAction('query', period, async (context, input) => {
    const sum = await totalsOf(context, input)
    const [success, failed] = [sum('deliveredCount'), sum('failedCount')]
    return {
      CallbackStatusStatistics: {
        CallbackCount: success + failed,
        RequestSuccessCount: sum('acceptedCount') - sum('refusedCount') - sum('canceledCount'),
        CallbackSuccessCount: success,
        CallbackFailCount: failed,
        ...(await causesOf(context, input)),
      },
    }
  }),
  SmsPackagesStatistics: vendorAction('query', paged, async (context, { Offset, Limit, ...input }) => {
    const packages = await packagesIn(context, input)
    return { SmsPackagesStatisticsSet: packages.slice(Offset, Offset + Limit).map(packageOf) }
  }),
}

/** Sums from the first hour to the last, both included. */
async function totalsOf(context: VendorContext, { SmsSdkAppId, BeginTime: from, EndTime: to }: Period) {
  requireApp(context, SmsSdkAppId)
  const { account, appId } = context.caller
  if (from.day > to.day) fault('parameter_invalid', { name: 'EndTime', reason: '不能早于BeginTime' })
  const days = (Date.parse(to.day) - Date.parse(from.day)) / 86_400_000 + 1
  if (days > limits.statisticsHourDays)
    fault('parameter_invalid', { name: 'BeginTime', reason: `一次最多统计${limits.statisticsHourDays}天` })
  const { buckets, series } = await context.read(tx => readTrend(tx, account, { from: from.day, to: to.day, appId }, { by: 'hour' }))
  const textOf = ({ day, hour }: Period['BeginTime']) => `${day} ${String(hour).padStart(2, '0')}:00`
  const values = firstOrThrow(series).values.filter(
    (_, index) => itemOrThrow(buckets, index) >= textOf(from) && itemOrThrow(buckets, index) <= textOf(to),
  )
  return (name: Exclude<keyof StatisticsMeasures, 'p50Ms' | 'p95Ms'>) => values.reduce((sum, one) => sum + one[name], 0)
}

const startOf = ({ day, hour }: Period['BeginTime']) => new Date(Date.parse(`${day}T00:00:00+08:00`) + hour * hourMs)
const hourMs = 3_600_000

/** Packages that the account got from the first hour to the last, both included. */
function packagesIn(context: VendorContext, { SmsSdkAppId, BeginTime, EndTime }: Period) {
  requireApp(context, SmsSdkAppId)
  const [from, last] = [startOf(BeginTime), startOf(EndTime)]
  if (last <= from) fault('parameter_invalid', { name: 'EndTime', reason: '须晚于BeginTime' })
  return context.read(tx => packagesCreated(tx, context.caller.account, { from, until: new Date(last.getTime() + hourMs) }))
}

/** A refunded package ended at its refund, so that nothing of it looks available. */
const packageOf = (one: Awaited<ReturnType<typeof packagesCreated>>[number]) => ({
  PackageCreateTime: secondsOf(one.createdAt),
  PackageEffectiveTime: secondsOf(one.startsAt),
  PackageExpiredTime: secondsOf(one.refundedAt && one.refundedAt < one.expiresAt ? one.refundedAt : one.expiresAt),
  PackageAmount: one.segmentCount,
  PackageType: one.source === 'purchase' ? 1 : 0,
  PackageId: packageNumberOf(one.grantId),
  CurrentUsage: one.spentCount,
})

/** Causes are counted by day: the whole first and last day are included. */
async function causesOf({ caller: { account, appId }, read }: VendorContext, { BeginTime, EndTime }: Period) {
  const counts = { InternalErrorCount: 0, InvalidNumberCount: 0, ShutdownErrorCount: 0, BlackListCount: 0, FrequencyLimitCount: 0 }
  const causes = await read(tx => failureCauses(tx, account, { from: BeginTime.day, to: EndTime.day, appId }))
  for (const { cause, messageCount } of causes) {
    const name = causeCounts[cause]
    if (name) counts[name] += messageCount
  }
  return counts
}

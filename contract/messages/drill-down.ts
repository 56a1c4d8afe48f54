import { encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { unknownProvince } from '#values/province.ts'
import type { FailureCause, StatisticsDimension, StatisticsGrain, StatisticsMeasures } from './statistics.ts'

/** Filters in the address of 发送记录 that list what a figure of the statistics counts. */
export type MessageQuery = Readonly<Record<string, string>>

const noId = '00000000-0000-0000-0000-000000000000'
const idOr = (noun: 'app' | 'signature' | 'template', key: string) => (key === noId ? 'none' : encodeId(noun, key))

const partOf: Record<StatisticsDimension, (key: string) => MessageQuery> = {
  kind: key => ({ kind: key }),
  app: key => ({ appId: idOr('app', key) }),
  signature: key => ({ signatureId: idOr('signature', key) }),
  template: key => ({ templateId: idOr('template', key) }),
  carrier: key => ({ carrier: key }),
  province: key => ({ province: key || unknownProvince }),
}

/** Messages of one value of a dimension, by its key in the answer. */
export const queryOfPart = (split: StatisticsDimension, key: string): MessageQuery => partOf[split](key)

/** Messages of one step of time, within the days of the statistics. */
export function queryOfBucket(by: StatisticsGrain, bucket: string, days: { from: string; to: string }): MessageQuery {
  if (by === 'hour') return { ...dayOf(bucket.slice(0, 10)), hour: String(Number(bucket.slice(11, 13))) }
  if (by === 'day') return dayOf(bucket)
  const last = new Date(Date.UTC(Number(bucket.slice(0, 4)), Number(bucket.slice(5, 7)), 0)).toISOString().slice(0, 10)
  const first = `${bucket}-01`
  return { from: first > days.from ? first : days.from, to: last < days.to ? last : days.to }
}
const dayOf = (day: string) => ({ from: day, to: day })

/** Messages of a cell of the week; of a whole day or a whole hour where the other is null. Monday is 0. */
export const queryOfWeek = (weekday: number | null, hour: number | null): MessageQuery => ({
  ...(weekday === null ? {} : { weekday: String(weekday + 1) }),
  ...(hour === null ? {} : { hour: String(hour) }),
})

/** Messages that some codes explain; null: more codes than one query takes. */
export const queryOfCodes = (codes: Pick<FailureCause['codes'][number], 'code'>[]): MessageQuery | null =>
  codes.length > limits.deliveryCodes ? null : { state: 'missed', code: codes.map(({ code }) => code || 'none').join() }

const stateOf: Partial<Record<keyof StatisticsMeasures, string>> = {
  deliveredCount: 'delivered',
  failedCount: 'failed',
  unknownCount: 'unknown',
  refusedCount: 'refused',
  canceledCount: 'canceled',
  waitingCount: 'waiting',
  chargedSegmentCount: 'delivered',
  costHao: 'delivered',
}
/** Messages that a measure counts. */
export function queryOfMeasure(measure: keyof StatisticsMeasures): MessageQuery {
  const state = stateOf[measure]
  return state ? { state } : {}
}

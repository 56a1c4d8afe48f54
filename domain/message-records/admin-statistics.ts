import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { keysOf, tableOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'
import { dayNumber, dayText } from './statistics/read.ts'
import { dayOfHour } from './statistics/roll-up.ts'

/** Days in China, both inclusive. */
export interface Period {
  from: string
  to: string
}

interface Sums {
  acceptedCount: number
  segmentCount: number
  deliveredCount: number
  failedCount: number
  unknownCount: number
  chargedSegmentCount: number
  chargedHao: number
}

const columns = ['acceptedCount', 'segmentCount', 'deliveredCount', 'failedCount', 'unknownCount', 'chargedSegmentCount', 'costHao']
const sums = sql`sum(accepted_count)::bigint as "acceptedCount", sum(segment_count)::bigint as "segmentCount",
  sum(delivered_count)::bigint as "deliveredCount", sum(failed_count)::bigint as "failedCount", sum(unknown_count)::bigint as "unknownCount",
  sum(charged_segment_count)::bigint as "chargedSegmentCount", sum(cost_hao)::bigint as "chargedHao"`

/** Totals of customers by day, with deltas that aren't rolled up yet; without the platform's own messages. */
function found({ from, to }: Period) {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  const list = sql.join(columns.map(name => sql.ref(name)))
  return sql`(
    select account_id, day, ${list} from statistics_day where day between ${first} and ${last}
    union all
    select account_id, ${dayOfHour} as day, ${list} from statistics_delta where hour between ${first * 24 - 8} and ${last * 24 + 15}
  ) as total join account using (account_id)`
}

const none: Sums = {
  acceptedCount: 0,
  segmentCount: 0,
  deliveredCount: 0,
  failedCount: 0,
  unknownCount: 0,
  chargedSegmentCount: 0,
  chargedHao: 0,
}

/** Messages of all customers in a period, by day, by customer and by channel; days are those of acceptance. */
export async function readPlatformStatistics(executor: Executor, period: Period, now: Date) {
  const { rows: byDay } = await sql<Sums & { day: number }>`
    -- across accounts: the platform's own statistics
    select day, ${sums} from ${found(period)} where account.kind = 'customer' group by day order by day`.execute(executor)
  const { rows: customers } = await sql<Sums & { accountId: AccountId; name: string; customerCount: number }>`
    -- across accounts: the platform's own statistics
    select account_id, ${shownAccountName} as name, ${sums}, (count(*) over ())::int as "customerCount"
    from ${found(period)} where account.kind = 'customer' group by account_id, account.name, account.attested_name
    order by "chargedSegmentCount" desc, "acceptedCount" desc limit ${limits.platformStatisticsCustomers}`.execute(executor)
  const earned = await readEarnings(executor, period)
  const ofDay = new Map(byDay.map(row => [row.day, row]))
  const days: (Sums & Earnings & { day: string })[] = []
  for (let day = dayNumber(period.from); day <= dayNumber(period.to); day += 1)
    days.push({ ...(ofDay.get(day) ?? none), ...earningsOf(earned.find(row => row.day === day)), day: dayText(day) })
  const keys = keysOf(none)
  const totals = tableOf(keys, key => byDay.reduce((sum, row) => sum + row[key], 0))
  return {
    totals,
    days,
    customers: customers.map(({ customerCount: _, ...row }) => ({
      ...row,
      ...earningsOf(earned.find(one => one.accountId === row.accountId)),
    })),
    customerCount: customers[0]?.customerCount ?? 0,
    channels: await channelRows(executor, earned, now),
  }
}

/** What messages bring and cost. */
interface Earnings {
  incomeHao: number
  /** Null: unknown for some of the segments. */
  costHao: number | null
  marginHao: number | null
}

interface Earned {
  /** One of the three names what the row is the sum of. */
  channelId: string | null
  accountId: AccountId | null
  day: number | null
  submittedCount: number
  deliveredCount: number
  failedCount: number
  deliveredSegmentCount: number
  incomeHao: number
  costHao: number
  costlessSegmentCount: number
  bonusHao: number
}

const earningsOf = (row: Earned | undefined): Earnings => {
  if (!row) return { incomeHao: 0, costHao: 0, marginHao: 0 }
  const isKnown = row.costlessSegmentCount === 0
  return { incomeHao: row.incomeHao, costHao: isKnown ? row.costHao : null, marginHao: isKnown ? row.incomeHao - row.costHao : null }
}

/**
 * The messages accepted in a period that went over a channel, with their revenue: from the balance the price, from a
 * bought package its share of what was paid. Sums of each channel, each customer and each day. Reads the messages
 * themselves, account by account.
 */
async function readEarnings(executor: Executor, { from, to }: Period): Promise<Earned[]> {
  const costs = await costSpans(executor)
  const start = idFloor(new Date(`${from}T00:00:00+08:00`))
  const end = idFloor(chinaDayStart(new Date(`${to}T00:00:00+08:00`), 1))
  const { rows } = await sql<Earned>`
    -- across accounts: how a channel does is one figure for all who use it
    with every_cost as materialized (
      select * from unnest(${costs.map(one => one.channelId)}::uuid[], ${costs.map(one => one.destination)}::text[], ${costs.map(one => one.fromId)}::uuid[],
        ${costs.map(one => one.untilId)}::uuid[], ${costs.map(one => one.unitCostHao)}::integer[]) as cost (channel_id, destination, from_id, until_id, hao)),
    cost as (select * from every_cost where destination = ''), own_cost as (select * from every_cost where destination <> '')
    select channel_id, account_id, day, sum(submitted)::bigint as "submittedCount", sum(delivered)::bigint as "deliveredCount",
      sum(failed)::bigint as "failedCount", sum(segments)::bigint as "deliveredSegmentCount", round(sum(income))::bigint as "incomeHao",
      sum(cost)::bigint as "costHao", sum(costless)::bigint as "costlessSegmentCount", sum(bonus)::bigint as "bonusHao"
    from (select account.account_id, one.* from account, lateral (
      select message.channel_id, ${dayOfHour} as day, count(*) as submitted, count(*) filter (where message.state = 'delivered') as delivered,
        count(*) filter (where message.state in ('undelivered', 'expired', 'rejected', 'unknown')) as failed,
        coalesce(sum(message.segment_count) filter (where message.state = 'delivered'), 0) as segments,
        coalesce(sum(message.segment_count * coalesce(bought.cash_hao::numeric / bought.segments, hold.unit_price_hao))
          filter (where message.state = 'delivered' and credit.kind is distinct from 'bonus'), 0) as income,
        coalesce(sum(message.segment_count * hold.unit_price_hao) filter (where message.state = 'delivered' and credit.kind = 'bonus'), 0) as bonus,
        coalesce(sum(message.segment_count * coalesce(own_cost.hao, cost.hao)) filter (where message.state = 'delivered'), 0) as cost,
        coalesce(sum(message.segment_count) filter (where message.state = 'delivered' and coalesce(own_cost.hao, cost.hao) is null), 0) as costless
      from message cross join lateral (select message_hour(message.message_id) as hour) as clock
      left join cost on cost.channel_id = message.channel_id and message.message_id >= cost.from_id and message.message_id < cost.until_id
      left join own_cost on own_cost.channel_id = message.channel_id and message.message_id >= own_cost.from_id and message.message_id < own_cost.until_id
        and own_cost.destination = case when message.carrier = 'abroad' then message.province else message.carrier end
      left join charge_hold as hold on hold.account_id = message.account_id and hold.hold_id = message.hold_id
      left join credit_grant as credit on credit.account_id = hold.account_id and credit.grant_id = hold.grant_id
      left join lateral (
        select amount_hao - bonus_hao as cash_hao, (select sum(segment_count) from credit_grant as part where part.account_id = account.account_id and part.order_id = o.order_id)
          as segments
        from package_order as o where o.account_id = account.account_id and o.order_id = credit.order_id) as bought on true
      where message.account_id = account.account_id and message_id >= ${start}::uuid and message_id < ${end}::uuid
        and message.channel_id is not null
      group by 1, 2) as one
      where account.kind = 'customer' offset 0) as each
    group by grouping sets ((channel_id), (account_id), (day))`.execute(executor)
  return rows
}

async function channelRows(executor: Executor, earned: readonly Earned[], now: Date) {
  const costs = await costSpans(executor)
  const channels = await executor.selectFrom('channel').select(['channelId', 'name']).execute()
  const rows = channels.map(({ channelId, name }) => {
    const found = earned.find(row => row.channelId === channelId)
    const own = costs.filter(one => one.channelId === channelId)
    const counts = pick(found ?? nothing, 'submittedCount', 'deliveredCount', 'failedCount', 'deliveredSegmentCount', 'bonusHao')
    const inForce = own.filter(one => one.startsAt <= now)
    const unitCostHao = inForce.findLast(one => one.destination === '')?.unitCostHao ?? null
    const destinationCosts = [...new Map(inForce.map(one => [one.destination, one.unitCostHao]))].flatMap(([destination, hao]) =>
      destination === '' || hao === null ? [] : [{ destination, unitCostHao: hao }],
    )
    const earnings = own.length > 0 ? earningsOf(found) : { incomeHao: found?.incomeHao ?? 0, costHao: null, marginHao: null }
    return { channelId, name, ...counts, ...earnings, unitCostHao, destinationCosts }
  })
  return rows.sort((a, b) => b.deliveredSegmentCount - a.deliveredSegmentCount || a.name.localeCompare(b.name, 'zh-CN'))
}

const nothing = { submittedCount: 0, deliveredCount: 0, failedCount: 0, deliveredSegmentCount: 0, bonusHao: 0 }

/** Costs of each channel and destination ('': any other), with the range of message ids that each applies to. */
async function costSpans(executor: Executor) {
  const { rows } = await sql<{ channelId: string; destination: string; startsAt: Date; unitCostHao: number | null }>`
    select channel_id, '' as destination, starts_at, unit_cost_hao from channel_cost
    union all select channel_id, destination, starts_at, unit_cost_hao from channel_destination_cost
    order by channel_id, destination, starts_at`.execute(executor)
  return rows.map((row, index) => {
    const next = rows[index + 1]
    const isReplaced = next?.channelId === row.channelId && next.destination === row.destination
    return {
      ...row,
      fromId: idFloor(row.startsAt),
      untilId: isReplaced ? idFloor(next.startsAt) : 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    }
  })
}

import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { mainlandCarriers } from '#values/phone.ts'

export interface CostChange {
  channelId: string
  /** A carrier or a country; null: wherever nothing else is set. */
  destination: string | null
  /** Null: from now on. */
  startsAt: Date | null
  /** 毫 per segment; null: unknown. */
  unitCostHao: number | null
  now: Date
}

/**
 * Sets the cost of a segment on a channel from a moment on; the first cost, if set for now, also applies to all time
 * before. Returns the channel's name and the previous cost. Refuses `not_found`, `price_past`, `price_exists`.
 */
export async function setChannelCost(
  tx: Tx,
  { channelId, destination, startsAt, unitCostHao, now }: CostChange,
): Promise<{ name: string; before: number | null }> {
  const channel = await tx.selectFrom('channel').select('name').where('channelId', '=', channelId).forUpdate().executeTakeFirst()
  if (!channel) refuse('not_found')
  if (startsAt && startsAt <= now) refuse('price_past', {}, { startsAt: '生效时间须晚于现在' })
  const known = sql`channel_id = ${channelId}${destination === null ? sql`` : sql` and destination = ${destination}`}`
  const table = sql.table(destination === null ? 'channel_cost' : 'channel_destination_cost')
  const { rows: versions } = await sql<{ startsAt: Date; unitCostHao: number | null }>`
    select starts_at, unit_cost_hao from ${table} where ${known} order by starts_at`.execute(tx)
  const from = startsAt ?? (versions.length === 0 ? new Date(0) : now)
  const { rows: made } = await sql`
    insert into ${table} (channel_id, starts_at, unit_cost_hao${destination === null ? sql`` : sql`, destination`})
    values (${channelId}, ${from}, ${unitCostHao}${destination === null ? sql`` : sql`, ${destination}`}) on conflict do nothing returning 1`.execute(
    tx,
  )
  if (made.length === 0) refuse('price_exists')
  return { name: channel.name, before: versions.findLast(one => one.startsAt <= from)?.unitCostHao ?? null }
}

/**
 * The highest segment cost by kind of message among enabled channels: the minimum price that covers cost on any route.
 * Null: no cost is known.
 */
export async function dearestCosts(executor: Executor, now: Date): Promise<Record<MessageKind, number | null>> {
  const { rows } = await sql<{ kind: MessageKind; costHao: number | null }>`
    select kind, max(now_cost.unit_cost_hao) as "costHao" from channel cross join unnest(channel.kinds) as kind
    cross join lateral (
      (select unit_cost_hao from channel_cost where channel_cost.channel_id = channel.channel_id and starts_at <= ${now} order by starts_at desc limit 1)
      union all
      select unit_cost_hao from (
        select distinct on (destination) unit_cost_hao from channel_destination_cost as own
        where own.channel_id = channel.channel_id and starts_at <= ${now} and destination = any(${[...mainlandCarriers]}::text[]) and destination = any(channel.carriers)
        order by destination, starts_at desc) as particular) as now_cost
    where channel.enabled group by kind`.execute(executor)
  const of = (kind: MessageKind) => rows.find(row => row.kind === kind)?.costHao ?? null
  return { otp: of('otp'), transactional: of('transactional'), marketing: of('marketing') }
}

import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'

/**
 * Whether a dispatch process holds the channel's lease (dispatch/channel/lease.ts). Without one the last written state
 * is stale.
 */
const isHeld = sql<boolean>`exists (select from lease where lease.name = 'channel:' || channel.channel_id and lease.until > now())`

/** Cost of a segment now, in 毫, where none is set for the carrier or country; null: unknown. */
const unitCostHao = sql<number | null>`
  (select unit_cost_hao from channel_cost where channel_cost.channel_id = channel.channel_id and starts_at <= now() order by starts_at desc limit 1)`
const particularCostCount = sql<number>`
  (select count(distinct destination) from channel_destination_cost as own where own.channel_id = channel.channel_id and starts_at <= now())`

/** Every channel with the state last written by dispatch, without passwords. */
export async function listChannels(executor: Executor) {
  const rows = await executor
    .selectFrom('channel')
    .select(['channelId', 'name', 'settings', 'host', 'port', 'systemId', 'senderNumber'])
    .select(['kinds', 'carriers', 'windowSize', 'ratePerSecond', 'bindCount', 'version'])
    .select(['upstreamIdForm', 'lateDeliveryCount', 'doubledIdCount', 'quality', 'load', 'withdrawal', 'withdrawalRule'])
    .select([unitCostHao.as('unitCostHao'), particularCostCount.as('particularCostCount')])
    .select(sql<boolean>`encrypted_client_certificate is not null`.as('hasClientCertificate'))
    .select(['enabled as isEnabled', 'state', 'stateDetail', 'stateAt', 'breakers', isHeld.as('isHeld')])
    .orderBy('name')
    .execute()
  return rows.map(row => ({
    ...row,
    ...pick(row, 'kinds', 'carriers', 'state', 'upstreamIdForm', 'settings', 'quality', 'withdrawal', 'withdrawalRule'),
    // Without a lease holder what was measured is stale.
    load: row.isHeld ? row.load : null,
    breakers: row.isHeld ? row.breakers.map(one => ({ ...one, since: new Date(one.since) })) : [],
  }))
}

/** The number of channels that are up, down though enabled, and disabled. */
export async function channelCounts(executor: Executor) {
  const { rows } = await sql<{ upCount: number; downCount: number; disabledCount: number }>`
    select count(*) filter (where enabled and state = 'up' and ${isHeld}) as "upCount",
      count(*) filter (where enabled and not (state = 'up' and ${isHeld})) as "downCount",
      count(*) filter (where not enabled) as "disabledCount" from channel`.execute(executor)
  return firstOrThrow(rows)
}

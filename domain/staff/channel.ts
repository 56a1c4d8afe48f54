import type { Executor } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import type { Operator } from '#values/phone.ts'

/** Every channel with the state that dispatch last wrote; never its password. */
export async function listChannels(executor: Executor) {
  const rows = await executor
    .selectFrom('channel')
    .select(['channel_id as channelId', 'name', 'protocol', 'host', 'port', 'system_id as systemId', 'sender_number as senderNumber'])
    .select(['kinds', 'operators', 'window_size as windowSize', 'rate_per_second as ratePerSecond', 'bind_count as bindCount'])
    .select(['enabled as isEnabled', 'state', 'state_detail as stateDetail', 'state_at as stateAt'])
    .orderBy('name')
    .execute()
  return rows.map(row => ({
    ...row,
    kinds: row.kinds as MessageKind[],
    operators: row.operators as Operator[],
    state: row.state as 'up' | 'down',
  }))
}

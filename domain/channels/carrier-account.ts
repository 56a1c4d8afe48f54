import { sql } from 'kysely'

/**
 * `channel_id = ${upstreamChannels(channelId)}`: all channels with the same host and system id, one upstream account.
 * The upstream sends reports and inbound messages (MO) to any session of the account, whichever channel they belong to.
 */
export const upstreamChannels = (channelId: string) => sql`any (array(
  select other.channel_id from channel as own join channel as other on lower(other.host) = lower(own.host) and other.system_id = own.system_id
  where own.channel_id = ${channelId}))`

import { sql } from 'kysely'

/**
 * `channel_id = ${accountChannels(channelId)}`: the channels of one carrier account, those with the same host and system id. A carrier hands reports and
 * messages from phones to any link of an account, whichever of its channels they belong to.
 */
export const accountChannels = (channelId: string) => sql`any (array(
  select other.channel_id from channel as own join channel as other on lower(other.host) = lower(own.host) and other.system_id = own.system_id
  where own.channel_id = ${channelId}))`

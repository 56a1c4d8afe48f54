import { containing } from '#db/like.ts'
import { type AdminSearchSource, noteOf } from '#domain/search-source/index.ts'
import { encodeId } from '#values/id.ts'

/** Channels by name, host or system id; there are few. */
export const channelSearch: AdminSearchSource = {
  kind: 'channel',
  permission: 'channel.read',
  find: async (executor, { text, most }) => {
    const part = containing(text)
    const rows = await executor
      .selectFrom('channel')
      .select(['channelId', 'name', 'host', 'enabled'])
      .where(is => is.or([is('name', 'ilike', part), is('host', 'ilike', part), is('systemId', 'ilike', part)]))
      .orderBy('name')
      .limit(most)
      .execute()
    return rows.map(row => ({
      title: row.name,
      note: noteOf(row.host, row.enabled ? null : '已停用'),
      path: `/channels?id=${encodeId('channel', row.channelId)}`,
    }))
  },
}

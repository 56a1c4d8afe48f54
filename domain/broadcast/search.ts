import { broadcastStates } from '#contract/broadcast/broadcast.ts'
import { containing } from '#db/like.ts'
import { noteOf, type SearchSource } from '#domain/search-source/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { decodeId, encodeId, idTime } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { isFinished } from './read.ts'

/** Broadcasts by name or id. */
export const broadcastSearch: SearchSource = {
  kind: 'broadcast',
  permission: 'broadcast.read',
  find: async (executor, account, { text, most }) => {
    const broadcastId = decodeId('broadcast', text)
    const newest = executor
      .selectFrom('broadcast')
      .select(['broadcastId', 'name', 'state'])
      .where('accountId', '=', account)
      .$if(broadcastId !== null, query => query.where('broadcastId', '=', broadcastId))
      .orderBy('broadcastId', 'desc')
      .limit(limits.searchRows)
    const rows = await executor
      .selectFrom(newest.as('newest'))
      .selectAll()
      .$if(broadcastId === null, query => query.where('name', 'ilike', containing(text)))
      .orderBy('broadcastId', 'desc')
      .limit(most)
      .execute()
    return rows.map(({ broadcastId: id, name, state }) => ({
      title: name,
      note: noteOf(broadcastStates[state], formatChinaTime(idTime(id)).slice(0, 16)),
      path: `/sms/${isFinished(state) ? 'broadcast-history' : 'broadcast-task'}?id=${encodeId('broadcast', id)}`,
    }))
  },
}

import { appStates } from '#contract/apps/app.ts'
import { containing } from '#db/like.ts'
import { noteOf, type SearchSource } from '#domain/search-source/index.ts'
import { decodeId, encodeId } from '#values/id.ts'

/** Apps by name, number or id, and by the id of one of their access keys; an account has few. */
export const appSearch: SearchSource = {
  kind: 'app',
  permission: 'app.read',
  find: async (executor, account, { text, most }) => {
    const rows = await executor
      .selectFrom('app')
      .select(['appId', 'name', 'number', 'state'])
      .where('accountId', '=', account)
      .where('state', '<>', 'deleted')
      .where(is =>
        is.or([
          is('name', 'ilike', containing(text)),
          is('number', '=', text),
          is('appId', '=', decodeId('app', text)),
          is('appId', 'in', key =>
            key
              .selectFrom('accessKey')
              .select('appId')
              .where('accountId', '=', account)
              .where('accessKeyId', '=', text)
              .where('state', '<>', 'deleted'),
          ),
        ]),
      )
      .orderBy('appId', 'desc')
      .limit(most)
      .execute()
    return rows.map(({ appId, name, number, state }) => ({
      title: name,
      note: noteOf(number, state === 'deleted' ? null : appStates[state]),
      path: `/sms/app-manage?id=${encodeId('app', appId)}`,
    }))
  },
}

import { linkStates, shownLinkState } from '#contract/links/link-state.ts'
import { noteOf, type SearchSource } from '#domain/search-source/index.ts'
import { encodeId } from '#values/id.ts'
import { searchLinkIds } from './list.ts'

/** Links by code, short address, title or target, among the newest `limits.linkSearchRows`; by code or id among all. */
export const linkSearch: SearchSource = {
  kind: 'link',
  permission: 'link.read',
  find: async (executor, account, { text, most, now }) => {
    // Of a pasted short address the code: accounts have few links whose codes are equal on two domains.
    const [, code] = /^https?:\/\/[^/\s]+\/([0-9A-Za-z_-]{4,20})$/i.exec(text) ?? []
    const linkIds = await searchLinkIds(executor, account, code ?? text, { most, now })
    if (linkIds.length === 0) return []
    const rows = await executor
      .selectFrom('link')
      .select(['linkId', 'code', 'title', 'target', 'state', 'startsAt', 'endsAt'])
      .where('accountId', '=', account)
      .where('linkId', 'in', linkIds)
      .orderBy('linkId', 'desc')
      .execute()
    return rows.map(({ linkId, code: own, title, target, state, ...times }) => ({
      title: title || own,
      note: noteOf(title && own, linkStates[shownLinkState(state, times, now)], target.slice(0, 60)),
      path: `/shorturl/manage?id=${encodeId('link', linkId)}`,
    }))
  },
}

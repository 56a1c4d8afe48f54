import { z } from 'zod'
import { linkFilter, linkSources, noGroup, platformDomain } from '#contract/links/link-list.ts'
import { linkStates } from '#contract/links/link-state.ts'
import { moment } from '#contract/scalars.ts'
import { type ExportCell, type ExportColumn, earlier, exportSource, periodText, setFacts } from '#domain/export-source/index.ts'
import { encodeId } from '#values/id.ts'
import { countLinks, type ListedLink, presentLinks, walkLinks } from './list.ts'

interface Column extends ExportColumn {
  cell: (link: ListedLink) => ExportCell
}

const columns: readonly Column[] = [
  { key: 'shortUrl', title: '短链接', kind: 'text', width: 36, cell: one => one.shortUrl },
  { key: 'target', title: '目标网址', kind: 'text', width: 60, cell: one => one.target },
  { key: 'title', title: '标题', kind: 'text', cell: one => one.title },
  { key: 'tags', title: '标签', kind: 'text', cell: one => one.tags.join('、') },
  { key: 'group', title: '分组', kind: 'text', cell: one => one.group?.name ?? null },
  { key: 'state', title: '状态', kind: 'text', cell: one => linkStates[one.state] },
  { key: 'reason', title: '原因', kind: 'text', cell: one => one.reason },
  { key: 'pvToday', title: '今日访问次数', kind: 'number', cell: one => one.pvToday },
  { key: 'uvToday', title: '今日访客数', kind: 'number', cell: one => one.uvToday },
  { key: 'pvTotal', title: '累计访问次数', kind: 'number', cell: one => one.pvTotal },
  { key: 'uvTotal', title: '累计访客数', kind: 'number', cell: one => one.uvTotal },
  { key: 'createdAt', title: '创建时间', kind: 'time', cell: one => one.createdAt },
  { key: 'startsAt', title: '生效时间', kind: 'time', isExtra: true, cell: one => one.startsAt },
  { key: 'endsAt', title: '失效时间', kind: 'time', cell: one => one.endsAt },
  { key: 'source', title: '来源', kind: 'text', cell: one => linkSources[one.source] },
  { key: 'member', title: '创建人', kind: 'text', isExtra: true, cell: one => one.memberName },
  { key: 'code', title: '后缀', kind: 'text', isExtra: true, cell: one => one.code },
  { key: 'linkId', title: '短链编号', kind: 'text', isExtra: true, cell: one => encodeId('link', one.linkId) },
]

/**
 * The server adds the start of short addresses (http/export/export.ts) and the time of the request, which decides
 * expiry and today's date.
 */
const filterSchema = linkFilter.extend({ shortLinkUrl: z.string(), now: moment.optional() })

/**
 * 短链管理: export source of links. State and visits are of the time of writing the row, the day is that of the request.
 */
export const linkExport = exportSource({
  name: 'link',
  permission: 'link.read',
  filter: filterSchema,
  columns: columns.map(({ cell: _, ...column }) => column),
  fix: (filter, now) => ({ ...filter, until: earlier(filter.until, now), now }),
  describe: async (tx, account, filter) => {
    const nameOf = async (table: 'linkGroup' | 'member', id: string) => {
      const query =
        table === 'member'
          ? tx.selectFrom('member').select('name').where('accountId', '=', account).where('memberId', '=', id)
          : tx.selectFrom('linkGroup').select('name').where('accountId', '=', account).where('groupId', '=', id)
      return (await query.executeTakeFirst())?.name ?? '（已不存在）'
    }
    const { linkGroupId, memberId, domain, broadcastId } = filter
    return setFacts([
      ['创建时间', periodText(filter.from, filter.until)],
      ['搜索', filter.search],
      ['状态', filter.state && linkStates[filter.state]],
      ['分组', linkGroupId && (linkGroupId === noGroup ? '未分组' : await nameOf('linkGroup', linkGroupId))],
      ['标签', filter.tag],
      ['域名', domain === platformDomain ? '平台域名' : domain],
      ['来源', filter.source && linkSources[filter.source]],
      ['群发编号', broadcastId && encodeId('broadcast', broadcastId)],
      ['创建人', memberId && (await nameOf('member', memberId))],
    ])
  },
  count: (tx, account, { shortLinkUrl, now, ...filter }, most) => countLinks(tx, account, filter, { now: now!, shortLinkUrl }, most),
  rows: async (tx, account, { shortLinkUrl, now, ...filter }, { after, limit }) => {
    const seen = { now: now!, shortLinkUrl }
    const { linkIds, last } = await walkLinks(tx, account, filter, { after, limit, ...seen })
    const links = await presentLinks(tx, account, linkIds, seen)
    return { rows: links.map(link => columns.map(column => column.cell(link))), last }
  },
})

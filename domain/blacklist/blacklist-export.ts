import {
  type BlacklistLevel,
  blacklistFilter,
  blacklistLevels,
  blacklistScopes,
  blacklistSources,
  blacklistStates,
  lastDayOf,
} from '#contract/blacklist/blacklist.ts'
import { terms } from '#contract/terms.ts'
import { earlier, exportSource, periodText, setFacts } from '#domain/export-source/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { blacklistWhere, listBlacklist } from './blacklist-list.ts'

/** 黑名单: export source of the blacklist. */
export const blacklistExport = exportSource({
  name: 'blacklist',
  permission: 'blacklist.read',
  filter: blacklistFilter,
  columns: [
    { key: 'phone', title: '手机号', kind: 'phone' },
    { key: 'level', title: '适用的签名', kind: 'text' },
    { key: 'scope', title: '不再发送', kind: 'text' },
    { key: 'source', title: '来源', kind: 'text' },
    { key: 'reason', title: '原因', kind: 'text' },
    { key: 'words', title: '对方的原话', kind: 'text' },
    { key: 'addedBy', title: '添加人', kind: 'text' },
    { key: 'createdAt', title: '加入时间', kind: 'time' },
    { key: 'expiresAt', title: '有效期至', kind: 'text' },
    { key: 'hitCount', title: terms.refused, kind: 'number' },
    { key: 'removedAt', title: '移除时间', kind: 'time', isExtra: true },
    { key: 'removedBy', title: '移除人', kind: 'text', isExtra: true },
    { key: 'removalReason', title: '移除原因', kind: 'text', isExtra: true },
    { key: 'consent', title: '重新同意的凭证', kind: 'text', isExtra: true },
  ],
  fix: (filter, now) => ({ ...filter, until: earlier(filter.until, now) }),
  describe: async (tx, account, filter) => {
    const signature = filter.signatureId
      ? await tx
          .selectFrom('signature')
          .select('text')
          .where('accountId', '=', account)
          .where('signatureId', '=', filter.signatureId)
          .executeTakeFirst()
      : undefined
    return setFacts([
      ['名单', blacklistStates[filter.state]],
      ['加入时间', periodText(filter.from, filter.until)],
      ['手机号', filter.phone],
      ['适用的签名', signature ? `【${signature.text}】` : filter.level && blacklistLevels[filter.level]],
      ['来源', filter.source && blacklistSources[filter.source]],
      ['不再发送', filter.scope && blacklistScopes[filter.scope]],
    ])
  },
  count: async (tx, account, filter, most) => {
    const { found } = await tx
      .selectFrom(blacklistWhere(tx, account, filter, filter.until!).select('entry.blacklistId').limit(most).as('counted'))
      .select(row => row.fn.countAll<number>().as('found'))
      .executeTakeFirstOrThrow()
    return found
  },
  rows: async (tx, account, filter, { after, limit }) => {
    const page = await listBlacklist(tx, account, { ...filter, cursor: after ?? undefined, pageSize: limit }, filter.until!)
    return {
      rows: page.rows.map(row => [
        row.phone,
        levelText(row),
        blacklistScopes[row.scope],
        blacklistSources[row.source],
        row.reason,
        row.words,
        row.addedBy,
        row.createdAt,
        row.expiresAt ? (lastDayOf(row.expiresAt) ?? formatChinaTime(row.expiresAt)) : '长期',
        row.hitCount,
        row.removal?.at ?? null,
        row.removal?.by ?? null,
        row.removal?.reason ?? null,
        row.removal?.consent ?? null,
      ]),
      last: page.nextCursor,
    }
  },
})

const levelText = ({ level, signatureText }: { level: BlacklistLevel; signatureText: string | null }) =>
  level === 'account' ? blacklistLevels.account : `【${signatureText ?? '已删除的签名'}】`

import { deviceNames } from '#contract/links/link-rule.ts'
import { missedReasons } from '#contract/links/missed-visit.ts'
import type { VisitSplit } from '#contract/links/visit.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Labels of visits whose value of a dimension is unknown. */
const unknownNames: Partial<Record<VisitSplit, string>> = { inApp: '浏览器', referrer: '直接打开或不明来源', arm: '默认目标' }
const languages = new Intl.DisplayNames('zh-CN', { type: 'language', fallback: 'code' })

/** Labels of a dimension's values on the screens. The arms are those of the given link. */
export async function visitNames(
  executor: Executor,
  account: AccountId,
  split: VisitSplit,
  { keys, linkId }: { keys: readonly string[]; linkId: string | undefined },
): Promise<(key: string) => string> {
  const read = readers[split]
  const names = read ? await read(executor, account, keys, linkId) : new Map<string, string>()
  return key => (key === '' ? (unknownNames[split] ?? '未知') : (names.get(key) ?? key))
}

type Reader = (executor: Executor, account: AccountId, keys: readonly string[], linkId: string | undefined) => Promise<Map<string, string>>
const readers: Partial<Record<VisitSplit, Reader>> = {
  device: async () => new Map(Object.entries(deviceNames)),
  missed: async () => new Map(Object.entries(missedReasons)),
  language: async (_executor, _account, keys) => new Map(keys.map(key => [key, languageName(key)])),
  link: async (executor, account, keys) => {
    if (keys.length === 0) return new Map()
    const rows = await executor
      .selectFrom('link')
      .select(['linkId', 'code', 'title'])
      .where('accountId', '=', account)
      .where('linkId', 'in', keys)
      .execute()
    return new Map(rows.map(row => [row.linkId, row.title || row.code]))
  },
  arm: async (executor, account, keys, linkId) => {
    if (!linkId) return new Map(keys.map(key => [key, `第${Number(key) + 1}个目标`]))
    const row = await executor
      .selectFrom('link')
      .select('rules')
      .where('accountId', '=', account)
      .where('linkId', '=', linkId)
      .executeTakeFirst()
    const targets = (row?.rules ?? []).flatMap(rule => rule.targets)
    return new Map(keys.map(key => [key, targets[Number(key)]?.target ?? `第${Number(key) + 1}个目标（已删除）`]))
  },
}

function languageName(key: string): string {
  const tag = firstOrThrow(key.split(/[,;]/)).trim()
  try {
    return languages.of(tag) ?? tag
  } catch (error) {
    // A browser may send something that isn't a language.
    if (error instanceof RangeError) return key
    throw error
  }
}

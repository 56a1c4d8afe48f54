import { messageKindNames, noneNames } from '#contract/messages/delivery.ts'
import type { StatisticsDimension } from '#contract/messages/statistics.ts'
import type { Executor } from '#db/connect.ts'
import { nothingId } from '#domain/delivery/index.ts'
import type { AccountId } from '#values/id.ts'
import { isKeyOf } from '#values/keys.ts'
import { carrierNames } from '#values/phone.ts'

/** A customer's names of a dimension's values, by key. */
export async function namesOf(
  executor: Executor,
  account: AccountId,
  dimension: StatisticsDimension,
  keys: readonly string[],
): Promise<(key: string) => string> {
  if (dimension === 'kind') return key => (isKeyOf(messageKindNames, key) ? messageKindNames[key] : key)
  if (dimension === 'carrier') return key => (isKeyOf(carrierNames, key) ? carrierNames[key] : '未知')
  if (dimension === 'province') return key => (key === '' ? '未知' : key)
  const names = new Map((await readNames[dimension](executor, account, keys)).map(({ key, name }) => [key, name]))
  return key => (key === nothingId ? nothingNames[dimension] : (names.get(key) ?? '已删除'))
}

const nothingNames = { ...noneNames, signature: '无签名' }

type Named = { key: string; name: string }
const readNames: Record<
  'app' | 'signature' | 'template',
  (executor: Executor, account: AccountId, ids: readonly string[]) => Promise<Named[]>
> = {
  app: (executor, account, ids) =>
    executor
      .selectFrom('app')
      .select(['appId as key', 'name'])
      .where('accountId', '=', account)
      .where('appId', 'in', [...ids, nothingId])
      .execute(),
  signature: (executor, account, ids) =>
    executor
      .selectFrom('signature')
      .select(['signatureId as key', 'text as name'])
      .where('accountId', '=', account)
      .where('signatureId', 'in', [...ids, nothingId])
      .execute(),
  template: async (executor, account, ids) => {
    const rows = await executor
      .selectFrom('template')
      .select(['templateId', 'name', 'code'])
      .where('accountId', '=', account)
      .where('templateId', 'in', [...ids, nothingId])
      .execute()
    return rows.map(row => ({ key: row.templateId, name: `${row.name}（${row.code}）` }))
  },
}

import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { maskPhone, parsePhone } from '#values/phone.ts'

/**
 * Recipients with codes of their own from batches, as named in their files (numbers masked), by the ids stored with
 * codes and visits.
 */
export async function batchRecipients(
  executor: Executor,
  account: AccountId,
  recipientIds: readonly (string | null)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(recipientIds)].filter(id => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await executor
    .selectFrom('linkBatchRow')
    .select(['recipientId', 'given'])
    .where('accountId', '=', account)
    .where('recipientId', 'in', ids)
    .execute()
  return new Map(rows.flatMap(row => (row.recipientId === null ? [] : [[row.recipientId, masked(row.given)]])))
}

const masked = (name: string) => {
  const parsed = parsePhone(name)
  return 'phone' in parsed ? maskPhone(parsed.phone) : name
}

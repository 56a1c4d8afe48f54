import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Those of some numbers with a recorded consent to marketing, in any group of the phonebook. */
export async function contactsWithConsent(executor: Executor, account: AccountId, phones: readonly string[]): Promise<Set<string>> {
  if (phones.length === 0) return new Set()
  const rows = await executor
    .selectFrom('contact')
    .select('phone')
    .distinct()
    .where('accountId', '=', account)
    .where('hasConsent', '=', true)
    .where('phone', '=', eb => eb.fn.any(eb.val([...phones])))
    .execute()
  return new Set(rows.map(row => row.phone))
}

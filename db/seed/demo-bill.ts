import type { Tx } from '#db/connect.ts'
import { closeBills, closesAt, lastClosable, saveWarning } from '#domain/billing/index.ts'
import { monthAfter } from '#values/china-month.ts'
import type { AccountId } from '#values/id.ts'

/** Age of the demo's account in months. */
const pastMonths = 4

/** Closes the months of the demo's past at their due dates, and sets its low-balance warning. */
export async function seedBills(tx: Tx, account: AccountId, now: Date): Promise<void> {
  const last = lastClosable(now)
  for (let back = pastMonths; back >= 0; back -= 1) await closeBills(tx, account, closesAt(monthAfter(last, -back)))
  await saveWarning(tx, account, { isOn: true, firstHao: 5_000_000, secondHao: 1_000_000, segmentCount: 2_000 }, now)
}

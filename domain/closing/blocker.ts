import { sql } from 'kysely'
import type { Blocker } from '#contract/closing/closing.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { pairsOf } from '#values/keys.ts'

/** One query per blocker: whether it exists. */
const questions: Record<Blocker, (account: AccountId) => ReturnType<typeof sql<unknown>>> = {
  messages: account => sql`
    select from broadcast where account_id = ${account} and state in ('scheduled', 'sending', 'held', 'paused')
    union all select from outbox where account_id = ${account}`,
  holds: account => sql`
    select from ledger_account
    where account_id = ${account} and asset in ('cny', 'bonus', 'segment', 'link') and purpose = 'held' and credits > debits`,
  balance: account => sql`
    select from ledger_account where account_id = ${account} and asset = 'cny' and purpose = 'available' and credits > debits`,
  arrears: account => sql`
    select from ledger_account where account_id = ${account} and asset = 'cny' and purpose = 'available' and credits < debits`,
  recharges: account => sql`
    select from recharge where account_id = ${account} and state in ('waiting', 'failed')
    union all select from bank_claim where account_id = ${account} and state in ('waiting', 'more', 'approving')`,
  orders: account => sql`
    select from package_order where account_id = ${account} and state in ('waiting', 'refunding')
    union all select from order_refund where account_id = ${account} and state in ('waiting', 'checking')`,
  withdrawals: account => sql`
    select from withdrawal where account_id = ${account} and state in ('reviewing', 'approving', 'refunding', 'abnormal')`,
  invoices: account => sql`
    select from ledger_account where account_id = ${account} and asset = 'invoice' and purpose = 'held' and credits > debits`,
  invoiceDebt: account => sql`
    select from ledger_account where account_id = ${account} and asset = 'invoice' and purpose = 'available' and credits < debits`,
}

/** What prevents closing the account, in the order in which people best resolve it. */
export async function findBlockers(tx: Tx, account: AccountId): Promise<Blocker[]> {
  const found: Blocker[] = []
  for (const [blocker, question] of pairsOf(questions)) {
    const { rows } = await sql<{ is: boolean }>`select exists (${question(account)}) as is`.execute(tx)
    if (rows[0]?.is) found.push(blocker)
  }
  // Outgoing money is listed once.
  return found.includes('withdrawals') || found.includes('messages') ? found.filter(blocker => blocker !== 'holds') : found
}

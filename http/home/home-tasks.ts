import { sql } from 'kysely'
import type { CallAnswer } from '#contract/call.ts'
import type { homeCalls } from '#contract/home/home.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

type Tasks = CallAnswer<typeof homeCalls.tasks>

interface Sight {
  memberId: string
  seesFinance: boolean
  seesInvoices: boolean
  now: Date
}

const dayMs = 86_400_000
/** A rejected or failed invoice stays a task for this long. */
const invoiceDays = 30

/**
 * Open tasks beyond sending: identity, orders, invoices, balance, the member's own security. One statement for each
 * area that the member may see.
 */
export async function readTasks(tx: Tx, account: AccountId, { memberId, seesFinance, seesInvoices, now }: Sight): Promise<Tasks> {
  const attestation = await tx
    .selectFrom('attestation')
    .select(['state'])
    .where('accountId', '=', account)
    .where('state', 'in', ['reviewing', 'rejected', 'approved'])
    .orderBy('attestationId', 'desc')
    .executeTakeFirst()
  const self = await tx
    .selectFrom('member')
    .select(['emailVerifiedAt', 'secondFactor'])
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return {
    attestation: attestation?.state === 'reviewing' || attestation?.state === 'rejected' ? attestation.state : null,
    hasEmail: self.emailVerifiedAt !== null,
    hasSecondFactor: self.secondFactor !== 'none',
    orders: seesFinance ? await readOrders(tx, account, now) : null,
    invoices: seesInvoices ? await readInvoices(tx, account, now) : null,
  }
}

export async function readOrders(tx: Tx, account: AccountId, now: Date): Promise<NonNullable<Tasks['orders']>> {
  const { rows } = await sql<{ waitingCount: number; refundingCount: number; warnedHao: number | null }>`
    select count(*) filter (where state = 'waiting' and expires_at > ${now}) as "waitingCount",
      count(*) filter (where state = 'refunding') as "refundingCount",
      (select first_hao from balance_warning where account_id = ${account} and is_on) as "warnedHao"
    from package_order where account_id = ${account} and state in ('waiting', 'refunding')`.execute(tx)
  return firstOrThrow(rows)
}

export async function readInvoices(tx: Tx, account: AccountId, now: Date): Promise<NonNullable<Tasks['invoices']>> {
  const since = new Date(now.getTime() - invoiceDays * dayMs)
  const { rows } = await sql<{ rejectedCount: number; failedCount: number; reversingCount: number }>`
    select count(*) filter (where state = 'rejected' and changed_at > ${since}) as "rejectedCount",
      count(*) filter (where state = 'failed') as "failedCount", count(*) filter (where state = 'reversing') as "reversingCount"
    from invoice_request where account_id = ${account} and state in ('rejected', 'failed', 'reversing')`.execute(tx)
  return firstOrThrow(rows)
}

import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/**
 * The number of an invoice still to be sent to an address or mailbox (requested, or issued and not sent). Null: none.
 */
export async function openRequestWith(
  tx: Tx,
  account: AccountId,
  place: { addressId: string } | { email: string },
): Promise<string | null> {
  const goesThere =
    'addressId' in place
      ? sql`address_id = ${place.addressId} and (state in ('reviewing', 'issuing', 'failed') or state = 'issued' and shipped_at is null)`
      : sql`${place.email} = any(emails) and state in ('reviewing', 'issuing', 'failed')`
  const { rows } = await sql<{ requestNumber: string }>`
    select request_number from invoice_request where account_id = ${account} and ${goesThere} order by asked_at limit 1`.execute(tx)
  return rows[0]?.requestNumber ?? null
}

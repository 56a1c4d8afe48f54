import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { bookTransfers } from '#domain/ledger/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'

/**
 * Returns units taken under a reference for recipients who never got a code: to their packages, the last to expire
 * first, and off the usage of the days on which they were taken. Never more than were taken. The caller holds the lock
 * of the object they were taken for.
 */
export async function returnLinkUnits(
  tx: Tx,
  account: AccountId,
  count: number,
  { now, referenceId }: { now: Date; referenceId: string },
): Promise<void> {
  if (count <= 0) return
  const { rows } = await sql<{ grantId: string; takenAt: Date; units: number }>`
    select ledger_account.grant_id, min(transfer.at) as "takenAt",
      sum(case when transfer.kind = 'post' then transfer.amount else -transfer.amount end)::bigint as units
    from transfer join ledger_account on ledger_account.account_id = ${account} and ledger_account.purpose = 'spent'
      and ledger_account.ledger_account_id = case when transfer.kind = 'post' then transfer.credit_id else transfer.debit_id end
    join credit_grant on credit_grant.account_id = ${account} and credit_grant.grant_id = ledger_account.grant_id
    where transfer.account_id = ${account} and transfer.reference_id = ${referenceId} and transfer.asset = 'link'
    group by ledger_account.grant_id, credit_grant.expires_at order by credit_grant.expires_at desc, ledger_account.grant_id desc`.execute(
    tx,
  )
  let left = count
  const shares = rows.flatMap(({ grantId, takenAt, units }) => {
    const amount = Math.min(left, units)
    left -= amount
    return amount > 0 ? [{ grantId, day: chinaDay(takenAt), amount }] : []
  })
  if (shares.length === 0) return
  const ledgerAccountOf = (purpose: 'spent' | 'available', grantId: string) => ({ purpose, grantId })
  await bookTransfers(
    tx,
    account,
    shares.map(({ grantId, amount }) => ({
      transferId: newId(),
      from: ledgerAccountOf('spent', grantId),
      to: ledgerAccountOf('available', grantId),
      amount,
      kind: 'void',
      referenceId,
      at: now,
    })),
  )
  await sql`
    update link_use set link_count = link_count - share.amount
    from unnest(${shares.map(share => share.grantId)}::uuid[], ${shares.map(share => share.day)}::text[], ${shares.map(share => share.amount)}::bigint[])
      as share (grant_id, day, amount)
    where link_use.account_id = ${account} and link_use.grant_id = share.grant_id and link_use.day = share.day`.execute(tx)
}

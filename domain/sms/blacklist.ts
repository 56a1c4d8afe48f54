import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { type AccountId, newId } from '#values/id.ts'

/**
 * Those of the numbers that may not get a message of this kind under this signature. The platform's own level blocks every kind, an entry of the account
 * (for all its signatures or for one) blocks marketing, and notices too where its scope says so; never codes (spec/sms.md, "blacklist").
 */
export async function blockedPhones(
  tx: Tx,
  account: AccountId,
  { phones, kind, signatureId }: { phones: readonly string[]; kind: MessageKind; signatureId: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ phone: string }>`
    select phone from platform_blacklist where phone = any(${phones}::text[])
    union select phone from blacklist
    where account_id = ${account} and phone = any(${phones}::text[]) and removed_at is null
      and (signature_id is null or signature_id = ${signatureId})
      and case ${kind} when 'marketing' then true when 'notice' then scope = 'all' else false end`.execute(tx)
  return new Set(rows.map(row => row.phone))
}

/**
 * Keeps a refusal that came from the phone itself. Without a signature it holds for the whole account. Where the account had put the number there already, the
 * entry becomes the person's own, so that it isn't lifted without their consent; a complaint stands above all. True when the number was not on the list.
 */
export async function optOut(
  tx: Tx,
  account: AccountId,
  refusal: { phone: string; signatureId: string | null; source: 'reply' | 'landing' | 'complaint'; now: Date },
): Promise<boolean> {
  const { phone, signatureId, source, now } = refusal
  const blacklistId = newId()
  const { rows } = await sql<{ blacklist_id: string }>`
    insert into blacklist (account_id, blacklist_id, phone, level, signature_id, scope, source, created_at)
    values (${account}, ${blacklistId}, ${phone}, ${signatureId === null ? 'account' : 'signature'}, ${signatureId}, 'marketing', ${source}, ${now})
    on conflict (account_id, phone, signature_id) where removed_at is null
      do update set source = excluded.source
      where blacklist.source in ('manual', 'import') or (excluded.source = 'complaint' and blacklist.source <> 'complaint')
    returning blacklist_id`.execute(tx)
  return rows[0]?.blacklist_id === blacklistId
}

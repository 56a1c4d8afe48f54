import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { overFrequency } from '#domain/sms/frequency.ts'
import type { AccountId } from '#values/id.ts'

export type RefusedReason = 'blacklisted' | 'over_frequency'

interface Recheck {
  phones: readonly string[]
  kind: MessageKind
  signatureId: string
  templateId: string
  now: Date
}

/** Numbers that may not get this message now, with why: what the upload found may be hours old. */
export async function refusedPhones(tx: Tx, account: AccountId, check: Recheck): Promise<Map<string, RefusedReason>> {
  const refused = new Map<string, RefusedReason>()
  for (const phone of await overFrequency(tx, account, check)) refused.set(phone, 'over_frequency')
  for (const phone of await blacklisted(tx, account, check)) refused.set(phone, 'blacklisted')
  return refused
}

async function blacklisted(tx: Tx, account: AccountId, { phones, kind, signatureId }: Recheck): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select phone from platform_blacklist where phone = any(${phones}::text[])
    union select phone from blacklist
    where account_id = ${account} and phone = any(${phones}::text[]) and removed_at is null
      and (signature_id is null or signature_id = ${signatureId})
      and case ${kind} when 'marketing' then true when 'notice' then scope = 'all' else false end`.execute(tx)
  return rows.map(row => row.phone)
}

import type { Tx } from '#db/connect.ts'
import { blockedPhones, countHits, overFrequencyLimit } from '#domain/blacklist/index.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'

export type RefusedReason = 'blacklisted' | 'over_frequency'

interface Recheck {
  phones: readonly string[]
  kind: MessageKind
  signatureId: string
  templateId: string
  now: Date
}

/** Numbers that may not get this message now, with the reason: the upload's check may be hours old. */
export async function refusedPhones(tx: Tx, account: AccountId, check: Recheck): Promise<Map<string, RefusedReason>> {
  const refused = new Map<string, RefusedReason>()
  for (const phone of await overFrequencyLimit(tx, account, check)) refused.set(phone, 'over_frequency')
  const blocked = await blockedPhones(tx, account, check)
  await countHits(tx, account, { ...check, phones: [...blocked] })
  for (const phone of blocked) refused.set(phone, 'blacklisted')
  return refused
}

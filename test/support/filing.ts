import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { operators } from '#values/phone.ts'

/** A signature that is registered with every carrier. */
export async function fileEverywhere(tx: Tx, account: AccountId, signatureId: string): Promise<void> {
  await tx
    .insertInto('signature_filing')
    .values(
      operators.map(operator => ({
        account_id: account,
        signature_id: signatureId,
        operator,
        state: 'filed',
        changed_at: new Date('2026-01-10T00:00:00Z'),
      })),
    )
    .execute()
}

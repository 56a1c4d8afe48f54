import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { mainlandCarriers } from '#values/phone.ts'

/** A signature that is registered with every carrier. */
export async function fileEverywhere(tx: Tx, account: AccountId, signatureId: string): Promise<void> {
  await tx
    .insertInto('senderRegistration')
    .values(
      mainlandCarriers.map(carrier => ({
        accountId: account,
        signatureId,
        carrier,
        state: 'filed',
        changedAt: new Date('2026-01-10T00:00:00Z'),
      })),
    )
    .execute()
}

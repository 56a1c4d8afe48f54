import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** A device token that lets a browser be recognized; it authenticates nothing. */
export const newDevice = (): string => randomBytes(32).toString('base64url')

const digest = (device: string) => createHash('sha256').update(device).digest()

/** Whether the member has signed in with this browser before. */
export async function isKnownDevice(tx: Tx, account: AccountId, memberId: string, device: string | undefined): Promise<boolean> {
  if (!device) return false
  const known = await tx
    .selectFrom('memberDevice')
    .select('deviceHash')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('deviceHash', '=', digest(device))
    .executeTakeFirst()
  return known !== undefined
}

/** Records the browser with which a member has signed in. */
export async function rememberDevice(
  tx: Tx,
  account: AccountId,
  memberId: string,
  { device, agent, address, now }: { device?: string; agent: string; address: string; now: Date },
): Promise<void> {
  if (!device) return
  const seen = { agent, address, lastSeenAt: now }
  await tx
    .insertInto('memberDevice')
    .values({ accountId: account, memberId, deviceHash: digest(device), firstSeenAt: now, ...seen })
    .onConflict(conflict => conflict.columns(['accountId', 'memberId', 'deviceHash']).doUpdateSet(seen))
    .execute()
}

/** Deletes all known browsers of a member: each is new again. */
export async function deleteDevices(tx: Tx, account: AccountId, memberId: string): Promise<void> {
  await tx.deleteFrom('memberDevice').where('accountId', '=', account).where('memberId', '=', memberId).execute()
}

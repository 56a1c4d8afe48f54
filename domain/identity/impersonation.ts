import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { recordLine } from './audit-log.ts'
import type { SessionOrigin } from './session.ts'

export const impersonationHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Impersonation: redeems a token of staff for an account; returns a read-only session's token with a viewer's
 * permissions and masked numbers. It ends after half an hour, used or not. Refuses `entry_invalid` for a used, expired
 * or unknown token.
 */
export async function redeemImpersonation(db: Db, input: SessionOrigin & { token: string }): Promise<string> {
  const { now, address, agent } = input
  const entry = await db
    .deleteFrom('impersonation')
    .where('tokenHash', '=', impersonationHash(input.token))
    .where('expiresAt', '>', now)
    .returning(['accountId', 'staffId', 'staffName'])
    .executeTakeFirst()
  if (!entry) refuse('entry_invalid')
  const account = entry.accountId
  const token = randomBytes(32).toString('base64url')
  await asAccount(db, account, async tx => {
    const owner = await tx
      .selectFrom('member')
      .select('memberId')
      .where('accountId', '=', account)
      .where('role', '=', 'owner')
      .where('state', '=', 'active')
      .executeTakeFirst()
    if (!owner) refuse('entry_invalid')
    await tx
      .insertInto('session')
      .values({
        tokenHash: impersonationHash(token),
        sessionId: newId(),
        accountId: account,
        memberId: owner.memberId,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + limits.impersonationMinutes * 60_000),
        address,
        agent,
        proof: 'staff',
        staffId: entry.staffId,
        staffName: `平台客服${entry.staffName}`,
      })
      .execute()
    await recordLine(tx, account, {
      memberId: null,
      actor: `平台客服${entry.staffName}`,
      kind: 'sign_in',
      action: 'sign_in',
      result: 'ok',
      // The customer doesn't learn the IP address of the platform's staff.
      address: '',
      agent: '',
      detail: { by: 'staff' },
      at: now,
    })
  })
  return token
}

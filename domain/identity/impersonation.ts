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
    .where('token_hash', '=', impersonationHash(input.token))
    .where('expires_at', '>', now)
    .returning(['account_id', 'staff_id', 'staff_name'])
    .executeTakeFirst()
  if (!entry) refuse('entry_invalid')
  const account = entry.account_id
  const token = randomBytes(32).toString('base64url')
  await asAccount(db, account, async tx => {
    const owner = await tx
      .selectFrom('member')
      .select('member_id')
      .where('account_id', '=', account)
      .where('role', '=', 'owner')
      .where('state', '=', 'active')
      .executeTakeFirst()
    if (!owner) refuse('entry_invalid')
    await tx
      .insertInto('session')
      .values({
        token_hash: impersonationHash(token),
        session_id: newId(),
        account_id: account,
        member_id: owner.member_id,
        created_at: now,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + limits.impersonationMinutes * 60_000),
        address,
        agent,
        proof: 'staff',
        staff_id: entry.staff_id,
        staff_name: `平台客服${entry.staff_name}`,
      })
      .execute()
    await recordLine(tx, account, {
      memberId: null,
      actor: `平台客服${entry.staff_name}`,
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

import { createHash, randomBytes } from 'node:crypto'
import type { StepUpPurpose } from '#contract/identity/step-up.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'

/** The cookie of a newly signed-in member. */
export async function createSessionCookie(db: Db, account: AccountId, memberId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({
      tokenHash: createHash('sha256').update(token).digest(),
      sessionId: newId(),
      accountId: account,
      memberId,
      // Later than the member, whose row has microseconds: a session that is older than the password is invalid.
      createdAt: new Date(Date.now() + 1),
      expiresAt: new Date(Date.now() + 3_600_000),
      address: '127.0.0.1',
      agent: 'test',
    })
    .execute()
  return `hongyan=${token}`
}

/** Grants all sessions of a member step-up for an act at this time, without a code. */
export function proveSessions(
  db: Db,
  { account, memberId }: { account: AccountId; memberId: string },
  purpose: StepUpPurpose,
  now = new Date(),
): Promise<void> {
  return asAccount(db, account, async tx => {
    const sessions = await tx
      .selectFrom('session')
      .select('sessionId')
      .where('accountId', '=', account)
      .where('memberId', '=', memberId)
      .execute()
    for (const { sessionId } of sessions) {
      const row = { purpose, askedAt: now, confirmedAt: now }
      await tx
        .insertInto('stepUp')
        .values({ accountId: account, sessionId, ...row })
        .onConflict(conflict => conflict.columns(['accountId', 'sessionId']).doUpdateSet(row))
        .execute()
    }
  })
}

import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#db/connect.ts'
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

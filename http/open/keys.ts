import { createHash, timingSafeEqual } from 'node:crypto'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Whose program it is. */
export interface KeyOwner {
  account: AccountId
  appId: string
}

/** A key that was good is believed this long: switching one off takes effect within it. */
const believedMs = 5_000
const mostRemembered = 10_000

/** The owner of `Bearer <access key id>:<secret>`. Refuses `key_invalid`, alike for an unknown id and a wrong secret. */
export function keyReader(db: Db, now: () => Date): (authorization: string | undefined) => Promise<KeyOwner> {
  const remembered = new Map<string, { owner: KeyOwner; until: number }>()
  return async authorization => {
    const [, id, secret] = /^Bearer ([\w-]{8,64}):([\x21-\x7e]{16,128})$/.exec(authorization ?? '') ?? []
    if (!id || !secret) refuse('key_invalid')
    const hash = createHash('sha256').update(secret).digest()
    const name = `${id} ${hash.toString('base64')}`
    const known = remembered.get(name)
    if (known && known.until > now().getTime()) return known.owner
    const row = await db
      .selectFrom('access_key')
      .select(['account_id', 'app_id', 'secret_hash'])
      .where('access_key_id', '=', id)
      .where('state', '=', 'enabled')
      .executeTakeFirst()
    if (!row || !timingSafeEqual(row.secret_hash, hash)) refuse('key_invalid')
    const owner = { account: row.account_id as AccountId, appId: row.app_id }
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(name, { owner, until: now().getTime() + believedMs })
    return owner
  }
}

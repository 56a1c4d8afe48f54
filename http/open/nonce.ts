import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Executor } from '#db/connect.ts'
import { GroupCommit } from '#domain/messages/index.ts'

interface Seen {
  nonce: string
  expiresAt: Date
}

/** The first 128 bits of a hash as a UUID: half the room of the whole, and as hard to meet by chance. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Which signed requests were there already. Those that come together are asked for in one statement. */
export class Nonces {
  readonly #claims: GroupCommit<Seen, boolean>

  constructor(db: Db) {
    this.#claims = new GroupCommit({ commit: (_, seen) => claimNonces(db, seen), weightOf: () => 1, maxWeight: 500 })
  }

  /** True for the first request of a key with this nonce, in any process. It is kept until `expiresAt`: later the request's own time refuses it. */
  claim(accessKeyId: string, nonce: string, expiresAt: Date): Promise<boolean> {
    return this.#claims.submit('', { nonce: hashOf(`${accessKeyId} ${nonce}`), expiresAt })
  }
}

/**
 * Answers in the order asked. Committed without waiting for the disk: what a crash of the server within a second forgets could only be sent again by somebody
 * who listened on the wire in that second.
 */
async function claimNonces(executor: Executor, seen: readonly Seen[]): Promise<boolean[]> {
  const { rows } = await sql<{ nonce: string }>`
    with quick as materialized (select set_config('synchronous_commit', 'off', true))
    insert into request_nonce (nonce, expires_at)
    select nonce, expires_at
    from unnest(${seen.map(one => one.nonce)}::uuid[], ${seen.map(one => one.expiresAt)}::timestamptz[]) as seen (nonce, expires_at), quick
    order by nonce
    on conflict do nothing returning replace(nonce::text, '-', '') as nonce`.execute(executor)
  const fresh = new Set(rows.map(row => row.nonce))
  // The second of two alike in one statement finds its nonce taken.
  return seen.map(one => fresh.delete(one.nonce))
}

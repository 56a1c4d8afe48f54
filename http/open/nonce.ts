import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Executor } from '#db/connect.ts'
import { GroupCommit } from '#domain/messages/index.ts'

interface Seen {
  nonce: string
  expiresAt: Date
}

/** The first 128 bits of a hash as a UUID: half the space of the whole, and a collision is still negligible. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Replay protection: nonces of signed requests. Concurrent ones are claimed in one statement. */
export class Nonces {
  readonly #claims: GroupCommit<Seen, boolean>

  constructor(db: Db) {
    this.#claims = new GroupCommit({ commit: (_, seen) => claimNonces(db, seen), weightOf: () => 1, maxWeight: 500 })
  }

  /**
   * True for the first request of a key with this nonce, in any process. The nonce is kept until `expiresAt`: later the
   * request's own timestamp is refused.
   */
  claim(accessKeyId: string, nonce: string, expiresAt: Date): Promise<boolean> {
    return this.#claims.submit('', { nonce: hashOf(`${accessKeyId} ${nonce}`), expiresAt })
  }
}

/**
 * Answers in the order of the requests. Committed without waiting for the disk: nonces that a server crash loses within
 * a second could only be replayed by somebody who sniffed them within that second.
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
  // The second of two equal nonces in one statement counts as used.
  return seen.map(one => fresh.delete(one.nonce))
}

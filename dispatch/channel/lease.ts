import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connect.ts'

/** A lease that is not renewed for this long is free. */
export const leaseMs = 15_000
export const renewEveryMs = 5_000
/** The holder stops sending this much earlier than others may take the lease. */
export const leaseMarginMs = 2_000

/** Time limit of a statement on leases: a renewal that hangs is tried again before the lease ends. */
export const leaseStatementMs = 4_000

export const leaseName = (channelId: string) => `channel:${channelId}`

/** Of the error of `ownership`, when another token owns the lease. */
export const notOwned = 'LEASE'

/** What a transaction executes that counts only while `token` owns the lease: taking the lease waits for its end. */
export const ownership = (name: string, token: number): RawBuilder<unknown> => sql`select require_lease(${name}, ${token})`

/**
 * Lease with a fencing token: takes or renews it. Returns the token, which rises with each new owner, or null while
 * another owner holds the lease. The database's clock decides.
 */
export async function holdLease(db: Db, name: string, owner: string): Promise<number | null> {
  return (await renew(db, name, owner)) ?? (await take(db, name, owner))
}

const until = sql`now() + ${`${leaseMs} ms`}::interval`

/** Changes no key, so it never waits for an `ownership`, not even for one that a frozen process holds. */
async function renew(db: Db, name: string, owner: string): Promise<number | null> {
  const { rows } = await sql<{ token: number }>`
    update lease set until = ${until} where name = ${name} and owner = ${owner} and until >= now() returning token`.execute(db)
  return rows[0]?.token ?? null
}

/** Takes a lease that is free or has lapsed, after every `ownership` of the earlier owner has ended. */
async function take(db: Db, name: string, owner: string): Promise<number | null> {
  const { rows } = await sql<{ token: number }>`
    with added as (
      insert into lease (name, owner, token, until) values (${name}, ${owner}, 1, ${until}) on conflict (name) do nothing returning token),
    lapsed as (select name from lease where name = ${name} and until < now() for update),
    taken as (
      update lease set owner = ${owner}, until = ${until}, token = case when owner = ${owner} then token else token + 1 end
      from lapsed where lease.name = lapsed.name returning token)
    select token from added union all select token from taken`.execute(db)
  return rows[0]?.token ?? null
}

/** Releases a lease at a graceful shutdown, so that the next owner need not wait. */
export async function releaseLease(db: Db, name: string, owner: string): Promise<void> {
  await sql`update lease set until = now() - interval '1 second' where name = ${name} and owner = ${owner}`.execute(db)
}

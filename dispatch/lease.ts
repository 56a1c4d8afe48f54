import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'

/** A lease that is not renewed for this long is free. */
export const leaseMs = 15_000
export const renewEveryMs = 5_000
/** The holder stops sending this much earlier than others may take the lease. */
export const leaseMarginMs = 2_000

/** Time limit of a statement on leases: a renewal that hangs is tried again before the lease ends. */
export const leaseStatementMs = 4_000

export const leaseName = (channelId: string) => `channel:${channelId}`

/**
 * Lease with a fencing token: takes or renews it. Returns the token, which rises with each new owner, or null while
 * another owner holds the lease. The database's clock decides.
 */
export async function holdLease(db: Db, name: string, owner: string): Promise<number | null> {
  const { rows } = await sql<{ token: number }>`
    insert into lease as held (name, owner, token, until) values (${name}, ${owner}, 1, now() + ${`${leaseMs} ms`}::interval)
    on conflict (name) do update
    set owner = excluded.owner, until = excluded.until, token = case when held.owner = excluded.owner then held.token else held.token + 1 end
    where held.owner = excluded.owner or held.until < now()
    returning token`.execute(db)
  return rows[0]?.token ?? null
}

/** Releases a lease at a graceful shutdown, so that the next owner need not wait. */
export async function releaseLease(db: Db, name: string, owner: string): Promise<void> {
  await sql`update lease set until = now() - interval '1 second' where name = ${name} and owner = ${owner}`.execute(db)
}

import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import { type AccountId, idFloor } from '#values/id.ts'

const dayMs = 86_400_000
/**
 * A redirector that was away for less than a day still receives the changes that it missed (redirect/change-feed.ts).
 */
const changesKeptMs = dayMs
/**
 * Lines older than 180 days are not ingested (redirect/visit-ingester.ts), so without an older position none come in
 * twice.
 */
const positionsKeptMs = 200 * dayMs
/** Whole addresses serve abuse investigation; statistics distinguish addresses by their hashes. */
const addressesKeptMs = 30 * dayMs

const batchRows = 5_000

/**
 * Purges changes of links that every redirector knows, and positions of visit logs that are long gone. Runs in the
 * platform's role.
 */
export async function purgeOldChanges(db: Db, now: Date): Promise<void> {
  const changesBefore = new Date(now.getTime() - changesKeptMs)
  const step = sql`delete from link_change where change_id in
    (select change_id from link_change where at < ${changesBefore} order by change_id limit ${batchRows})`
  while ((await step.execute(db)).numAffectedRows === BigInt(batchRows));
  await sql`delete from visit_log where shipped_at < ${new Date(now.getTime() - positionsKeptMs)}`.execute(db)
}

/**
 * Truncates addresses of visits older than 30 days to a network (256 neighbours, or a household); returns how many.
 * Works in small steps, each with its cursor, so that it may be stopped at any moment. Runs in the platform's role.
 */
export async function cutOldAddresses(db: Db, now: Date): Promise<number> {
  const until = idFloor(now.getTime() - addressesKeptMs)
  const { rows } = await sql<{ accountId: AccountId }>`
    -- across accounts: whichever have old visits.
    select account.account_id from account left join visit_cut on visit_cut.account_id = account.account_id
    where exists (select from visit where visit.account_id = account.account_id
      and visit_id > coalesce(visit_cut.visit_id, ${idFloor(0)}::uuid) and visit_id < ${until}::uuid)`.execute(db)
  let count = 0
  for (const { accountId } of rows)
    for (let step = batchRows; step === batchRows; count += step) step = await db.transaction().execute(tx => cutSome(tx, accountId, until))
  return count
}

/**
 * Resets the cursor of truncation for accounts whose visits arrive a month late, from a redirector that was away so
 * long.
 */
export async function recordLateVisits(tx: Tx, visits: readonly { accountId: string; atMs: number }[], now: Date): Promise<void> {
  const late = visits.filter(visit => visit.atMs < now.getTime() - addressesKeptMs)
  for (const [accountId, own] of Map.groupBy(late, visit => visit.accountId))
    await sql`update visit_cut set visit_id = least(visit_id, ${idFloor(Math.min(...own.map(visit => visit.atMs)))}::uuid)
      where account_id = ${accountId}`.execute(tx)
}

/** The next step of one account. */
async function cutSome(tx: Tx, accountId: AccountId, until: string): Promise<number> {
  const { rows: marks } = await sql<{ last: string }>`select visit_id as last from visit_cut where account_id = ${accountId}`.execute(tx)
  const after = marks[0]?.last ?? idFloor(0)
  const { rows: ends } = await sql<{ last: string }>`
    select visit_id as last from visit where account_id = ${accountId} and visit_id > ${after}::uuid and visit_id < ${until}::uuid
    order by visit_id offset ${batchRows - 1} limit 1`.execute(tx)
  // Without a full step left, the cursor is set to where the next run starts: no visit has that id.
  const last = ends[0]?.last ?? until
  const { numAffectedRows } = await sql`
    update visit set address = host(network(set_masklen(address, case when family(address) = 4 then 24 else 48 end)))::inet
    where account_id = ${accountId} and visit_id > ${after}::uuid and visit_id <= ${last}::uuid`.execute(tx)
  await sql`insert into visit_cut (account_id, visit_id) values (${accountId}, ${last})
    on conflict (account_id) do update set visit_id = excluded.visit_id`.execute(tx)
  return Number(numAffectedRows)
}

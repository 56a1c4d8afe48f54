import { sql } from 'kysely'
import { asPlatform, type Db, type Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { type ChainEnds, chainHashOf, hashVersion, linesOf, proofOf } from './audit-line.ts'

/**
 * Hash-chained audit log: appends waiting lines to their chains and returns their number. Safe to run concurrently,
 * since each chain is locked while it grows.
 */
export async function appendToChain(db: Db, key: Buffer, now: Date): Promise<number> {
  const { rows } = await sql<{ accountId: AccountId }>`
    select distinct account_id from audit_chain_queue -- across accounts: chains with waiting lines
    limit 1000`.execute(db)
  let count = 0
  for (const { accountId } of rows) count += await asPlatform(db, tx => hashChain(tx, key, accountId, now))
  return count
}

async function hashChain(tx: Tx, key: Buffer, chain: AccountId, now: Date): Promise<number> {
  const ends = await lockChain(tx, chain)
  const waiting = await tx
    .selectFrom('auditChainQueue')
    .select('auditId')
    .where('accountId', '=', chain)
    .orderBy('auditId')
    .limit(limits.chainedLines)
    .execute()
  const ids = waiting.map(row => row.auditId)
  const lines = await linesOf(tx, chain, ids)
  let { headPosition, headHash } = ends
  const entries = lines.map(({ auditId, text }) => {
    headPosition += 1
    headHash = chainHashOf(key, { chain, position: headPosition, form: hashVersion, chainedAtMs: now.getTime() }, headHash, text)
    return { accountId: chain, position: headPosition, auditId, form: hashVersion, hash: headHash, chainedAt: now }
  })
  if (entries.length > 0) await tx.insertInto('auditChainEntry').values(entries).execute()
  if (ids.length > 0) await tx.deleteFrom('auditChainQueue').where('accountId', '=', chain).where('auditId', 'in', ids).execute()
  await keepEnds(tx, key, chain, { ...ends, headPosition, headHash })
  return entries.length
}

/** The ends of a chain, locked by this transaction; a new chain starts empty. */
async function lockChain(tx: Tx, chain: AccountId): Promise<ChainEnds> {
  await tx
    .insertInto('auditChain')
    .values({ accountId: chain })
    .onConflict(conflict => conflict.column('accountId').doNothing())
    .execute()
  const row = await tx.selectFrom('auditChain').selectAll().where('accountId', '=', chain).forUpdate().executeTakeFirstOrThrow()
  return { basePosition: row.basePosition, baseHash: row.baseHash, headPosition: row.headPosition, headHash: row.headHash }
}

async function keepEnds(tx: Tx, key: Buffer, chain: AccountId, ends: ChainEnds): Promise<void> {
  await tx
    .updateTable('auditChain')
    .set({ ...pick(ends, 'basePosition', 'baseHash', 'headPosition', 'headHash'), proof: proofOf(key, chain, ends) })
    .where('accountId', '=', chain)
    .execute()
}

/**
 * Retention: deletes the chain's lines older than `before`, oldest first, as far as they are chained consecutively, and
 * moves the keyed start of the chain. Returns the number. Younger lines stop it, in the database as well
 * (purge_audit_log).
 */
export async function purgeLines(db: Db, key: Buffer, chain: AccountId, before: Date): Promise<number> {
  // The start moves first: lines before it are not verified any more, and are deleted the next time if not now. It
  // passes no line that the database keeps.
  const last = await asPlatform(db, async tx => {
    const ends = await lockChain(tx, chain)
    const { rows } = await sql<{ position: number; hash: Buffer }>`
      select position, hash from audit_chain_entry
      where account_id = ${chain} and chained_at < ${before} and chained_at < now() - interval '190 days'
      order by position desc limit 1`.execute(tx)
    if (rows[0]) await keepEnds(tx, key, chain, { ...ends, basePosition: rows[0].position, baseHash: rows[0].hash })
    return rows[0]
  })
  if (!last) return 0
  const { rows } = await sql<{ removed: number }>`select purge_audit_log(${chain}::uuid, ${last.position}::bigint) as removed`.execute(db)
  return firstOrThrow(rows).removed
}

/** Deletes lines of every chain after so many days. */
export async function purgeExpiredLines(db: Db, key: Buffer, keptDays: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  const { rows } = await sql<{ accountId: AccountId }>`
    select distinct account_id from audit_chain_entry -- across accounts: chains with lines past retention
    where chained_at < ${before} limit 1000`.execute(db)
  for (const { accountId } of rows) await purgeLines(db, key, accountId, before)
}

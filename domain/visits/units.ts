import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { grantSegments, linkGrantsOf } from '#domain/ledger/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const dayMs = 86_400_000

/**
 * Link units of an account, over its packages in force: those with units left and the last one bought. A link, a
 * recipient's own code and a recorded visit of a person cost one unit each (decision 0030).
 */
export interface LinkUnits {
  total: number
  used: number
  /** Visits recorded beyond all packages since the last purchase. */
  over: number
  /** Percentage of the packages that is exceeded; at 120 visits are redirected but no longer recorded. */
  warning: null | 80 | 100 | 120
  /** Days until the package that is consumed next expires, rounded up. */
  daysLeft: number | null
}

/** An account's link units at a moment. An account without a package in force is at 120. */
export async function unitsOf(executor: Executor, account: AccountId, now: Date): Promise<LinkUnits> {
  const usable = (await linkGrantsOf(executor, account)).filter(grant => grant.startsAt <= now && grant.expiresAt > now)
  const next = usable.find(grant => grant.availableCount > 0)
  const newest = usable.reduce((last, grant) => (grant.grantId > last ? grant.grantId : last), '')
  const inForce = usable.filter(grant => grant.availableCount > 0 || grant.grantId === newest)
  const total = inForce.reduce((sum, grant) => sum + grant.segmentCount, 0)
  const used = inForce.reduce((sum, grant) => sum + grant.spentCount, 0)
  const over = newest === '' ? 0 : await overCount(executor, account, newest)
  return {
    total,
    used,
    over,
    warning: warningOf(total, used, over),
    daysLeft: next ? Math.ceil((next.expiresAt.getTime() - now.getTime()) / dayMs) : null,
  }
}

function warningOf(total: number, used: number, over: number): LinkUnits['warning'] {
  if (total === 0 || over * 100 >= total * (limits.linkOverPercent - 100)) return 120
  if (used >= total) return 100
  return used * 100 >= total * 80 ? 80 : null
}

async function overCount(executor: Executor, account: AccountId, grantId: string): Promise<number> {
  const { rows } = await sql<{ over: number }>`
    select coalesce(sum(over_count), 0)::bigint as over from link_use where account_id = ${account} and grant_id = ${grantId}`.execute(
    executor,
  )
  return firstOrThrow(rows).over
}

/** Whether visits of an account's links are recorded at a moment. */
export const isRecording = async (executor: Executor, account: AccountId, now: Date): Promise<boolean> =>
  (await unitsOf(executor, account, now)).warning !== 120

/**
 * Consumes units for links and recipients' codes, in the transaction that creates them. Refuses
 * `link_units_insufficient` with what is missing; the caller then rolls back. Callers of one account wait for each
 * other until commit.
 */
export async function consumeLinkUnits(
  tx: Tx,
  account: AccountId,
  count: number,
  options: { now: Date; referenceId: string | null },
): Promise<void> {
  const taken = await spendUnits(tx, account, count, { ...options, purpose: 'link' })
  if (taken < count) refuse('link_units_insufficient', { missing: (count - taken).toLocaleString('en-US') })
}

/** The units that an account has left, locked until the transaction ends so that they can be consumed in it. */
export async function lockLinkUnits(tx: Tx, account: AccountId, now: Date): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select ledger_account.credits - ledger_account.debits as units
    from credit_grant as credit
    join ledger_account on ledger_account.account_id = credit.account_id and ledger_account.grant_id = credit.grant_id and ledger_account.purpose = 'available'
    where credit.account_id = ${account} and ledger_account.account_id = ${account} and credit.kind = 'link' and ledger_account.credits > ledger_account.debits
      and credit.starts_at <= ${now} and credit.expires_at > ${now}
    order by credit.expires_at, credit.grant_id for no key update of ledger_account`.execute(tx)
  return rows.reduce((sum, { units }) => sum + units, 0)
}

/**
 * Meters visits before they are recorded, once per account and batch, and returns whether they may be: false at 120 %,
 * with nothing counted. Visits beyond the packages count as over. Call it in the order of account ids when one
 * transaction meters several.
 */
export async function meterVisits(tx: Tx, account: AccountId, count: number, now: Date): Promise<boolean> {
  const taken = await spendUnits(tx, account, count, { now, referenceId: null, purpose: 'visit' })
  if (taken === count) return true
  if (taken === 0 && !(await isRecording(tx, account, now))) return false
  await sql`
    insert into link_use (account_id, grant_id, day, over_count)
    select owner.account_id, grant_id, ${chinaDay(now)}::text, ${count - taken}::bigint
    from ${accountRow(account)}
    cross join (select grant_id from credit_grant
      where account_id = ${account} and kind = 'link' and starts_at <= ${now} and expires_at > ${now} order by grant_id desc limit 1) as newest
    on conflict (account_id, grant_id, day) do update set over_count = link_use.over_count + excluded.over_count`.execute(tx)
  return true
}

/** Packages that one statement consumes from; the rest is consumed by the next. */
const grantsAtOnce = 8

/**
 * Consumes up to `count` units in one statement, from the packages that expire first; returns how many there were.
 * Locks them until the transaction ends.
 */
async function spendUnits(
  tx: Tx,
  account: AccountId,
  count: number,
  options: { now: Date; referenceId: string | null; purpose: 'link' | 'visit' },
): Promise<number> {
  if (count === 0) return 0
  const { now, referenceId, purpose } = options
  const transferIds = Array.from({ length: grantsAtOnce }, () => newId())
  const { rows } = await sql<{ taken: number; grants: number }>`
    with free as materialized (
      select credit.grant_id, credit.expires_at, ledger_account.ledger_account_id as free_id, ledger_account.credits - ledger_account.debits as units
      from credit_grant as credit
      join ledger_account on ledger_account.account_id = credit.account_id and ledger_account.grant_id = credit.grant_id and ledger_account.purpose = 'available'
      where credit.account_id = ${account} and ledger_account.account_id = ${account} and credit.kind = 'link' and ledger_account.credits > ledger_account.debits
        and credit.starts_at <= ${now} and credit.expires_at > ${now}
      order by credit.expires_at, credit.grant_id limit ${grantsAtOnce} for no key update of ledger_account),
    queue as (
      select *, row_number() over line as place, coalesce(sum(units) over (line rows between unbounded preceding and 1 preceding), 0) as before
      from free window line as (order by expires_at, grant_id)),
    share as (
      select queue.*, least(units, ${count}::bigint - before)::bigint as taken, spent.ledger_account_id as spent_id
      from queue join ledger_account as spent on spent.account_id = ${account} and spent.grant_id = queue.grant_id and spent.purpose = 'spent'
      where before < ${count}::bigint),
    booked as (
      insert into transfer (account_id, transfer_id, debit_id, credit_id, asset, amount, kind, reference_id, at)
      select owner.account_id, (${transferIds}::uuid[])[place], free_id, spent_id, 'link', taken, 'post', ${referenceId}::uuid, ${now}
      from ${accountRow(account)}
      cross join share),
    moved as (
      update ledger_account set
        debits = ledger_account.debits + case when ledger_account.purpose = 'available' then share.taken else 0 end,
        credits = ledger_account.credits + case when ledger_account.purpose = 'spent' then share.taken else 0 end
      from share where ledger_account.account_id = ${account} and ledger_account.ledger_account_id in (share.free_id, share.spent_id)),
    used as (
      insert into link_use (account_id, grant_id, day, ${sql.ref(`${purpose}_count`)})
      select owner.account_id, grant_id, ${chinaDay(now)}::text, taken
      from ${accountRow(account)}
      cross join share
      on conflict (account_id, grant_id, day) do update set ${sql.ref(`${purpose}_count`)} = link_use.${sql.ref(`${purpose}_count`)} + ${sql.ref(`excluded.${purpose}_count`)})
    select coalesce(sum(taken), 0)::bigint as taken, count(*)::int as grants from share`.execute(tx)
  const { taken, grants } = firstOrThrow(rows)
  if (taken === count || grants < grantsAtOnce) return taken
  return taken + (await spendUnits(tx, account, count - taken, options))
}

/** Gives a new account its free units, to try short links with. */
export async function grantInitialUnits(tx: Tx, account: AccountId, now: Date): Promise<void> {
  await grantSegments(tx, account, {
    grantId: newId(),
    kind: 'link',
    name: '新用户短链体验',
    segmentCount: limits.firstLinkUnits,
    source: 'gift',
    startsAt: now,
    expiresAt: new Date(now.getTime() + limits.firstLinkUnitsDays * dayMs),
  })
}

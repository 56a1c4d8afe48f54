import { type RawBuilder, sql } from 'kysely'
import { accountRow } from '#db/account-row.ts'
import type { Db, Tx } from '#db/connect.ts'
import { measureColumns, placeColumns, textColumns } from '#domain/delivery/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Deltas that one statement rolls up: as many as a busy account writes in some seconds. */
const batchDeltas = 20_000

const columns = (names: readonly string[]) => sql.join(names.map(name => sql.ref(name)))

/** Tables of totals, with the key of each. */
export const totalTables = {
  statisticsHour: { time: 'hour', keys: ['hour', ...textColumns] },
  statisticsHourPlace: { time: 'hour', keys: ['hour', ...textColumns, ...placeColumns] },
  statisticsDay: { time: 'day', keys: ['day', ...textColumns] },
  statisticsDayPlace: { time: 'day', keys: ['day', ...textColumns, ...placeColumns] },
  statisticsFailure: { time: 'day', keys: ['day', ...textColumns, ...placeColumns, 'reason'] },
} as const

/** The day in China, counted from 1970, of an hour counted from 1970. */
export const dayOfHour = sql`(hour + 8) / 24`

/**
 * Adds rows of deltas (`source`, of which `day` is one column) to all totals, as parts of one statement. Rows of each
 * table are written in the order of its key.
 */
const addTo = (account: AccountId, source: string) =>
  sql.join(
    Object.entries(totalTables).map(([table, { keys }]) => {
      const isFailure = table === 'statisticsFailure'
      const measures = isFailure ? ['messageCount'] : measureColumns
      const sums = isFailure
        ? sql`sum(failed_count + unknown_count + refused_count)`
        : sql.join(measureColumns.map(name => sql`sum(${sql.ref(name)})`))
      const added = sql.join(measures.map(name => sql`${sql.ref(name)} = total.${sql.ref(name)} + excluded.${sql.ref(name)}`))
      return sql`${sql.ref(`into_${table}`)} as (
        insert into ${sql.table(table)} as total (account_id, ${columns(keys)}, ${columns(measures)})
        select owner.account_id, ${columns(keys)}, ${sums} from ${accountRow(account)} cross join ${sql.ref(source)}
        group by owner.account_id, ${columns(keys)} ${isFailure ? sql`having sum(failed_count + unknown_count + refused_count) <> 0` : sql``} order by ${columns(keys)}
        on conflict (account_id, ${columns(keys)}) do update set ${added})`
    }),
  )

/**
 * Adds the rows of a query (deltas with all their columns) to the totals, in one statement with it and with anything
 * else that needs the same snapshot; returns how many there were.
 */
export async function fold(tx: Tx, account: AccountId, deltas: RawBuilder<unknown>, besides: RawBuilder<unknown> | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with delta as (${deltas}), ${besides ? sql`besides as (${besides}),` : sql``}
    dated as (select *, ${dayOfHour} as day from delta), ${addTo(account, 'dated')}
    select count(*) as count from dated`.execute(tx)
  return firstOrThrow(rows).count
}

/** Advisory lock on an account's totals, for roll-up or rebuild, until the transaction ends. */
export const totalsLock = (account: AccountId) => sql`hashtextextended(${`statistics ${account}`}, 0)`

/**
 * Roll-up of counted deltas into the totals: one transaction takes a batch of deltas and adds it to every table, so
 * that a killed program leaves no half batch, and readers see each count once. Skips accounts that another program is
 * rolling up. Returns how many deltas it rolled up.
 */
export async function rollUpNext(db: Db): Promise<number> {
  const { rows: accounts } = await sql<{ accountId: AccountId }>`
    -- across accounts: whatever was counted
    select distinct account_id from statistics_delta`.execute(db)
  let rolledUpCount = 0
  for (const { accountId: account } of accounts)
    for (let last = batchDeltas; last >= batchDeltas; rolledUpCount += last) last = await rollUpBatch(db, account)
  return rolledUpCount
}

/**
 * The oldest deltas in whole batches, until the size is reached. Selected by a range of the key, so that the planner
 * doesn't depend on statistics of a table that fills and empties.
 */
function rollUpBatch(db: Db, account: AccountId): Promise<number> {
  return db.transaction().execute(async tx => {
    const { rows: locked } = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(${totalsLock(account)}) as "isFree"`.execute(
      tx,
    )
    if (!firstOrThrow(locked).isFree) return 0
    const { rows } = await sql<{ until: string }>`
      select batch_id as until from statistics_delta where account_id = ${account}
      order by batch_id, line offset ${batchDeltas - 1} limit 1`.execute(tx)
    const oldest = rows[0] ? sql`and batch_id <= ${rows[0].until}` : sql``
    const deltas = sql`delete from statistics_delta where account_id = ${account} ${oldest} returning *`
    return fold(tx, account, deltas, countMinutes(account))
  })
}

/** Outcomes of messages that were accepted longer ago say nothing about sending now. */
const freshHours = 24

/** Outcomes per minute of counting (the time in the batch's id), of accounts with alerts on them. */
const countMinutes = (account: AccountId) => sql`
  insert into statistics_minute as total (account_id, minute, kind, app_id, reason, accepted_count, segment_count, delivered_count, failed_count)
  select owner.account_id, counted_minute(batch_id) as minute, kind, app_id, reason, sum(accepted_count), sum(segment_count), sum(delivered_count),
    sum(failed_count + unknown_count)
  from ${accountRow(account)}
  cross join delta where hour >= counted_minute(batch_id) / 60 - ${freshHours} and exists (select from alert_watch where account_id = ${account})
  group by owner.account_id, minute, kind, app_id, reason order by minute, kind, app_id, reason
  on conflict (account_id, minute, kind, app_id, reason) do update set accepted_count = total.accepted_count + excluded.accepted_count,
    segment_count = total.segment_count + excluded.segment_count, delivered_count = total.delivered_count + excluded.delivered_count,
    failed_count = total.failed_count + excluded.failed_count`

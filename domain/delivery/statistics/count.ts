import { type RawBuilder, sql } from 'kysely'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { acceptedMeasures, endedMeasures, nothingId } from './measure.ts'

type Measures = Record<string, RawBuilder<unknown>>

/** The columns of `message` that statistics need: a statement whose rows are counted must return them. */
export const countedColumns = sql.raw(
  [
    'message_id',
    'kind',
    'app_id',
    'signature_id',
    'template_id',
    'carrier',
    'province',
    'segment_count',
    'state',
    'reason',
    'hold_id',
    'submitted_at',
    'finished_at',
  ].join(', '),
)

const nothing = sql.lit(nothingId)
const reasonOfFailure = sql`case when state in ('undelivered', 'expired', 'rejected', 'unknown', 'refused') then coalesce(reason, '') else '' end`

/**
 * Computes the step of the time to report once per row: `offset 0` keeps the planner from recomputing it for each sum.
 */
const withDelay = (source: RawBuilder<unknown>) => sql`
  (select *, case when state = 'delivered' then report_delay_step(submitted_at, finished_at) end as delay_step from ${source} as message offset 0)`

/**
 * A lateral lookup by key for each row: an account that sends one by one has millions of holds, which no plan may scan.
 */
const priceOf = (account: AccountId) => sql`
  left join lateral (select unit_price_hao from charge_hold where account_id = ${account} and hold_id = one.hold_id offset 0) as hold on true`

/**
 * Counts rows of `source` (messages of the account with `countedColumns`), grouped by hour and statistics dimensions.
 */
export function counted(account: AccountId, source: RawBuilder<unknown>, measures: Measures): RawBuilder<unknown> {
  const hasEnded = 'deliveredCount' in measures
  return sql`
    select message_hour(message_id) as hour, kind, coalesce(app_id, ${nothing}) as app_id, signature_id, coalesce(template_id, ${nothing}) as template_id,
      carrier, coalesce(province, '') as province, ${hasEnded ? reasonOfFailure : sql`''`} as reason,
      ${sql.join(Object.entries(measures).map(([column, of]) => sql`${of} as ${sql.ref(column)}`))}
    from ${hasEnded ? withDelay(source) : source} as one
    ${hasEnded ? priceOf(account) : sql``}
    group by 1, 2, 3, 4, 5, 6, 7, 8`
}

const insertDelta = (account: AccountId, source: RawBuilder<unknown>, measures: Measures) => sql`
  insert into statistics_delta (account_id, batch_id, line, hour, kind, app_id, signature_id, template_id, carrier, province, reason,
    ${sql.join(Object.keys(measures).map(column => sql.ref(column)))})
  select owner.account_id, ${newId()}::uuid, row_number() over (partition by owner.account_id), batch.*
  from ${accountRow(account)}
  cross join (${counted(account, source, measures)}) as batch`

/**
 * The statement part that counts messages being accepted (`insert into message … returning`, named `source`) or ended
 * (`update message … returning`). It counts the batch with one insert in the same transaction.
 */
export const countAccepted = (account: AccountId, source: string) => insertDelta(account, sql.ref(source), acceptedMeasures)
export const countEnded = (account: AccountId, source: string) => insertDelta(account, sql.ref(source), endedMeasures)

/** Counts messages written in this transaction by their current state. */
export async function countWritten(tx: Tx, account: AccountId, messageIds: readonly string[]): Promise<void> {
  const written = sql`(select ${countedColumns} from message where account_id = ${account} and message_id = any(${messageIds}::uuid[]))`
  await insertDelta(account, written, { ...acceptedMeasures, ...endedMeasures }).execute(tx)
}

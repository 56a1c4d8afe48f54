import { type RawBuilder, sql } from 'kysely'

/**
 * The end of a statement that reads one row by the last column of an index whose other columns are given: `column` is
 * `value`. PostgreSQL keeps the versions that updates leave behind while anyone holds an old snapshot, such as a dump.
 * A condition of equality reads all of them, oldest first, thousands of a row that each batch of messages changes. A
 * range may be read backwards, so that the newest version, which is the last one in the index, comes first.
 */
export const newestFirst = (column: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${column} between ${value} and ${value} order by ${column} desc limit 1`

import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a column has the moment that a client saw, in whole milliseconds. `date_trunc` depends on the session, so it
 * may not stand in an update of a cluster.
 */
export const isMoment = (column: RawBuilder<unknown>, moment: Date): RawBuilder<SqlBool> =>
  sql`${column} >= ${moment} and ${column} < ${new Date(moment.getTime() + 1)}`

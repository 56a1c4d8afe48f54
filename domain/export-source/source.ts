import type { z } from 'zod'
import type { ColumnKind, ExportFacts, ExportName } from '#contract/export/export.ts'
import type { Permission } from '#contract/identity/permission.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

export interface ExportColumn {
  /** Stable: jobs and saved choices refer to it. */
  key: string
  /** The column heading. */
  title: string
  kind: ColumnKind
  /** In characters, where the default of its kind doesn't fit. */
  width?: number
  /** Offered, but not selected by default. */
  isExtra?: boolean
}

/**
 * A cell by the column's kind: text and phone are strings (phones unmasked: the writer masks them), time a Date, number
 * a number, money in hao.
 */
export type ExportCell = string | number | Date | null

export interface ExportPage {
  /** `last` of the previous page; null for the first. */
  after: string | null
  /** Maximum number of rows. */
  limit: number
}

export interface ExportRows {
  /** Cells of all columns, in order. A page may be short or empty before the end if few rows match the filter. */
  rows: ExportCell[][]
  /** The cursor of the next page: a key, not an offset, so that it stays valid after a restart. Null: no more rows. */
  last: string | null
}

/**
 * Export source: a list that can be exported. It is defined beside the list (domain/message-records/delivery-export.ts)
 * and registered in sources.ts.
 */
export interface ExportSource<Filter = unknown> {
  name: ExportName
  /** Permission to see the list, which also allows exporting it. */
  permission: Permission
  columns: readonly ExportColumn[]
  /** Schema of the filter, the same as of the list's own call. */
  filter: z.ZodType<Filter>
  /** Fixes the filter at the moment of the request: sets missing times and excludes later rows. */
  fix: (filter: Filter, now: Date) => Filter
  /** The filter as text, with names instead of ids. */
  describe: (tx: Tx, account: AccountId, filter: Filter) => Promise<ExportFacts>
  /** The number of rows, counted up to `most`. */
  count: (tx: Tx, account: AccountId, filter: Filter, most: number) => Promise<number>
  /** Rows in the list's order. */
  rows: (tx: Tx, account: AccountId, filter: Filter, page: ExportPage) => Promise<ExportRows>
}

/** Infers the filter's type of a source while all sources share one type. */
export const exportSource = <Schema extends z.ZodType>(
  source: Omit<ExportSource<z.output<Schema>>, 'filter'> & { filter: Schema },
): ExportSource => source as unknown as ExportSource

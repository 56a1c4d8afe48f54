import type { z } from 'zod'
import type { ColumnKind, ExportFacts, ExportName } from '#contract/export/export.ts'
import type { Permission } from '#contract/identity/permission.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

export interface ExportColumn {
  /** Stays the same for ever: jobs and remembered choices name it. */
  key: string
  /** The file's heading. */
  title: string
  kind: ColumnKind
  /** In characters, where the usual one of its kind doesn't do. */
  width?: number
  /** Offered, but not ticked at first. */
  isExtra?: boolean
}

/** Of a column's kind: text and phone a text (a phone whole: masking is not the source's business), time a Date, number a number, money hao. */
export type ExportCell = string | number | Date | null

export interface ExportPage {
  /** `last` of the page before; null at the first. */
  after: string | null
  /** Rows at most. */
  limit: number
}

export interface ExportRows {
  /** Cells of all columns, in their order. A page may be short or empty though more come, where few rows fit the filter. */
  rows: ExportCell[][]
  /** Where the next page goes on: a key of the table, not a number of rows, so that it still holds after a restart. Null: there are no more. */
  last: string | null
}

/** What a list gives to be exported. It lives beside the list (domain/message-records/delivery-export.ts) and stands in sources.ts. */
export interface ExportSource<Filter = unknown> {
  name: ExportName
  /** Whoever may see the list may export it. */
  permission: Permission
  columns: readonly ExportColumn[]
  /** Takes what the list's own call takes. */
  filter: z.ZodType<Filter>
  /** What a filter means from the moment of the request on: times that were left out are set, and nothing later is meant. */
  fix: (filter: Filter, now: Date) => Filter
  /** The filter in words, with the names of what it names by id. */
  describe: (tx: Tx, account: AccountId, filter: Filter) => Promise<ExportFacts>
  /** How many rows there will be, counted no further than `most`. */
  count: (tx: Tx, account: AccountId, filter: Filter, most: number) => Promise<number>
  /** Rows in the list's order. */
  rows: (tx: Tx, account: AccountId, filter: Filter, page: ExportPage) => Promise<ExportRows>
}

/** Gives a source its exact filter, and the list of all sources one type. */
export const exportSource = <Schema extends z.ZodType>(
  source: Omit<ExportSource<z.output<Schema>>, 'filter'> & { filter: Schema },
): ExportSource => source as unknown as ExportSource

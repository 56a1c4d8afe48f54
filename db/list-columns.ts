import { sql } from 'kysely'
import type { ViewColumns } from '#contract/list-view.ts'
import { limits } from '#values/limits.ts'

/** The `list_columns` of a person's row with those of one list replaced; null: without that list. */
export const withColumns = (list: string, columns: ViewColumns | null) =>
  sql<string>`(list_columns - ${list}::text) || ${JSON.stringify(columns ? { [list]: columns } : {})}::jsonb`

/** Whether the row has the list already, or room for another one. */
export const hasRoomFor = (list: string) =>
  sql<boolean>`(list_columns ? ${list}::text or (select count(*) from jsonb_object_keys(list_columns)) < ${limits.listsWithColumns})`

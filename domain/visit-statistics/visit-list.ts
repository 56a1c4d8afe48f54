import { sql } from 'kysely'
import type { Device } from '#contract/links/link-rule.ts'
import type { VisitFilter } from '#contract/links/visit.ts'
import type { Executor } from '#db/connect.ts'
import type { VisitorKind } from '#domain/visits/index.ts'
import { type AccountId, idTime } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { getOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { visitWhere } from './visit-where.ts'

interface Page {
  cursor?: string | undefined
  pageSize: number
  /** Visits that one page examines; the limit's default unless a test lowers it. */
  examinedRows?: number
}

/** A visit as the list shows it; the address is masked. */
export interface Visit {
  visitId: string
  at: Date
  kind: VisitorKind
  address: string
  province: string | null
  city: string | null
  isp: string | null
  device: Device | null
  os: string | null
  browser: string | null
  inApp: string | null
  referrer: string | null
  language: string | null
  arm: number | null
  link: { linkId: string; code: string; title: string }
  /** The message whose own code it was. */
  messageId: string | null
}

/** An address without its last part, in the form in which it is stored long-term: 113.87.160.*, 2408:8207:1850::*. */
const maskedAddress = sql<string>`case when family(address) = 4 then regexp_replace(host(address), '[0-9]+$', '*')
  else host(network(set_masklen(address, 48))) || '*' end`

/** Columns of a visit that `presentVisits` needs. */
export const visitColumns = [
  'visitId',
  'linkId',
  'messageId',
  'visitorKind',
  maskedAddress.as('address'),
  'province',
  'city',
  'isp',
  'device',
  'os',
  'browser',
  'inApp',
  'referrer',
  'language',
  'arm',
] as const

/**
 * Visits, newest first. A filtered page examines at most `visitExaminedRows` of them: if it finds few, it says until
 * when it looked, and its cursor continues there.
 */
export async function listVisits(
  executor: Executor,
  account: AccountId,
  filter: VisitFilter,
  { cursor, pageSize, examinedRows = limits.visitExaminedRows }: Page,
): Promise<{ rows: Visit[]; nextCursor: string | null; searchedUntil: Date | null }> {
  const { keys, rowFilter } = visitWhere(account, filter)
  const reachable = () => {
    const query = executor.selectFrom('visit').where(keys).orderBy('visitId', 'desc')
    return cursor ? query.where('visitId', '<', cursor) : query
  }
  const found = executor
    .selectFrom(
      reachable()
        .selectAll()
        .limit(rowFilter ? examinedRows : pageSize + 1)
        .as('visit'),
    )
    .select(visitColumns)
    .orderBy('visitId', 'desc')
    .limit(pageSize + 1)
  const rows = await (rowFilter ? found.where(rowFilter) : found).execute()
  const shown = await presentVisits(executor, account, rows.slice(0, pageSize))
  if (rows.length > pageSize) return { rows: shown, nextCursor: lastOrThrow(shown).visitId, searchedUntil: null }
  if (!rowFilter) return { rows: shown, nextCursor: null, searchedUntil: null }
  const lastExamined = await reachable()
    .select('visitId')
    .offset(examinedRows - 1)
    .limit(1)
    .executeTakeFirst()
  return {
    rows: shown,
    nextCursor: lastExamined?.visitId ?? null,
    searchedUntil: lastExamined ? idTime(lastExamined.visitId) : null,
  }
}

export type VisitRow = Awaited<ReturnType<typeof rowsOf>>[number]
const rowsOf = (executor: Executor, account: AccountId) =>
  executor.selectFrom('visit').select(visitColumns).where('accountId', '=', account).execute()

/** Visits with their links' codes and titles, in the same order. */
export async function presentVisits(executor: Executor, account: AccountId, rows: readonly VisitRow[]): Promise<Visit[]> {
  if (rows.length === 0) return []
  const links = await executor
    .selectFrom('link')
    .select(['linkId', 'code', 'title'])
    .where('accountId', '=', account)
    .where('linkId', 'in', [...new Set(rows.map(row => row.linkId))])
    .execute()
  const linkOf = new Map(links.map(link => [link.linkId, link]))
  return rows.map(row => ({
    ...pick(
      row,
      'visitId',
      'address',
      'province',
      'city',
      'isp',
      'device',
      'os',
      'browser',
      'inApp',
      'referrer',
      'language',
      'arm',
      'messageId',
    ),
    at: idTime(row.visitId),
    kind: row.visitorKind,
    link: getOrThrow(linkOf, row.linkId),
  }))
}

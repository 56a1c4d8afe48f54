import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { visitsOfScope } from '#domain/visits/index.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { presentVisits, type Visit, visitColumns } from './visit-list.ts'
import { scopeOf, type VisitCondition, type VisitOf, visitCondition } from './visit-where.ts'

/**
 * Visits reach the table with a delay, and redirectors don't ingest in step: each query looks back this far before
 * the last one.
 */
const overlapMs = 10_000

/** New visits between two queries. */
export interface NewVisits {
  /** Newest first, at most `limits.liveVisits`. */
  rows: Visit[]
  /** All of them. */
  count: number
}

/** Finds visits that arrived since the query before; the first query only sets the starting point. */
export class LiveVisitPoller {
  readonly #account: AccountId
  readonly #filter: VisitOf & VisitCondition
  #polledAtMs: number | null = null
  #known = new Set<string>()

  constructor(account: AccountId, filter: VisitOf & VisitCondition) {
    this.#account = account
    this.#filter = filter
  }

  get hasPolled(): boolean {
    return this.#polledAtMs !== null
  }

  async poll(executor: Executor, now: Date): Promise<NewVisits> {
    const isFirst = !this.hasPolled
    const since = idFloor((this.#polledAtMs ?? now.getTime()) - overlapMs)
    const rowFilter = visitCondition(this.#filter) ?? sql<boolean>`true`
    const found = await executor
      .selectFrom('visit')
      .select('visitId')
      .where('accountId', '=', this.#account)
      .where(visitsOfScope(this.#account, scopeOf(this.#filter)))
      .where('visitId', '>=', since)
      .where(rowFilter)
      .orderBy('visitId', 'desc')
      .limit(limits.liveExaminedVisits)
      .execute()
    const fresh = isFirst ? [] : found.filter(({ visitId }) => !this.#known.has(visitId))
    this.#polledAtMs = now.getTime()
    this.#known = new Set(found.map(({ visitId }) => visitId))
    const ids = fresh.slice(0, limits.liveVisits).map(({ visitId }) => visitId)
    return { rows: await readVisits(executor, this.#account, ids), count: fresh.length }
  }
}

async function readVisits(executor: Executor, account: AccountId, ids: readonly string[]): Promise<Visit[]> {
  if (ids.length === 0) return []
  const rows = await executor
    .selectFrom('visit')
    .select(visitColumns)
    .where('accountId', '=', account)
    .where('visitId', 'in', ids)
    .orderBy('visitId', 'desc')
    .execute()
  return presentVisits(executor, account, rows)
}

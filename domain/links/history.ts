import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import type { Json } from '#db/json.ts'
import { linkTotals, visitSeries } from '#domain/visit-statistics/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'

interface HistoryInput {
  linkId: string
  cursor?: string | undefined
  pageSize: number
}

/** Change history of a link, newest first, one field per line. Refuses `not_found`. */
export async function linkHistory(executor: Executor, account: AccountId, { linkId, cursor, pageSize }: HistoryInput) {
  await requireLink(executor, account, linkId)
  let query = executor
    .selectFrom('linkEdit')
    .leftJoin('member', join =>
      join.onRef('member.accountId', '=', 'linkEdit.accountId').onRef('member.memberId', '=', 'linkEdit.memberId'),
    )
    .select(['editId', 'linkEdit.at', 'changes', 'member.name as memberName'])
    .where('linkEdit.accountId', '=', account)
    .where('linkId', '=', linkId)
    .orderBy('editId', 'desc')
    .limit(pageSize + 1)
  if (cursor) query = query.where('editId', '<', cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), pageSize, row => row.editId)
  return {
    rows: rows.map(row => ({
      ...row,
      changes: Object.entries(row.changes).map(([field, [before, after]]) => ({
        field,
        before: onWire(field, before),
        after: onWire(field, after),
      })),
    })),
    nextCursor,
  }
}

const onWire = (field: string, value: Json): Json =>
  field === 'linkGroupId' && typeof value === 'string' ? encodeId('linkGroup', value) : value

const hourMs = 3_600_000

/**
 * Visits of a link in each of the last 24 hours (China time), the present one last, and its totals. Refuses
 * `not_found`.
 */
export async function linkHours(executor: Executor, account: AccountId, { linkId, now }: { linkId: string; now: Date }) {
  await requireLink(executor, account, linkId)
  const thisHour = Math.floor(now.getTime() / hourMs) * hourMs
  const range = { from: new Date(thisHour - 23 * hourMs), until: new Date(thisHour + hourMs) }
  const series = await visitSeries(executor, account, { kind: 'link', linkId }, { range, step: 'hour' })
  const totals = await linkTotals(executor, account, [linkId], chinaDay(now))
  return { rows: series.map(({ at, pv, uv }) => ({ at, pv, uv })), totals: getOrThrow(totals, linkId) }
}

async function requireLink(executor: Executor, account: AccountId, linkId: string): Promise<void> {
  const found = await executor
    .selectFrom('link')
    .select('linkId')
    .where('accountId', '=', account)
    .where('linkId', '=', linkId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!found) refuse('not_found')
}

import { sql } from 'kysely'
import { asAccount, openDb } from '#db/connect.ts'
import { linkTotals, newAndReturning, visitFigures, visitHeat, visitRanks, visitSeries } from '#domain/visit-statistics/index.ts'
import type { VisitScope } from '#domain/visits/index.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const times = 20

/**
 * p50 and p95 of the queries of 访客统计 and 短链管理, for links of all sizes, a group and the account, row level security on.
 */
export async function measureAnswers(url: string): Promise<void> {
  const platform = openDb({ url, role: 'hongyan_platform', max: 1 })
  const { rows: accounts } = await sql<{ account: AccountId }>`select account_id as account from login_name where login = 'large'`.execute(
    platform,
  )
  const account = accounts[0]?.account
  if (!account) throw new Error('no account large: npm run seed:large -- --visits 50000000')
  const { rows } = await sql<{ linkId: string; pv: number }>`
    select subject_id as "linkId", pv from visit_total where account_id = ${account} and subject_id in (select link_id from link where account_id = ${account})
    order by pv desc`.execute(platform)
  const { rows: sizes } = await sql<{ table: string; size: string; count: number }>`
    select name as table, pg_size_pretty(pg_total_relation_size(name::regclass)) as size, greatest(0, reltuples)::bigint as count
    from unnest(array['visit_minute', 'visit_hour', 'visit_day', 'visit_week', 'visit_total']) as name join pg_class on pg_class.oid = name::regclass`.execute(
    platform,
  )
  const { rows: group } = await sql<{
    groupId: string
  }>`select group_id from link_group where account_id = ${account} limit 1`.execute(platform)
  await platform.destroy()
  console.log(
    `${rows.length} links; the largest ${firstOrThrow(rows).pv.toLocaleString('en')} visits, the middle one ${itemOrThrow(rows, rows.length >> 1).pv.toLocaleString('en')}`,
  )
  console.log(sizes.map(row => `${row.table} ${row.size} in ${row.count.toLocaleString('en')} rows`).join(', '))

  const db = openDb({ url, role: 'hongyan_app', max: 4 })
  const now = new Date()
  const lastDays = (count: number) => ({ from: chinaDayStart(now, 1 - count), until: chinaDayStart(now, 1) })
  const range = lastDays(30)
  const measure = async (name: string, one: (round: number) => Promise<unknown>) => {
    const took: number[] = []
    for (let round = 0; round < times; round += 1) {
      const startedAt = performance.now()
      await one(round)
      took.push(performance.now() - startedAt)
    }
    took.sort((a, b) => a - b)
    const at = (share: number) =>
      itemOrThrow(took, Math.min(times - 1, Math.floor(share * times)))
        .toFixed(0)
        .padStart(6)
    console.log(`${name.padEnd(58)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms`)
  }
  const within = <T>(work: Parameters<typeof asAccount<T>>[2]) => asAccount(db, account, work)
  const link = (place: number): VisitScope => ({ kind: 'link', linkId: itemOrThrow(rows, Math.min(place, rows.length - 1)).linkId })
  const scopes: [name: string, scope: (round: number) => VisitScope][] = [
    ['the largest link', () => link(0)],
    ['links of all sizes', round => link(Math.floor((round * rows.length) / times))],
    ['the ten largest links', round => link(round % 10)],
    ['links 11 to 50', round => link(10 + ((round * 2) % 40))],
    ['the account', () => ({ kind: 'account' })],
    ['a group of 100 links', () => ({ kind: 'group', groupId: firstOrThrow(group).groupId })],
  ]
  for (const [name, scope] of scopes) {
    await measure(`${name}, 30 days: figures`, round => within(tx => visitFigures(tx, account, scope(round), range)))
    await measure(`${name}, 30 days: by day`, round => within(tx => visitSeries(tx, account, scope(round), { range, step: 'day' })))
    await measure(`${name}, 30 days: provinces`, round => within(tx => visitRanks(tx, account, scope(round), range, 'province', 34)))
    await measure(`${name}, 30 days: cities`, round => within(tx => visitRanks(tx, account, scope(round), range, 'city', 20)))
    await measure(`${name}, 30 days: hours of the week`, round => within(tx => visitHeat(tx, account, scope(round), range)))
    await measure(`${name}, 7 days: by hour`, round =>
      within(tx => visitSeries(tx, account, scope(round), { range: lastDays(7), step: 'hour' })),
    )
    await measure(`${name}, 7 days: new and returning`, round => within(tx => newAndReturning(tx, account, scope(round), lastDays(7))))
  }
  await measure('the account, 30 days: links ranked', () => within(tx => visitRanks(tx, account, { kind: 'account' }, range, 'link', 20)))
  const listed = rows.slice(0, 50).map(row => row.linkId)
  await measure('a list of the 50 largest links', () => within(tx => linkTotals(tx, account, listed, chinaDay(now))))
  await db.destroy()
}

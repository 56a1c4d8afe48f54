import { sql } from 'kysely'
import { accountRow } from '#db/account-row.ts'
import { asPlatform, type Db, type Tx } from '#db/connect.ts'
import { linkCodeLength, randomCodes } from '#domain/links/index.ts'
import { placeFacts } from '#domain/platform/index.ts'
import { rebuildVisits } from '#domain/visit-statistics/index.ts'
import { agentFacts } from '#domain/visits/index.ts'
import { type AccountId, idFloor, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { planDays } from './large-messages.ts'

export interface LargeVisits {
  visitCount: number
  linkCount: number
  dayCount: number
  now: Date
  say: (text: string) => void
}

const dayMs = 86_400_000
const groupCount = 10
/** Number of visitors, and the share of them with a cookie. */
const people = 8_000_000
const cookieShare = 0.6
const botShare = 0.07

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko)'
const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
/** User agents and their frequency. */
export const visitorAgents: readonly (readonly [agent: string, weight: number])[] = [
  [`${phone} Mobile/15E148 MicroMessenger/8.0.48`, 24],
  [`${phone} Version/17.4 Mobile/15E148 Safari/604.1`, 12],
  [`${phone} Mobile/15E148 AlipayClient/10.5`, 3],
  [`${android} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.49`, 26],
  [`${android} Chrome/120.0.0.0 Mobile Safari/537.36`, 10],
  [`${android} Version/4.0 Chrome/114.0.5735.196 HuaweiBrowser/15.0.4 Mobile Safari/537.36`, 6],
  [`${android} Chrome/115.0.0.0 Mobile Safari/537.36 DingTalk/7.5`, 2],
  [`${android} Chrome/115.0.0.0 Mobile Safari/537.36 aweme/29.1`, 4],
  [`${desktop} Chrome/128.0.0.0 Safari/537.36`, 11],
  [`${desktop} Chrome/128.0.0.0 Safari/537.36 Edg/128.0.0.0`, 2],
]

const pages = ['春季新品', '会员日', '行程单', '电子发票', '物流查询', '问卷', '优惠券', '积分兑换', '早鸟预订', '客服']

/**
 * Creates links with visits day by day, including their figures: a few links take most visits, persons return, most
 * with a cookie. Days with visits stay as they are. The database must have a single connection.
 */
export async function seedLargeVisits(
  db: Db,
  account: AccountId,
  { visitCount, linkCount, dayCount, now, say }: LargeVisits,
): Promise<void> {
  const startedAt = performance.now()
  const days = planDays(visitCount, dayCount, now).map(day => ({ ...day, visitCount: day.programCount + day.broadcastCount }))
  await openLinks(db, account, linkCount, firstOrThrow(days).start)
  await preparePlaces(db)
  await prepareAgents(db)
  await prepareLinks(db, account)
  let written = 0
  for (const [index, day] of days.entries()) {
    if (await hasVisits(db, account, day)) continue
    written += await asPlatform(db, tx => writeDay(tx, account, day))
    const perSecond = (written * 1000) / (performance.now() - startedAt)
    if (index % 5 === 4 || index === days.length - 1)
      say(
        `访问 ${index + 1}/${days.length} 天，${written.toLocaleString('en-US')} 次，每秒 ${Math.round(perSecond).toLocaleString('en-US')} 次`,
      )
  }
  if (written === 0) return
  const onDay = (done: number, whole: number) => {
    if (done % 5 === 0 || done === whole) say(`访问统计 ${done}/${whole} 天`)
  }
  await rebuildVisits(db, account, { now, onDay })
}

async function hasVisits(db: Db, account: AccountId, { start, end }: { start: Date; end: Date }): Promise<boolean> {
  const { rows } =
    await sql`select 1 from visit where account_id = ${account} and visit_id >= ${idFloor(start)} and visit_id < ${idFloor(end)} limit 1`.execute(
      db,
    )
  return rows.length > 0
}

/** Creates the missing links, in groups. */
async function openLinks(db: Db, account: AccountId, linkCount: number, openedAt: Date): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from link where account_id = ${account}`.execute(db)
  const missing = linkCount - firstOrThrow(rows).count
  if (missing <= 0) return
  await asPlatform(db, async tx => {
    const groups = Array.from({ length: groupCount }, (_, index) => ({
      accountId: account,
      groupId: newId(openedAt.getTime()),
      name: `短链分组${index + 1}`,
    }))
    const names = await tx
      .insertInto('linkGroup')
      .values(groups)
      .onConflict(conflict => conflict.doNothing())
      .returning('groupId')
      .execute()
    const groupIds = names.map(row => row.groupId)
    const codes = randomCodes(missing, linkCodeLength)
    const links = codes.map(() => newId(openedAt.getTime()))
    await sql`
      insert into link (account_id, link_id, code, title, target, state, group_id, created_at)
      select owner.account_id, link_id, code, (${pages}::text[])[1 + place % ${pages.length}::integer] || ' ' || place, 'https://www.example.com/p/' || place,
        'active', (${groupIds}::uuid[])[1 + place % ${Math.max(1, groupIds.length)}::integer], ${openedAt}::timestamptz
    from ${accountRow(account)}
    cross join unnest(${links}::uuid[], ${codes}::text[]) with ordinality as made (link_id, code, place)`.execute(tx)
    await sql`
      insert into short_code (code, account_id, link_id, created_at)
      select code, ${account}::uuid, link_id, ${openedAt}::timestamptz from unnest(${links}::uuid[], ${codes}::text[]) as made (link_id, code)`.execute(
      tx,
    )
  })
}

/** Networks in China with the place that the address data has for them. */
async function preparePlaces(db: Db): Promise<void> {
  const found = []
  // The same ones in every run: steps through the addresses, of which the large networks of China have many.
  for (let step = 0; found.length < 4_000; step += 1) {
    const base = `${[36, 39, 58, 60, 61, 106, 111, 112, 113, 114, 117, 119, 120, 123, 171, 180, 183, 218, 221, 222][step % 20]}.${(step * 7) % 256}.${(step * 13) % 256}`
    const place = placeFacts(`${base}.1`)
    if (place.province) found.push({ base, ...place })
  }
  await sql`create temp table large_place (place integer primary key, base inet, province text, city text, isp text) on commit preserve rows`.execute(
    db,
  )
  await sql`insert into large_place select row_number() over () - 1, (base || '.0')::inet, province, city, isp
    from unnest(${found.map(one => one.base)}::text[], ${found.map(one => one.province)}::text[], ${found.map(one => one.city)}::text[],
      ${found.map(one => one.isp)}::text[]) as found (base, province, city, isp)`.execute(db)
  await sql`analyze large_place`.execute(db)
}

async function prepareAgents(db: Db): Promise<void> {
  const rows = visitorAgents.flatMap(([agent, weight]) => Array.from({ length: weight }, () => agentFacts(agent)))
  await sql`create temp table large_agent (agent integer primary key, device text, os text, browser text, in_app text) on commit preserve rows`.execute(
    db,
  )
  await sql`insert into large_agent select row_number() over () - 1, * from unnest(${rows.map(row => row.device)}::text[], ${rows.map(row => row.os)}::text[],
    ${rows.map(row => row.browser)}::text[], ${rows.map(row => row.inApp)}::text[])`.execute(db)
  await sql`analyze large_agent`.execute(db)
}

async function prepareLinks(db: Db, account: AccountId): Promise<void> {
  await sql`create temp table large_link on commit preserve rows as
    select row_number() over (order by link_id) - 1 as link, link_id from link where account_id = ${account}`.execute(db)
  await sql`analyze large_link`.execute(db)
}

/**
 * Writes a day's visits, most at noon, in order of time, in one transaction, so that a killed seed resumes at the next
 * day.
 */
async function writeDay(
  tx: Tx,
  account: AccountId,
  { start, end, visitCount }: { start: Date; end: Date; visitCount: number },
): Promise<number> {
  // The same random numbers in every installation.
  await sql`select setseed(${((start.getTime() / dayMs) % 997) / 997}::float)`.execute(tx)
  const lengthMs = end.getTime() - start.getTime()
  const day = Math.floor(start.getTime() / dayMs)
  const hash = (text: ReturnType<typeof sql>, bytes: number) => sql`substring(decode(md5(${text}), 'hex') from 1 for ${sql.lit(bytes)})`
  const result = await sql`
    insert into visit (account_id, visit_id, link_id, visitor_kind, visitor_hash, address, address_hash, province, city, isp, device, os, browser, in_app,
      referrer, language, arm)
    select ${account}::uuid, (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || substr(md5(n::text || ms), 1, 15))::uuid, link_id,
      case when chance < ${botShare / 2} then 'preview' when chance < ${botShare} then 'crawler' else 'person' end,
      ${hash(sql`case when person % 100 < ${cookieShare * 100} then 'cookie' || person else ${day} || 'visitor' || person end`, 12)},
      base + (person / 4000 % 254 + 1)::integer, ${hash(sql`'address' || place.place || ' ' || person / 4000 % 254`, 8)},
      province, city, isp, device, os, browser, in_app,
      case when person % 5 = 0 then 'www.example.cn' when person % 11 = 0 then 'weixin.qq.com' end,
      case when person % 37 = 0 then 'en-US' else 'zh-CN' end, case when link.link % 10 = 3 then (n % 2)::smallint end
    from (
      select n, ${start.getTime()}::bigint + (${lengthMs}::float8 * (share + 0.8 * sin(2 * pi() * share) / (2 * pi())))::bigint as ms,
        (${people}::float8 * power(random(), 1.3))::bigint as person, random() as chance,
        (power(random(), 3) * (select count(*) from large_link))::bigint as link
      from (select n, n::float8 / ${Math.max(1, visitCount)}::float8 as share from generate_series(0, ${visitCount - 1}::bigint) as n) as step offset 0) as one
    join large_link as link on link.link = one.link
    join large_place as place on place.place = one.person % 4000
    join large_agent as agent on agent.agent = one.person / 7 % 100`.execute(tx)
  return Number(result.numAffectedRows ?? 0n)
}

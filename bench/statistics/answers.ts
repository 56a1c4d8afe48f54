import pg from 'pg'
import { openDb } from '#db/connect.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const times = 40
/** The page's promise for 90 days of five million messages. */
const goalMs = 500

/** p50 and p95 of every call that 统计分析 and 短信概览 make, in sequence, and of all calls of one page view together. */
export async function measureAnswers(url: string, account: AccountId, now: Date): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query('vacuum analyze')
  const { rows } = await owner.query<{ member_id: string; messages: string; totals: string }>(
    `select (select member_id from member where account_id = $1 limit 1) as member_id, (select count(*) from message where account_id = $1) as messages,
      (select pg_size_pretty(sum(pg_total_relation_size(c))) from unnest(array['statistics_hour', 'statistics_hour_place', 'statistics_day', 'statistics_day_place', 'statistics_failure']::regclass[]) as c) as totals`,
    [account],
  )
  const { member_id, messages, totals } = firstOrThrow(rows)
  console.log(`\n${Number(messages).toLocaleString('en')} messages; the totals take ${totals} with their indexes`)
  await owner.end()
  const db = openDb({ url, role: 'hongyan_app' })
  const app = await createCustomerApp({ db, secret: 'x'.repeat(32), now: () => now })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const cookie = await createSessionCookie(db, account, member_id)
  const ask = async (path: string) => {
    const answer = await fetch(base + path, { headers: { cookie } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const days = (count: number) => `from=${chinaDay(chinaDayStart(now, 1 - count))}&to=${chinaDay(now)}`
  const calls: Record<string, string> = {
    'by day, whole': `?${days(90)}&by=day`,
    'by month, whole': `?${days(90)}&by=month`,
    'by hour (31 days), whole': `?${days(31)}&by=hour`,
    'by day, by kind': `?${days(90)}&by=day&split=kind`,
    'by day, by template': `?${days(90)}&by=day&split=template`,
    'by day, by province': `?${days(90)}&by=day&split=province`,
    'by day, by carrier, of one kind': `?${days(90)}&by=day&split=carrier&kind=transactional`,
    'by hour (31 days), by province': `?${days(31)}&by=hour&split=province`,
    'parts: provinces': `/breakdown?${days(90)}&split=province`,
    'parts: templates': `/breakdown?${days(90)}&split=template`,
    'causes of failure': `/failures?${days(90)}`,
    'hours of the week': `/hours?${days(90)}`,
    'hours of the week, of one province': `/hours?${days(90)}&province=${encodeURIComponent('浙江')}`,
  }
  let worst = 0
  const measure = async (name: string, one: () => Promise<unknown>) => {
    const took: number[] = []
    for (let index = 0; index < times; index += 1) {
      const startedAt = performance.now()
      await one()
      took.push(performance.now() - startedAt)
    }
    took.sort((a, b) => a - b)
    const at = (share: number) => itemOrThrow(took, Math.min(times - 1, Math.floor(share * times)))
    worst = Math.max(worst, at(0.95))
    console.log(`${name.padEnd(44)} p50 ${at(0.5).toFixed(0).padStart(5)} ms   p95 ${at(0.95).toFixed(0).padStart(5)} ms`)
  }
  for (const [name, path] of Object.entries(calls)) await measure(name, () => ask(`/api/statistics${path}`))
  await measure('短信概览', () => ask('/api/sms-home'))
  const page = [`?${days(90)}&by=day`, `/breakdown?${days(90)}&split=province`, `/failures?${days(90)}`, `/hours?${days(90)}`]
  await measure('统计分析, 90 days: all four calls at once', () => Promise.all(page.map(path => ask(`/api/statistics${path}`))))
  console.log(`the slowest p95 is ${worst.toFixed(0)} ms: ${(goalMs / worst).toFixed(1)} times faster than the goal of ${goalMs} ms`)
  await app.close()
  await db.destroy()
}

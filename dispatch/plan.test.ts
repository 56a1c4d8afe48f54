import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDb } from '#db/connect.ts'
import { holdLease, leaseName } from '#dispatch/channel/lease.ts'
import { ingestReports } from '#dispatch/report/report.ts'
import { recordAnswers } from '#dispatch/submit/answer.ts'
import { createChannel } from '#test/support/channel.ts'
import { claimTurn } from '#test/support/claim.ts'
import { prepareTestDatabase, releaseOf } from '#test/support/database.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** What a scan of an index must name beside the account: less reads all that the account has. */
const keys: [index: RegExp, key: RegExp][] = [
  [/^message/, /message_id =/],
  [/^outbox/, /outbox_id =|channel_id = .*priority = .*account_id =/],
  [/^(submitted_part|parked_report|failed_part)/, /upstream_id =/],
  [/^charge_hold/, /hold_id =/],
  [/^transfer/, /transfer_id =|entry_number/],
]

const database = prepareTestDatabase()

test('no statement of the hot path reads all of an account, not even as planned for a table without statistics', async ({ skip }) => {
  skip((await releaseOf(database)) < 16, 'an older server explains no generic plan')
  const texts = new Set<string>()
  const db = openDb({ url: database.url, role: 'hongyan_platform', isPipelined: true, onStatement: text => texts.add(text) })
  const channelId = await createChannel(database.platformDb)
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, ['19200000001', '19200000002'])
  const token = (await holdLease(db, leaseName(channelId), 'test')) ?? 0
  const claimed = await claimTurn(db, { channelId, token }, 100, new Date())
  expect(claimed).toHaveLength(2)
  const answers = claimed.map((message, index) => ({ message, kind: 'taken' as const, upstreamIds: [`id ${index}`] }))
  await recordAnswers(db, channelId, answers, new Date())
  const reports = answers.map(({ upstreamIds: [upstreamId = ''], message: { phone } }) => ({
    upstreamId,
    phone,
    code: 'DELIVRD',
    doneAt: new Date(),
  }))
  await ingestReports(
    db,
    channelId,
    reports.map(report => ({ ...report, state: 'delivered' as const })),
  )
  await db.destroy()

  const hot = [...texts].filter(text => /^\s*(with|select from|update|delete)\b/.test(text) && !text.includes('lease '))
  expect(hot.length).toBeGreaterThan(6)
  const nodes = await database.platformDb.transaction().execute(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const plans: Plan[] = []
    for (const text of hot) {
      const explained = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        sql`explain (generic_plan, format json) ${sql.raw(text)}`.compile(tx),
      )
      plans.push(...explained.rows.flatMap(({ 'QUERY PLAN': [{ Plan: plan }] }) => nodesOf(plan)))
    }
    return plans
  })
  const scans = nodes.flatMap(node => (node['Index Name'] ? [{ index: node['Index Name'], key: node['Index Cond'] ?? '' }] : []))
  expect(scans.map(scan => scan.index)).toContain('outbox_pkey')
  expect(scans.filter(scan => keys.some(([index, key]) => index.test(scan.index) && !key.test(scan.key)))).toEqual([])
  const scanned = nodes.filter(node => node['Node Type'] === 'Seq Scan').map(node => node['Relation Name'] ?? '')
  expect(scanned.filter(table => keys.some(([index]) => index.test(table)))).toEqual([])
})

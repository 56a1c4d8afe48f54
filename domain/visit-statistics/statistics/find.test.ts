import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { isCluster } from '#test/support/citus.ts'
import { prepareTestDatabase, releaseOf } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { partsIn } from './find.ts'

const database = prepareTestDatabase()

// A cluster explains only how it asks its nodes.
test.skipIf(isCluster)('steps are found by the index, for many subjects and under row level security too', async ({ skip }) => {
  skip((await releaseOf(database)) < 17, 'an older planner looks for several subjects one by one')
  const { account } = await createAccount(database.db)
  const subjects = sql`subject_id = any(${[newId(), newId()]}::uuid[])`
  const range = { from: new Date('2026-10-22T03:10:00Z'), until: new Date('2026-11-21T02:20:00Z') }
  const parts = partsIn(account, subjects, range, { columns: ['pv'], most: 'week' })
  const plan = await asAccount(database.db, account, async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) select sum(pv) from ${parts}`.execute(tx)
    return rows.map(row => row['QUERY PLAN'])
  })
  expect(plan.filter(line => /Index Cond:.*step/.test(line)).length).toBeGreaterThan(5)
  expect(plan.filter(line => /Filter:.*step/.test(line))).toEqual([])
})

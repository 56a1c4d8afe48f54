import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { prepareTestDatabase } from '#test/support/database.ts'
import { inPipeline } from './pipeline.ts'

const database = prepareTestDatabase()

test('a pipeline plans once for all accounts, by indexes, and compiles nothing, for its transaction alone', async () => {
  const settings = sql<Record<string, string>>`
    select current_setting('jit') as jit, current_setting('enable_seqscan') as "seqScan", current_setting('plan_cache_mode') as plans`
  const inside = await inPipeline(database.platformDb, null, async tx => ({ result: (await settings.execute(tx)).rows, writes: [] }))
  expect(inside).toEqual([{ jit: 'off', seqScan: 'off', plans: 'force_generic_plan' }])
  const after = await settings.execute(database.platformDb)
  expect(after.rows).toEqual([{ jit: expect.any(String), seqScan: 'on', plans: 'auto' }])
})

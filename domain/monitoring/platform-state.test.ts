import { expect, test } from 'vitest'
import { confirmProgram, removeProgram } from '#domain/platform/index.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { readPlatformState } from './platform-state.ts'

const database = prepareTestDatabase()

const read = () => readPlatformState(database.platformDb)
const runs = async (runId: string, monitoringUrl: string) =>
  confirmProgram(database.platformDb, { runId, host: 'host-1', name: 'dispatch', version: '0.2.0', monitoringUrl })

test('an empty platform has empty queues, and partitions for the months to come', async () => {
  const state = await read()
  expect(state).toMatchObject({ outbox: [], parkedReports: [], jobs: [], ledgerCheck: null, programs: [] })
  expect(state.events).toEqual(['webhook', 'pull', 'smpp', 'cmpp'].map(sink => ({ sink, count: 0, waitSeconds: 0 })))
  expect(state.partitions.map(({ table }) => table)).toEqual(['message', 'visit'])
  for (const { until } of state.partitions) expect(until.getTime()).toBeGreaterThan(Date.now() + 60 * 86_400_000)
})

test('waiting messages count by channel and priority with the age of the oldest that is due', async () => {
  const [{ account }, channelId] = [await createAccount(database.db), newId()]
  const rows = [
    { priority: 0, dueIn: '-40 seconds', ids: 3 },
    { priority: 0, dueIn: '-10 seconds', ids: 1 },
    { priority: 2, dueIn: '1 hour', ids: 100 },
  ]
  for (const { priority, dueIn, ids } of rows)
    await database.platformPool.query(
      `insert into outbox (account_id, outbox_id, channel_id, priority, due_at, expires_at, message_ids)
       values ($1, $2, $3, $4, now() + $5::interval, now() + interval '1 day', $6)`,
      [account, newId(), channelId, priority, dueIn, Array.from({ length: ids }, () => newId())],
    )
  const { outbox } = await read()
  expect(outbox).toMatchObject([
    { channelId, priority: 0, messageCount: 4 },
    { channelId, priority: 2, messageCount: 100, waitSeconds: 0 },
  ])
  expect(outbox[0]?.waitSeconds).toBeGreaterThanOrEqual(40)
})

test('a job that failed counts as failing, and one of the future waits for nobody', async () => {
  await database.platformPool.query(`select enqueue_job('send_mail', '{}'::json, null::text, now() + interval '1 hour')`)
  await database.platformPool.query(`select enqueue_job('write_export', '{}'::json, null::text, now() - interval '90 seconds')`)
  await database.platformPool.query(
    `update graphile_worker._private_jobs set attempts = 2, last_error = 'broken'
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'write_export')`,
  )
  const { jobs } = await read()
  expect(jobs).toMatchObject([
    { job: 'send_mail', count: 1, failingCount: 0, waitSeconds: 0 },
    { job: 'write_export', count: 1, failingCount: 1 },
  ])
  expect(jobs[1]?.waitSeconds).toBeGreaterThanOrEqual(90)
})

test('a program that stops confirming is missing, until another one has its address', async () => {
  const [first, second, other] = [newId(), newId(), newId()]
  await runs(first, 'http://127.0.0.1:4012')
  await runs(other, 'http://127.0.0.1:5012')
  await database.platformPool.query(`update running_program set confirmed_at = now() - interval '4 minutes' where run_id = $1`, [first])
  const missing = async () => Object.fromEntries((await read()).programs.map(({ runId, isMissing }) => [runId, isMissing]))
  expect(await missing()).toEqual({ [first]: true, [other]: false })
  await runs(second, 'http://127.0.0.1:4012')
  expect(await missing()).toEqual({ [second]: false, [other]: false })
  await removeProgram(database.platformDb, other)
  expect(await missing()).toEqual({ [second]: false })
})

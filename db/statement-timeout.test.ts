import pg from 'pg'
import { expect, test } from 'vitest'
import { openPool } from './connect.ts'
import { isUnavailable } from './unavailable.ts'

const url = process.env.TEST_DATABASE_URL ?? ''
const open = () => openPool({ url, role: 'hongyan_app', max: 1, isPipelined: true, statementTimeoutMs: 300 })
const problemOf = (asked: Promise<unknown>) => asked.then(() => null).catch((error: unknown) => error)
const pidOf = async (pool: pg.Pool) => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

test('a statement that waits for a lock is canceled, and its connection serves the next', async () => {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('select pg_advisory_lock(77001)')
  const pool = open()
  const pid = await pidOf(pool)
  const client = await pool.connect()
  const asked = ['begin', 'select pg_advisory_xact_lock(77001)', 'select 1'].map(text => problemOf(client.query(text)))
  expect(await Promise.all(asked)).toMatchObject([null, { code: '57014' }, { code: '25P02' }])
  expect(isUnavailable(await asked[1])).toBe(true)
  await client.query('rollback')
  client.release()
  expect(await pidOf(pool)).toBe(pid)
  const told = new Promise<unknown>(resolve => pool.query('select pg_sleep(60)', error => resolve(error)))
  expect(await told).toMatchObject({ code: '57014' })
  await pool.end()
  await holder.end()
})

test('the connection of a frozen server process is cut, and another takes its place', async () => {
  const pool = open()
  const pid = await pidOf(pool)
  process.kill(pid, 'SIGSTOP')
  try {
    expect(await problemOf(pool.query('select 1'))).toSatisfy(isUnavailable)
    expect(await pidOf(pool)).not.toBe(pid)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await pool.end()
})

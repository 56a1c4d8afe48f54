import { Logger, runOnce, type TaskList } from 'graphile-worker'
import pg from 'pg'
import pino from 'pino'
import { urlAs } from '#db/connect.ts'
import type { JobTask } from '#jobs/task.ts'
import type { TestDatabase } from './database.ts'

/** Runs all waiting background jobs at the test's own time. A failing job fails the test. */
export async function runJobs(database: TestDatabase, tasks: Record<string, JobTask>, now: Date): Promise<void> {
  const pool = new pg.Pool({ connectionString: urlAs(database.url, 'hongyan_platform'), max: 2 })
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  pool.on('error', note)
  pool.on('connect', client => client.on('error', note))
  const context = { db: database.platformDb, now: () => now, logger: pino({ level: 'silent' }) }
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload, context).catch(note)]),
  )
  await runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger: new Logger(() => () => undefined) })
  await pool.end()
  if (failures.length > 0) throw failures[0]
}

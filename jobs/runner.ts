import { EventEmitter } from 'node:events'
import { run, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import pg from 'pg'
import { forgetWorkers, releaseOrphans, renewWorkers } from './orphan.ts'
import type { JobSurroundings, JobTask, PeriodicWork } from './task.ts'

export interface JobsOptions extends JobSurroundings {
  /** The owner's URL: the queue's tables are the owner's. */
  url: string
  tasks: Record<string, JobTask>
  periodic?: readonly PeriodicWork[]
  concurrency?: number
}

const heartbeatMs = 3_000

/** Runs background jobs until stopped. `stop` waits for the jobs at hand. */
export async function startJobs(options: JobsOptions): Promise<{ stop: () => Promise<void> }> {
  const { logger } = options
  const concurrency = options.concurrency ?? 3
  const pool = new pg.Pool({ connectionString: options.url, max: concurrency + 3 })
  const lost = (error: Error) => logger.warn({ err: error }, 'connection lost')
  pool.on('error', lost)
  pool.on('connect', client => client.on('error', lost))
  // Jobs are locked in the name of the pool, not of the worker that has them in hand.
  const poolIds: string[] = []
  const events = new EventEmitter()
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => poolIds.push(workerPool.id))
  const runner = await run({
    pgPool: pool,
    taskList: taskList(options),
    concurrency,
    pollInterval: 1_000,
    noHandleSignals: true,
    events: events as never,
    logger: new WorkerLogger(
      () => (level, message) => (level === 'error' || level === 'warning' ? logger.warn(message) : logger.debug(message)),
    ),
  })
  const watch: PeriodicWork = {
    name: 'workers',
    everyMs: heartbeatMs,
    run: async () => {
      await renewWorkers(pool, String(process.pid), poolIds)
      const dead = await releaseOrphans(pool)
      if (dead.length > 0) logger.warn({ dead }, 'jobs of dead workers are taken up again')
    },
  }
  const ticking = [watch, ...(options.periodic ?? [])].map(work => tick(work, options))
  return {
    stop: async () => {
      await Promise.all(ticking.map(one => one.stop()))
      await runner.stop()
      await forgetWorkers(pool, poolIds)
      await pool.end()
    },
  }
}

function taskList({ tasks, db, now, logger }: JobsOptions): TaskList {
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload, { db, now, logger })]))
}

/** Runs a piece of work at once and then with a pause after each run. A failure is told and tried again at the next turn. */
function tick(work: PeriodicWork, { db, now, logger }: JobSurroundings): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let current: Promise<void>
  const turn = async (): Promise<void> => {
    try {
      await work.run({ db, now, logger })
    } catch (error) {
      logger.error({ err: error, work: work.name }, 'periodic work failed')
    }
    if (!isStopped) timer = setTimeout(begin, work.everyMs)
  }
  const begin = () => {
    current = turn()
  }
  begin()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await current
    },
  }
}

import { EventEmitter } from 'node:events'
import { run, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import { jobDurations, jobsTotal, workFailuresTotal, workSucceededAt } from './metrics.ts'
import { forgetWorkers, JobsInHand, releaseOrphans, renewWorkers } from './orphan.ts'
import { RetryingPool } from './retrying-pool.ts'
import type { JobContext, JobTask, PeriodicWork } from './task.ts'

export interface JobsOptions extends JobContext {
  /** With the platform's role, and not through a pooler: workers use LISTEN. */
  url: string
  /** Jobs by lane: waiting jobs of one lane never delay another. */
  lanes: readonly Record<string, JobTask>[]
  periodic?: readonly PeriodicWork[]
}

const heartbeatMs = 3_000
const workersInLane = 2
/** Each lane listens on a connection of its own; these are shared for fetching and completing jobs. */
const sharedConnections = 8

/** Runs background jobs until stopped. `stop` waits for the running jobs. */
export async function startJobs(options: JobsOptions): Promise<{ stop: () => Promise<void> }> {
  const { logger, lanes } = options
  const pool = new RetryingPool({ connectionString: options.url, max: lanes.length + sharedConnections, keepAlive: true })
  const lost = (error: Error) => logger.warn({ err: error }, 'connection lost')
  // Every lane adds listeners to the pool and to each connection.
  pool.setMaxListeners(0)
  pool.on('error', lost)
  pool.on('connect', client => client.setMaxListeners(0).on('error', lost))
  // Jobs are locked in the name of the pool, not of the worker that runs them.
  const poolIds: string[] = []
  const events = new EventEmitter()
  const inHand = new JobsInHand()
  events.on('job:start', ({ job }: { job: { id: string } }) => inHand.begun(job.id))
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => poolIds.push(workerPool.id))
  const workerLogger = new WorkerLogger(
    () => (level, message, meta) =>
      level === 'error' || level === 'warning' ? logger.warn({ err: meta?.error }, message) : logger.debug(message),
  )
  const runners = await Promise.all(
    lanes.map(tasks =>
      run({
        pgPool: pool,
        taskList: taskList(tasks, options),
        concurrency: workersInLane,
        pollInterval: 1_000,
        noHandleSignals: true,
        events: events as never,
        logger: workerLogger,
      }),
    ),
  )
  let isStopping = false
  // A lane that ends by itself would leave its jobs undone: the program exits and is restarted instead.
  for (const runner of runners)
    void runner.promise.then(() => {
      if (!isStopping) throw new Error('a lane of jobs has ended')
    })
  const watch: PeriodicWork = {
    name: 'workers',
    everyMs: heartbeatMs,
    run: async () => {
      await renewWorkers(pool, String(process.pid), poolIds)
      const dead = await releaseOrphans(pool)
      if (dead.length > 0) logger.warn({ dead }, 'jobs of dead workers are taken up again')
      const lost = await inHand.releaseLost(pool, poolIds)
      if (lost.length > 0) logger.warn({ lost }, 'jobs whose hand-over was lost are taken up again')
    },
  }
  const ticking = [watch, ...(options.periodic ?? [])].map(work => tick(work, options))
  return {
    stop: async () => {
      isStopping = true
      pool.isRetrying = false
      await Promise.all(ticking.map(one => one.stop()))
      await Promise.all(runners.map(runner => runner.stop()))
      await forgetWorkers(pool, poolIds)
      await pool.end()
    },
  }
}

function taskList(tasks: Record<string, JobTask>, { db, now, logger }: JobContext): TaskList {
  const measured = (job: string, task: JobTask) => async (payload: unknown) => {
    const stop = jobDurations.startTimer({ job })
    try {
      await task(payload, { db, now, logger })
      jobsTotal.inc({ job, outcome: 'done' })
    } catch (error) {
      jobsTotal.inc({ job, outcome: 'failed' })
      throw error
    } finally {
      stop()
    }
  }
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, measured(name, task)]))
}

/** Runs periodic work at once and then with a pause after each run. A failure is logged and retried at the next run. */
function tick(work: PeriodicWork, { db, now, logger }: JobContext): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let current: Promise<void>
  const turn = async (): Promise<void> => {
    try {
      await work.run({ db, now, logger })
      workSucceededAt.set({ work: work.name }, now().getTime() / 1000)
    } catch (error) {
      workFailuresTotal.inc({ work: work.name })
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

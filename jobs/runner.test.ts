import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asPlatform, urlAs } from '#db/connect.ts'
import { enqueueJob } from '#domain/platform/job.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { releaseOrphans, renewWorkers } from './orphan.ts'
import { startJobs } from './runner.ts'

const database = prepareTestDatabase()
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})
afterAll(() => owner.end())
const logger = pino({ level: 'silent' })

test('a job runs after its transaction has committed, and never after a rollback', async () => {
  const done: unknown[] = []
  const first = Promise.withResolvers<void>()
  const jobs = await startJobs({
    url: urlAs(database.url, 'hongyan_platform'),
    db: database.platformDb,
    now: () => new Date(),
    logger,
    lanes: [
      {
        note: async payload => {
          done.push(payload)
          if ((payload as { n: number }).n === 2) first.resolve()
        },
      },
    ],
  })
  await asPlatform(database.platformDb, async tx => {
    await enqueueJob(tx, 'note', { n: 1 })
    throw new Error('rolled back')
  }).catch(() => undefined)
  await asPlatform(database.platformDb, tx => enqueueJob(tx, 'note', { n: 2 }))
  await first.promise
  await jobs.stop()
  expect(done).toEqual([{ n: 2 }])
})

test('a running job is locked by a worker with a live lease, however long it takes', async () => {
  const locked = Promise.withResolvers<{ locked_by: string; held: boolean }>()
  const jobs = await startJobs({
    url: urlAs(database.url, 'hongyan_platform'),
    db: database.platformDb,
    now: () => new Date(),
    logger,
    lanes: [
      {
        long: async () => {
          for (;;) {
            const { rows } = await owner.query<{ locked_by: string; held: boolean }>(
              `select locked_by, exists (select from lease where name = 'jobs:' || locked_by and until > now()) as held
               from graphile_worker.jobs where task_identifier = 'long'`,
            )
            if (firstOrThrow(rows).held) return locked.resolve(firstOrThrow(rows))
          }
        },
      },
    ],
  })
  await enqueueJob(database.platformDb, 'long', {})
  expect(await locked.promise).toMatchObject({ held: true })
  await jobs.stop()
})

test('jobs of a worker with an expired lease are free; those of a living worker stay locked', async () => {
  await enqueueJob(database.platformDb, 'long', { n: 1 })
  await enqueueJob(database.platformDb, 'long', { n: 2 })
  await owner.query(
    `with numbered as (select id, row_number() over (order by id) as n from graphile_worker._private_jobs)
     update graphile_worker._private_jobs as job set locked_at = now() - interval '1 minute', locked_by = 'worker-' || numbered.n
     from numbered where numbered.id = job.id`,
  )
  await renewWorkers(owner, 'test', ['worker-1'])
  expect(await releaseOrphans(owner)).toEqual(['worker-2'])
  const { rows } = await owner.query('select locked_by from graphile_worker.jobs order by id')
  expect(rows).toEqual([{ locked_by: 'worker-1' }, { locked_by: null }])
})

test('a job that is locked by a living worker that does not know of it is freed', async () => {
  const jobs = await startJobs({
    url: urlAs(database.url, 'hongyan_platform'),
    db: database.platformDb,
    now: () => new Date(),
    logger,
    lanes: [{ lost: async () => undefined }],
  })
  const workerId = await vi.waitFor(async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select name from lease where name like 'jobs:%' and until > now() order by until desc limit 1`,
    )
    return firstOrThrow(rows).name.slice('jobs:'.length)
  })
  // Not due yet, so that no worker takes it before it has the worker's name.
  await enqueueJob(database.platformDb, 'lost', {}, { runAt: new Date(Date.now() + 60_000) })
  const lost = `from graphile_worker.jobs where task_identifier = 'lost'`
  await owner.query(`update graphile_worker._private_jobs set locked_by = $1, locked_at = now() where id = (select id ${lost})`, [workerId])
  await vi.waitFor(async () => expect((await owner.query(`select locked_by ${lost}`)).rows).toEqual([{ locked_by: null }]), {
    timeout: 60_000,
  })
  await jobs.stop()
})

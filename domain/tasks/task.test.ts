import { beforeEach, expect, test } from 'vitest'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { outcomeOf } from '#test/support/sign-in.ts'
import type { AccountId } from '#values/id.ts'
import { TaskKind } from './task.ts'
import type { TaskRun } from './task-run.ts'

const now = new Date('2026-11-21T02:00:00Z')
const kind = new TaskKind<{ upTo: number }, 'even' | 'odd', number>('link_task', { tasks: 2, refusal: 'link_tasks_busy' })
const otherKind = new TaskKind<object, string>('contact_task', null)
const database = prepareTestDatabase()
let owner: TestAccount
beforeEach(async () => {
  owner = await createAccount(database.db)
})

const as = <T>(work: (tx: Tx, account: AccountId) => Promise<T>) => asAccount(database.db, owner.account, tx => work(tx, owner.account))
const start = async (upTo = 5) =>
  (await as((tx, account) => kind.start(tx, account, { input: { upTo }, memberId: owner.memberId, now }))).taskId
const stateOf = (taskId: string) => as((tx, account) => kind.read(tx, account, taskId))
type Run = TaskRun<{ upTo: number }, 'even' | 'odd', number>

/** Counts to the end, a number a piece; each piece leaves a group, so that what is committed can be seen. */
const countOn = (run: Run) => async (tx: Tx) => {
  const next = (run.task.cursor ?? 0) + 1
  if (next > run.task.input.upTo) return null
  await tx
    .insertInto('linkGroup')
    .values({ accountId: run.account, groupId: crypto.randomUUID(), name: `${run.task.taskId} ${next}` })
    .execute()
  return { cursor: next, doneCount: 1, counts: { [next % 2 === 0 ? 'even' : 'odd']: 1 } }
}
const run = (taskId: string, work: (one: Run) => Promise<void>) =>
  kind.run(owner.account, taskId, { db: database.platformDb, now: () => now }, work)
const runAll = (taskId: string) =>
  run(taskId, async one => {
    while (await one.piece(countOn(one)));
  })
const pieces = async () =>
  (await as((tx, account) => tx.selectFrom('linkGroup').select('name').where('accountId', '=', account).execute()))
    .map(row => Number(row.name.split(' ')[1]))
    .sort()

test('a killed run is resumed behind its last committed piece', async () => {
  const taskId = await start()
  const killed = run(taskId, async one => {
    await one.piece(countOn(one))
    await one.piece(async tx => {
      await countOn(one)(tx)
      throw new Error('killed')
    })
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await stateOf(taskId)).toMatchObject({ state: 'running', cursor: 1, doneCount: 1, totalCount: null })
  await runAll(taskId)
  expect(await stateOf(taskId)).toMatchObject({
    state: 'done',
    cursor: 5,
    doneCount: 5,
    totalCount: 5,
    counts: { odd: 3, even: 2 },
    endedAt: now,
  })
  await runAll(taskId)
  expect(await pieces()).toEqual([1, 2, 3, 4, 5])
})

test('a run whose fencing token is passed commits no further piece and no end', async () => {
  const taskId = await start()
  await run(taskId, async late => {
    await late.piece(countOn(late))
    await runAll(taskId)
    await late.piece(countOn(late))
  })
  expect(await stateOf(taskId)).toMatchObject({ state: 'done', doneCount: 5 })
  expect(await pieces()).toEqual([1, 2, 3, 4, 5])
  const another = await start()
  await run(another, async () => {
    await runAll(another)
    refuse('links_none')
  })
  expect(await stateOf(another)).toMatchObject({ state: 'done', failure: null })
})

test('a stopped task commits no further piece until it is resumed', async () => {
  const taskId = await start()
  const stop = () => as((tx, account) => kind.cancel(tx, account, { taskId, now }))
  await run(taskId, async one => {
    await one.piece(countOn(one))
    await stop()
    await one.piece(countOn(one))
  })
  expect(await stateOf(taskId)).toMatchObject({ state: 'canceled', doneCount: 1, endedAt: now })
  expect(await outcomeOf(stop())).toBe('state_forbids')
  await runAll(taskId)
  expect(await pieces()).toEqual([1])
  await as((tx, account) => kind.resume(tx, account, taskId))
  expect(await stateOf(taskId)).toMatchObject({ state: 'waiting', doneCount: 1, endedAt: null })
  await runAll(taskId)
  expect(await pieces()).toEqual([1, 2, 3, 4, 5])
  expect(await outcomeOf(as((tx, account) => kind.resume(tx, account, taskId)))).toBe('state_forbids')
})

test('a refusal fails the task with its sentence and keeps what is done', async () => {
  const taskId = await start()
  await run(taskId, async one => {
    await one.piece(countOn(one))
    refuse('links_none')
  })
  expect(await stateOf(taskId)).toMatchObject({ state: 'failed', failure: '没有符合条件的短链', doneCount: 1 })
})

test('a task is found by its kind and account alone, and an account has only so many unfinished ones', async () => {
  const taskId = await start()
  expect(await outcomeOf(as((tx, account) => otherKind.read(tx, account, taskId)))).toBe('not_found')
  expect(await outcomeOf(as((tx, account) => otherKind.cancel(tx, account, { taskId, now })))).toBe('not_found')
  await start()
  expect(await outcomeOf(start())).toBe('link_tasks_busy')
  expect(await as((tx, account) => kind.list(tx, account, 1))).toHaveLength(1)
  owner = await createAccount(database.db)
  expect(await outcomeOf(stateOf(taskId))).toBe('not_found')
})

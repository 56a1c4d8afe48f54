import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { prepareTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { newAccountId, newId } from '#values/id.ts'
import { ChangeFeed } from './change-feed.ts'

const logger = pino({ level: 'silent' })
const database = prepareTestDatabase()

const account = newAccountId()
const change = async (linkId: string, db: Pick<TestDatabase['platformDb'], 'insertInto'> = database.platformDb) => {
  await db.insertInto('linkChange').values({ accountId: account, linkId }).execute()
}

/** A feed that polls when the test says so, from the current end of the table. */
async function openFeed(fill?: () => Promise<void>) {
  const changedIds: string[] = []
  let gapCount = 0
  let now = new Date('2026-11-20T02:00:00Z')
  const feed = new ChangeFeed({
    db: database.platformDb,
    logger,
    now: () => now,
    onChange: change => changedIds.push(change.linkId!),
    onGap: () => {
      gapCount += 1
    },
  })
  await feed.start(fill)
  feed.stop()
  return {
    feed,
    changedIds,
    gaps: () => gapCount,
    wait: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
  }
}

test('each change is emitted once, and none from before the start', async () => {
  await change(newId())
  const { feed, changedIds } = await openFeed()
  const [one, two] = [newId(), newId()]
  await change(one)
  await feed.poll()
  await change(two)
  await feed.poll()
  await feed.poll()
  expect(changedIds).toEqual([one, two])
})

test('changes during the initial load of the index are emitted', async () => {
  const linkId = newId()
  const { feed, changedIds } = await openFeed(() => change(linkId))
  await feed.poll()
  expect(changedIds).toEqual([linkId])
})

test('a change with an early number and a late commit is emitted', async () => {
  const { feed, changedIds, wait } = await openFeed()
  const [late, early] = [newId(), newId()]
  await database.platformDb.transaction().execute(async tx => {
    await change(late, tx)
    await change(early)
    await feed.poll()
    expect(changedIds).toEqual([early])
    wait(50_000)
    await feed.poll()
  })
  await feed.poll()
  expect(changedIds).toEqual([early, late])
})

test('a gap in the numbers is waited for at most a minute', async () => {
  const { feed, changedIds, wait } = await openFeed()
  await sql`select nextval(pg_get_serial_sequence('link_change', 'change_id'))`.execute(database.platformDb).catch(() => undefined)
  const linkId = newId()
  await change(linkId)
  await feed.poll()
  wait(61_000)
  await feed.poll()
  await feed.poll()
  expect(changedIds).toEqual([linkId])
})

test('a day without the database invalidates everything that was known', async () => {
  const { feed, gaps, wait } = await openFeed()
  await feed.poll()
  expect(gaps()).toBe(0)
  wait(24 * 3_600_000)
  await feed.poll()
  expect(gaps()).toBe(1)
})

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareTestDatabase } from '#test/support/database.ts'
import { migrate, migrationOf } from './migrate.ts'

const database = prepareTestDatabase()
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})
afterAll(() => owner.end())

/** Starts on the database as if this migration had been run on it. */
async function migrateWith(name: string): Promise<unknown> {
  await owner.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, new Date().toISOString()])
  try {
    return await migrate(database.url).then(
      () => null,
      (error: Error) => error.message,
    )
  } finally {
    await owner.query('delete from kysely_migration where name = $1', [name])
  }
}

test('a migration that meets a lock lets callers go first and tries again; indexes are built beside them', async () => {
  // What it adds is taken back.
  await owner.query(`
    drop trigger chart on ledger_account;
    drop function chart_ledger_account;
    drop table chart_of_accounts;
    drop function is_covered cascade;
    drop function is_transfer cascade`)
  const { rowCount } = await owner.query(`delete from kysely_migration where name >= '0067-chart-of-accounts'`)
  expect(rowCount).toBe(2)
  const caller = new pg.Client({ connectionString: database.url })
  await caller.connect()
  await caller.query('begin')
  await caller.query('lock table ledger_account in exclusive mode')
  const migrating = migrate(database.url)
  const waits = async () =>
    (await owner.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%table chart_of_accounts%'`))
      .rowCount === 1
  await expect.poll(waits).toBe(true)
  // It gives up within two seconds, and begins again.
  await expect.poll(waits, { interval: 20 }).toBe(false)
  await caller.end()
  await migrating

  const { isOutside, up } = migrationOf(
    '-- no transaction\ncreate index concurrently route_choice on route (preference);\ndrop index route_choice;\n',
  )
  expect(isOutside).toBe(true)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 1 }) }) })
  await up(db)
  await db.destroy()
})

test('a database of a newer version, and one of another program, are refused in a sentence', async () => {
  expect(await migrateWith('9001-of-a-newer-version')).toMatch(
    /^数据库的结构比程序新（9001-of-a-newer-version，程序到 \d{4}-[\w-]+），旧版本不能使用它/,
  )
  expect(await migrateWith('0000-of-another-program')).toMatch(/^数据库的结构不是这个程序的（程序没有迁移 0000-of-another-program）/)
  expect(await migrateWith('0001-account')).toBe('数据库由 0.2.0 以前的版本建立，它的结构不能升级：请换一个空的 DATA_DIR 或 DATABASE_URL')
  await migrate(database.url)
})

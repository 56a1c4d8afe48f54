import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { prepareTestDatabase } from '#test/support/database.ts'
import { tenantTables } from './statement.ts'

const database = prepareTestDatabase()

/** Global tables with an account_id whose key is globally unique by itself. */
const globalTables = [
  'access_key',
  'ledger_finding',
  'approval',
  'bank_receipt',
  'bank_slip',
  'gateway_difference',
  'customer_note',
  'doubled_part',
  'invoice_number',
  'login_name',
  // Keyed hashes that show which accounts have the same identity.
  'identity_index',
  'link_change',
  'link_domain',
  'link_report',
  'route',
  'opt_out_link',
  'payment_trade',
  'sender_extension',
  'session',
  'sign_in_challenge',
  'short_code',
  'esme_account',
  'staff_audit_log',
  'impersonation',
  'staff_money',
  'submitted_part',
  'transfer_code',
]

test('every table with an account_id is a tenant table or a named global one', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'account_id'
    order by 1`.execute(database.platformDb)
  expect(rows.map(row => row.name)).toEqual([...tenantTables, ...globalTables].sort())
})

/** Tables without forced row level security, or with a key that does not begin with the account. */
async function openTables(tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; forced: boolean; keys: string[] }>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
           array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
                 where i.indrelid = c.oid and (i.indisprimary or i.indisunique)) as keys
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any(${[...tables]}::text[])`.execute(database.platformDb)
  expect(rows).toHaveLength(tables.length)
  return rows.filter(row => !row.forced || row.keys.length === 0 || row.keys.some(key => key !== 'account_id')).map(row => row.name)
}

test('every tenant table has forced row level security and account_id first in its keys', async () => {
  expect(await openTables(tenantTables)).toEqual([])
})

test('a table without row level security or account key is caught', async () => {
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('create table forgotten (account_id uuid, note_id uuid, primary key (account_id, note_id))')
  await owner.query('create table misplaced (note_id uuid primary key, account_id uuid)')
  await owner.query("call make_tenant_table('misplaced')")
  expect((await openTables(['forgotten', 'misplaced'])).sort()).toEqual(['forgotten', 'misplaced'])
  await owner.query('drop table forgotten, misplaced')
  await owner.end()
})

test('tables have no triggers or rules of ours, but for one that serves programs of the release before', async () => {
  const { rows } = await sql`select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`.execute(database.platformDb)
  expect(rows).toEqual([{ tgname: 'chart' }])
})

test('each migration has a number of its own, so that their order is that of their landing', () => {
  const numbers = readdirSync(path.join(import.meta.dirname, '../../db/migrations')).map(name => name.slice(0, 4))
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { recordStaffAct } from '#domain/staff/audit-log.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, encodeId, newId, staffChainId } from '#values/id.ts'
import { anchorHeads, readHeads } from './audit-anchor.ts'
import { appendToChain, purgeLines } from './audit-hash-chain.ts'
import { auditKey } from './audit-line.ts'
import { recordLine } from './audit-log.ts'
import { verifyChain } from './audit-verify.ts'

const secret = 'a secret of the platform, 32 letters'
const key = auditKey(secret)
const dayMs = 86_400_000
const database = prepareTestDatabase()
let superuser: pg.Client
beforeAll(async () => {
  superuser = new pg.Client({ connectionString: database.url })
  await superuser.connect()
})
afterAll(() => superuser.end())

const write = (account: AccountId, action: string, at = new Date()) =>
  asAccount(database.db, account, tx =>
    recordLine(tx, account, {
      memberId: newId(),
      actor: '王小雁',
      kind: 'operation',
      action,
      object: 'sig_1',
      result: 'ok',
      address: '114.114.114.114',
      agent: 'test',
      requestId: 'r',
      detail: { text: '鸿雁' },
      change: { before: { state: 'draft' }, after: { state: 'reviewing' } },
      at,
    }),
  )
const chain = () => appendToChain(database.platformDb, key, new Date())
const verify = (chain: AccountId) => verifyChain(database.platformDb, key, chain)

/** An account with the given number of chained lines; returns their ids in order. */
async function withLines(count: number): Promise<{ account: AccountId; ids: string[] }> {
  const { account } = await createAccount(database.db)
  for (let index = 0; index < count; index += 1) await write(account, `act/${index}`)
  await chain()
  const { rows } = await superuser.query('select audit_id from audit_log where account_id = $1 order by audit_id', [account])
  return { account, ids: rows.map(row => row.audit_id as string) }
}

test('untouched log: verifies, also while lines wait, and continues its chain', async () => {
  const { account, ids } = await withLines(5)
  const first = await verify(account)
  expect(first).toMatchObject({ lineCount: ids.length, waitingCount: 0, faults: [] })
  await write(account, 'later')
  expect(await verify(account)).toMatchObject({ waitingCount: 1, faults: [], head: first.head })
  await chain()
  expect(await verify(account)).toMatchObject({ lineCount: ids.length + 1, waitingCount: 0, faults: [] })
})

test('concurrency: two chaining jobs and parallel acts leave one chain without a gap', async () => {
  const { account } = await createAccount(database.db)
  await Promise.all(Array.from({ length: 20 }, (_, index) => write(account, `act/${index}`)))
  await Promise.all([chain(), chain(), chain()])
  await chain()
  expect(await verify(account)).toMatchObject({ lineCount: 20, faults: [] })
})

const changes = [
  `member_id = '00000000-0000-7000-8000-00000000000f'`,
  `actor = '别人'`,
  `kind = 'money'`,
  `action = 'other'`,
  `object = 'sig_2'`,
  `result = 'not_found'`,
  `reason = '没有'`,
  `address = '1.1.1.1'`,
  `place = '北京'`,
  `agent = 'other'`,
  `request_id = null`,
  `detail = '{}'`,
  `change = null`,
  `at = '2026-01-01T00:00:00Z'`,
]

test.each(changes)('tampering: a line changed by the superuser is reported (%s)', async change => {
  const { account, ids } = await withLines(4)
  await superuser.query(`update audit_log set ${change} where account_id = $1 and audit_id = $2`, [account, ids[2]])
  expect((await verify(account)).faults).toEqual([{ kind: 'changed', auditId: ids[2], position: 3 }])
})

test('tampering: each changed line is reported, and no other', async () => {
  const { account, ids } = await withLines(30)
  const touched = ids.filter((_, index) => index % 7 === 3)
  await superuser.query(`update audit_log set object = 'x' where account_id = $1 and audit_id = any($2)`, [account, touched])
  expect((await verify(account)).faults.map(fault => fault.auditId)).toEqual(touched)
})

test('tampering: a deleted line is reported, alone or with its hash, in the middle and at the end', async () => {
  const one = await withLines(4)
  await superuser.query('delete from audit_log where account_id = $1 and audit_id = $2', [one.account, one.ids[1]])
  expect((await verify(one.account)).faults).toEqual([{ kind: 'removed', auditId: one.ids[1], position: 2 }])
  for (const position of [2, 4]) {
    const two = await withLines(4)
    await superuser.query('delete from audit_log where account_id = $1 and audit_id = $2', [two.account, two.ids[position - 1]])
    await superuser.query('delete from audit_chain_entry where account_id = $1 and position = $2', [two.account, position])
    expect((await verify(two.account)).faults).toContainEqual({ kind: 'entry_removed', auditId: null, position })
  }
})

test('tampering: an inserted line is reported, even with a hash of its own', async () => {
  const { account, ids } = await withLines(3)
  const added = newId()
  await superuser.query(`insert into audit_log (account_id, audit_id, action) values ($1, $2, 'never')`, [account, added])
  expect((await verify(account)).faults).toEqual([{ kind: 'added', auditId: added, position: null }])
  await superuser.query(
    `insert into audit_chain_entry (account_id, position, audit_id, form, hash, chained_at) values ($1, 4, $2, 1, sha256('guess'), now())`,
    [account, added],
  )
  expect((await verify(account)).faults).toContainEqual({ kind: 'changed', auditId: added, position: 4 })
  expect(ids).toHaveLength(3)
})

test('tampering: resetting a chain’s head in the database is detected by the anchored head outside of it', async () => {
  const { account, ids } = await withLines(3)
  const before = await superuser.query('select * from audit_chain where account_id = $1', [account])
  await write(account, 'to be hidden')
  await chain()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-audit-'))
  await anchorHeads(database.platformDb, folder, new Date())
  expect(await anchorHeads(database.platformDb, folder, new Date())).toBe(0)
  await appendFile(path.join(folder, 'audit', 'heads.jsonl'), '{"torn')
  expect((await runVerifier(folder, account)).status).toBe(0)
  await superuser.query('delete from audit_log where account_id = $1 and not audit_id = any($2)', [account, ids])
  await superuser.query('delete from audit_chain_entry where account_id = $1 and position = 4', [account])
  const { head_position, head_hash, proof } = before.rows[0]
  await superuser.query('update audit_chain set head_position = $2, head_hash = $3, proof = $4 where account_id = $1', [
    account,
    head_position,
    head_hash,
    proof,
  ])
  expect((await verify(account)).faults).toEqual([])
  const heads = await readHeads(folder)
  expect(heads.find(head => head.chain === account)).toMatchObject({ position: 4 })
  const output = await runVerifier(folder, account)
  expect(output.status).toBe(1)
  expect(output.text).toContain('第 4 条')
  await rm(folder, { recursive: true })
})

test('tampering: the staff’s log is a chain too', async () => {
  await recordStaffAct(database.platformDb, { staffId: null, action: 'sign-in', result: 'ok', address: '127.0.0.1', at: new Date() })
  await recordStaffAct(database.platformDb, {
    staffId: null,
    action: 'customers/freeze',
    result: 'ok',
    address: '127.0.0.1',
    at: new Date(),
  })
  await chain()
  expect((await verify(staffChainId)).faults).toEqual([])
  const { rows } = await superuser.query(
    `update staff_audit_log set result = 'refused' where action = 'customers/freeze' returning audit_id`,
  )
  expect((await verify(staffChainId)).faults).toEqual([{ kind: 'changed', auditId: rows[0].audit_id, position: 2 }])
})

test('permissions: the application’s roles can add lines but not change them', async () => {
  const { account } = await withLines(1)
  for (const table of ['audit_log', 'audit_chain_entry'])
    for (const statement of [`update ${table} set account_id = account_id`, `delete from ${table}`])
      for (const role of ['hongyan_app', 'hongyan_platform']) {
        await superuser.query(`begin; set local role ${role}; select set_config('app.account_id', '${account}', true)`)
        await expect(superuser.query(`${statement} where account_id = '${account}'`)).rejects.toThrow(/permission denied/)
        await superuser.query('rollback')
      }
})

test('retention: lines are deleted after 190 days and the chain stays verifiable; younger lines stay', async () => {
  const { account } = await createAccount(database.db)
  const old = new Date(Date.now() - 200 * dayMs)
  for (let index = 0; index < 3; index += 1) await write(account, `old/${index}`, old)
  await appendToChain(database.platformDb, key, old)
  await write(account, 'new')
  await chain()
  expect(await purgeLines(database.platformDb, key, account, new Date(Date.now() - 190 * dayMs))).toBe(3)
  expect(await verify(account)).toMatchObject({ lineCount: 1, faults: [] })
  expect(await purgeLines(database.platformDb, key, account, new Date(Date.now() + dayMs))).toBe(0)
  await expect(sql`select purge_audit_log(${account}::uuid, 4)`.execute(database.platformDb)).rejects.toThrow(/190 days/)
  expect(await verify(account)).toMatchObject({ lineCount: 1, faults: [] })
  await superuser.query('update audit_chain set base_position = 4, base_hash = head_hash where account_id = $1', [account])
  await superuser.query('delete from audit_chain_entry where account_id = $1', [account])
  await superuser.query('delete from audit_log where account_id = $1', [account])
  expect((await verify(account)).faults).toEqual([{ kind: 'ends_changed', auditId: null, position: null }])
})

const runVerifier = (dataDir: string, account: AccountId) =>
  new Promise<{ status: number; text: string }>(resolve => {
    const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir, HONGYAN_SECRET: secret }
    const file = path.join(import.meta.dirname, '../../bin/verify-audit.ts')
    execFile(process.execPath, [file, '--account', encodeId('account', account)], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, text: stdout + stderr }),
    )
  })

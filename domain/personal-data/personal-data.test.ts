import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { decideApproval, listApprovals } from '#domain/approvals/decision.ts'
import { addContact } from '#domain/recipients/phonebook/contact.ts'
import { createGroup } from '#domain/recipients/phonebook/group.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { eraseRequested } from './erase.ts'
import { countPersonalData } from './find.ts'
import { forgetCopies, listRequests, readCopy, requestCopy, requestErasure } from './request.ts'

const dayMs = 86_400_000
const [phone, other] = ['13800138000', '13800138001']
const database = prepareTestDatabase()
let maker: string
let checker: string
beforeAll(async () => {
  const addStaff = (login: string) =>
    within(tx => createStaff(tx, { login, name: login, role: 'operations', passwordHash: 'none', now: new Date() }))
  maker = (await addStaff('maker')).staffId
  checker = (await addStaff('checker')).staffId
})

const within = <T>(work: (tx: Tx) => Promise<T>) => asPlatform(database.platformDb, work)
const asked = (now = new Date()) => ({ phone, reason: '本人来电，回拨核实', staffId: maker, now })

/** A customer that knows both numbers, and sent each a message 200 days and 3 days ago. */
async function customer(): Promise<AccountId> {
  const { account } = await createAccount(database.db)
  await asAccount(database.db, account, async tx => {
    const { groupId } = await createGroup(tx, account, { name: '客户', now: new Date() })
    for (const one of [phone, other]) await addContact(tx, account, { groupId, phone: one, name: '=王小明', now: new Date() })
    for (const one of [phone, other])
      for (const days of [200, 3]) {
        const messageId = newId(Date.now() - days * dayMs)
        await sql`insert into message (account_id, message_id, kind, signature_id, phone, carrier, content, segment_count, state)
          values (${account}, ${messageId}, 'marketing', ${newId()}, ${one}, 'mobile', ${`${days}天前的短信`}, 1, 'delivered')`.execute(tx)
      }
  })
  return account
}
const messages = async (account: AccountId) =>
  asAccount(database.db, account, async tx =>
    (await tx.selectFrom('message').select(['phone', 'content']).where('accountId', '=', account).orderBy('messageId').execute()).map(
      row => `${row.phone} ${row.content}`,
    ),
  )
const contactPhones = (account: AccountId) =>
  asAccount(database.db, account, async tx =>
    (await tx.selectFrom('contact').select('phone').where('accountId', '=', account).execute()).map(row => row.phone),
  )
const firstRequest = async (now = new Date()) => firstOrThrow((await within(tx => listRequests(tx, { pageSize: 10 }, now))).rows)
async function decide(approvalId: string, decision: 'approved' | 'rejected') {
  const { rows } = await within(tx => listApprovals(tx, { pageSize: 100 }, checker))
  const { payloadHash } = firstOrThrow(rows.filter(row => row.approvalId === approvalId))
  await within(tx => decideApproval(tx, { approvalId, decision, payloadHash, answer: '号码有误', staffId: checker, now: new Date() }))
}

test('a copy has what all customers know of the number and nothing of others, as safe cells; its number is forgotten', async () => {
  await customer()
  await customer()
  const requestId = await within(tx => requestCopy(tx, asked()))
  const { file } = await readCopy(database.platformDb, requestId, new Date())
  const lines = file.trim().split('\r\n')
  expect(lines.length).toBe(1 + 2 * 3)
  expect(lines.filter(line => line.startsWith('短信'))).toHaveLength(4)
  expect(file).toContain("'=王小明")
  expect(file).not.toContain(other)
  expect(await firstRequest()).toMatchObject({
    kind: 'copy',
    state: 'done',
    phone: '138****8000',
    isReadable: true,
    counts: { message: 4, contact: 2 },
  })
  const later = new Date(Date.now() + 31 * dayMs)
  await expect(readCopy(database.platformDb, requestId, later)).rejects.toMatchObject({ code: 'not_found' })
  await forgetCopies(database.platformDb, later)
  expect(await firstRequest()).toMatchObject({ isReadable: false })
})

test('an approved erasure removes contacts at once and messages when their legal retention is over, of this number alone', async () => {
  const account = await customer()
  const approvalId = await within(tx => requestErasure(tx, asked()))
  await expect(within(tx => requestErasure(tx, asked()))).rejects.toMatchObject({ code: 'state_forbids' })
  await eraseRequested(database.platformDb, new Date())
  expect(await contactPhones(account)).toContain(phone)
  await decide(approvalId, 'approved')
  await eraseRequested(database.platformDb, new Date())
  expect(await contactPhones(account)).toEqual([other])
  expect(await messages(account)).toEqual(['已删除 已删除', `${other} 200天前的短信`, `${phone} 3天前的短信`, `${other} 3天前的短信`])
  const running = await firstRequest()
  expect(running).toMatchObject({ state: 'running', doneAt: null })
  expect(Number(running.dueAt) - Date.now()).toBeGreaterThan(180 * dayMs)
  const erased = running.counts
  await eraseRequested(database.platformDb, new Date())
  expect((await firstRequest()).counts).toEqual(erased)
  await eraseRequested(database.platformDb, new Date(Date.now() + 185 * dayMs))
  expect((await messages(account)).filter(text => text.includes(phone))).toEqual([])
  expect(await firstRequest()).toMatchObject({ state: 'done', phone: '138****8000' })
  expect(await within(tx => countPersonalData(tx, phone))).toEqual({})
  const { rows } = await sql<{ phone: string | null }>`select phone from personal_data_request where kind = 'erasure'`.execute(
    database.platformDb,
  )
  expect(rows).toEqual([{ phone: null }])
})

test('a rejected erasure erases nothing and forgets the number', async () => {
  const account = await customer()
  const approvalId = await within(tx => requestErasure(tx, asked()))
  await decide(approvalId, 'rejected')
  await eraseRequested(database.platformDb, new Date())
  expect(await contactPhones(account)).toEqual([phone, other])
  expect(await firstRequest()).toMatchObject({ state: 'refused' })
})

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform, type Tx, urlAs } from '#db/connect.ts'
import { monthsBack } from '#db/partitions.ts'
import { decideApproval, listApprovals } from '#domain/approvals/decision.ts'
import { archiveMonths, attachMonth, type MessageArchive, OpenArchive } from '#domain/message-archive/index.ts'
import { FolderStore } from '#domain/platform/storage/folder-store.ts'
import { Vault } from '#domain/platform/storage/vault.ts'
import { addContact } from '#domain/recipients/phonebook/contact.ts'
import { createGroup } from '#domain/recipients/phonebook/group.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { makeDataFolder } from '#test/support/folder.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { readArchived } from './archived.ts'
import { eraseClosedAccounts } from './closed-account.ts'
import { eraseRequested } from './erase.ts'
import { countPersonalData } from './find.ts'
import { forgetCopies, listRequests, readCopy, requestCopy, requestErasure } from './request.ts'

const dayMs = 86_400_000
const [phone, other] = ['13800138000', '13800138001']
const database = prepareTestDatabase()
let maker: string
let checker: string
let archive: MessageArchive
beforeAll(async () => {
  const secret = 'a secret of at least thirty-two characters'
  const store = new FolderStore(await makeDataFolder('hongyan-archive-'))
  archive = { vault: new Vault(store, secret), secret, url: urlAs(database.url, 'hongyan_platform') }
  const addStaff = (login: string) =>
    within(tx => createStaff(tx, { login, name: login, role: 'operations', passwordHash: 'none', now: new Date() }))
  maker = (await addStaff('maker')).staffId
  checker = (await addStaff('checker')).staffId
})

const within = <T>(work: (tx: Tx) => Promise<T>) => asPlatform(database.platformDb, work)
const asked = (now = new Date()) => ({ phone, reason: '本人来电，回拨核实', staffId: maker, now })

/** As the job does. */
async function erase(now = new Date()): Promise<void> {
  await eraseRequested(database.platformDb, now)
  if (await readArchived(database.platformDb, archive, now)) await eraseRequested(database.platformDb, now)
}

/** A customer that knows both numbers, and sent each a message so many days ago. */
async function customer(daysAgo = [200, 3]): Promise<AccountId> {
  const { account } = await createAccount(database.db)
  await asAccount(database.db, account, async tx => {
    const { groupId } = await createGroup(tx, account, { name: '客户', now: new Date() })
    for (const one of [phone, other]) await addContact(tx, account, { groupId, phone: one, name: '=王小明', now: new Date() })
    for (const one of [phone, other])
      for (const days of daysAgo) {
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
  await erase()
  expect(await contactPhones(account)).toContain(phone)
  await decide(approvalId, 'approved')
  await erase()
  expect(await contactPhones(account)).toEqual([other])
  expect(await messages(account)).toEqual(['已删除 已删除', `${other} 200天前的短信`, `${phone} 3天前的短信`, `${other} 3天前的短信`])
  const running = await firstRequest()
  expect(running).toMatchObject({ state: 'running', doneAt: null })
  expect(Number(running.dueAt) - Date.now()).toBeGreaterThan(180 * dayMs)
  const erased = running.counts
  await erase()
  expect((await firstRequest()).counts).toEqual(erased)
  await erase(new Date(Date.now() + 185 * dayMs))
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
  await erase()
  expect(await contactPhones(account)).toEqual([phone, other])
  expect(await firstRequest()).toMatchObject({ state: 'refused' })
})

test('a closed account loses its people after half a year and its attestation after two; books and other accounts stay', async () => {
  const [closed, open] = [await customer(), await customer()]
  const now = new Date()
  await asAccount(database.db, closed, async tx => {
    const { memberId } = await tx.selectFrom('member').select('memberId').where('accountId', '=', closed).executeTakeFirstOrThrow()
    await tx
      .updateTable('account')
      .set({ state: 'closed', attestedAs: 'person', attestedName: '王小明' })
      .where('accountId', '=', closed)
      .execute()
    const closing = { accountId: closed, closingId: newId(), memberId, reason: '不再使用', askedAt: now, dueAt: now }
    await tx
      .insertInto('accountClosing')
      .values({ ...closing, state: 'closed', endedAt: now })
      .execute()
    await tx
      .insertInto('attestation')
      .values({
        accountId: closed,
        attestationId: newId(),
        subject: 'person',
        state: 'approved',
        form: '{}',
        encryptedSecrets: Buffer.alloc(8),
        name: '王小明',
        memberId,
      })
      .execute()
  })
  const known = (account: AccountId) =>
    asAccount(database.db, account, async tx => ({
      phones: (await tx.selectFrom('contact').select('phone').where('accountId', '=', account).execute()).length,
      members: (await tx.selectFrom('member').select(['phone', 'name']).where('accountId', '=', account).execute()).map(one => one.name),
      attested: (await tx.selectFrom('attestation').select('name').where('accountId', '=', account).execute()).length,
      name: (await tx.selectFrom('account').select('attestedName').where('accountId', '=', account).executeTakeFirstOrThrow()).attestedName,
    }))
  const before = [await known(closed), await known(open)]
  const erase = (days: number) => eraseClosedAccounts(database.platformDb, new Date(now.getTime() + days * dayMs))
  expect(await erase(183)).toBe(0)
  expect([await known(closed), await known(open)]).toEqual(before)
  expect([await erase(185), await erase(185)]).toEqual([1, 0])
  expect(await known(closed)).toEqual({ phones: 0, members: ['已删除'], attested: 1, name: '王小明' })
  expect([await erase(731), await erase(731)]).toEqual([1, 0])
  expect(await known(closed)).toMatchObject({ attested: 0, name: null })
  expect(await known(open)).toEqual(before[1])
  expect(await messages(closed)).not.toEqual([])
})

test('messages of archived months are copied and erased too; a copy waits until they were read', async () => {
  const account = await customer()
  const later = new Date(Date.now() + 6 * 31 * dayMs)
  expect((await archiveMonths(database.platformDb, archive, monthsBack, later)).length).toBeGreaterThan(0)
  const archivedCount = 2 - (await messages(account)).filter(text => text.includes('200天前')).length
  expect(archivedCount).toBe(2)
  const requestId = await within(tx => requestCopy(tx, asked(later)))
  expect(await firstRequest(later)).toMatchObject({ state: 'running', isReadable: false })
  await expect(readCopy(database.platformDb, requestId, later)).rejects.toMatchObject({ code: 'not_found' })
  await erase(later)
  const copied = await firstRequest(later)
  expect(copied).toMatchObject({ state: 'done', isReadable: true })
  const { file } = await readCopy(database.platformDb, requestId, later)
  expect(file.split('\r\n').filter(line => line.startsWith('归档短信'))).toHaveLength(copied.counts.archived ?? 0)
  expect(file).toContain('200天前的短信')
  await decide(await within(tx => requestErasure(tx, asked(later))), 'approved')
  await erase(later)
  expect((await firstRequest(later)).counts).toMatchObject({ archived: copied.counts.archived, contact: expect.any(Number) })
  const again = await within(tx => requestCopy(tx, asked(new Date(later.getTime() + 1))))
  await erase(later)
  expect((await readCopy(database.platformDb, again, later)).file).not.toContain('归档短信')
})

test('a month that is archived while its retention still keeps a message is erased in its files, and is copied once', async () => {
  await customer([3])
  await decide(await within(tx => requestErasure(tx, asked())), 'approved')
  await erase()
  const later = new Date(Date.now() + 13 * 31 * dayMs)
  const months = await archiveMonths(database.platformDb, archive, monthsBack, later)
  const month = new Date(Date.now() - 3 * dayMs).toISOString().slice(0, 7)
  expect(months).toContain(month)
  await attachMonth(database.platformDb, archive, { month, ownerUrl: database.url, now: later })
  const copy = await within(tx => requestCopy(tx, { ...asked(later), phone: other }))
  await erase(later)
  const { file } = await readCopy(database.platformDb, copy, later)
  const contents = file.split('\r\n').filter(line => line.includes('3天前的短信'))
  expect(new Set(contents.map(line => line.split(',')[1])).size).toBe(contents.length)
  const open = await OpenArchive.open(database.platformDb, archive)
  expect(await open?.find(phone)).toEqual([])
  await open?.close()
})

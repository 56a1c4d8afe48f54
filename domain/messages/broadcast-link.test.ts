import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { listClicks, readFunnel } from '#domain/broadcast/clicks.ts'
import { cancelBroadcast, resumeBroadcast } from '#domain/broadcast/control.ts'
import { readDraft } from '#domain/broadcast/draft.ts'
import { createMessageChunk } from '#domain/broadcast/make-messages.ts'
import { previewBroadcast } from '#domain/broadcast/preview.ts'
import { readBroadcast } from '#domain/broadcast/read.ts'
import { sendBroadcast } from '#domain/broadcast/send.ts'
import { sendTest } from '#domain/broadcast/test-send.ts'
import { countMessages } from '#domain/delivery/count.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { listDeliveries } from '#domain/message-records/delivery.ts'
import { recordClicks } from '#domain/visits/click.ts'
import { unitsOf } from '#domain/visits/units.ts'
import { giveLinkUnits } from '#test/support/account.ts'
import { sendAgain } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { createLinks, setLinkState } from '#test/support/links.ts'
import { startUploading } from '#test/support/upload.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const now = new Date('2026-11-21T02:00:00Z')
const shortLinks = { url: 'https://hy.example', now }
let uploading: Awaited<ReturnType<typeof startUploading>>
beforeAll(async () => {
  uploading = await startUploading()
  await createChannel(uploading.database.platformDb)
})
afterAll(() => uploading.close())

const run = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(uploading.database.db, account, work)

/** An upload of numbers and names, whose template has a name and a variable `page` that the link fills. */
async function prepare(count: number, units = 100) {
  const { database } = uploading
  const one = await uploading.prepare({ templateText: `\${name}您好，查看\${page}` })
  const { account } = one
  const link = firstOrThrow(await createLinks(database.platformDb, account, 1))
  await run(account, async tx => {
    await recharge(tx, account, { transferId: newId(), amountHao: 1_000_000 })
    await giveLinkUnits(tx, account, units, 30, now)
  })
  const lines = Array.from({ length: count }, (_, index) => `138001380${String(index).padStart(2, '0')},客户${index}`)
  const uploadId = await uploading.receive(one, `手机号,name\r\n${lines.join('\r\n')}\r\n`)
  const map = (variables: object, more: object = { shortLinks }) =>
    uploading.map(one, uploadId, { hasHeader: true, variables: variables as never, ...more })
  const read = async () => {
    await map({ name: { column: 1 }, page: { linkId: link.linkId } })
    await uploading.read(account, uploadId)
  }
  return { ...one, uploadId, linkId: link.linkId, map, read }
}

type Prepared = Awaited<ReturnType<typeof prepare>>
const preview = ({ account, memberId, uploadId }: Prepared) =>
  run(account, tx => previewBroadcast(tx, account, { uploadId, memberId, scheduledAt: null, now }))
const send = async (one: Prepared) => {
  const expected = await preview(one)
  const { account, memberId, uploadId } = one
  return run(account, tx => sendBroadcast(tx, account, { uploadId, name: '双十一', scheduledAt: null, expected, memberId, now }))
}
const messagesOf = ({ account }: Prepared) =>
  run(account, tx => tx.selectFrom('message').selectAll().where('accountId', '=', account).orderBy('messageId').execute())
const codesOf = ({ account, linkId }: Prepared) =>
  run(account, tx =>
    sql<{ code: string; messageId: string | null }>`
    select code, message_id from short_code where account_id = ${account} and link_id = ${linkId} and message_id is not null`.execute(tx),
  )
/** Makes work fail at its last step, after everything else was written. */
async function breakOff(account: AccountId, work: () => Promise<unknown>): Promise<void> {
  const owner = new pg.Client({ connectionString: uploading.database.url })
  await owner.connect()
  await owner.query(`alter table outbox add constraint broken check (account_id <> '${account}') not valid`)
  await expect(work()).rejects.toThrow('broken')
  await owner.query('alter table outbox drop constraint broken')
  await owner.end()
}

const unitsLeft = ({ account }: Prepared) =>
  run(account, async tx => {
    const { total, used } = await unitsOf(tx, account, now)
    return total - used
  })

test('a link fills a variable: numbers are checked and counted with an address as long as the final one', async () => {
  const one = await prepare(3)
  await one.read()
  const recipients = await uploading.recipientsOf(one.account, one.uploadId)
  expect(recipients.map(row => row.variables)).toEqual([0, 1, 2].map(index => [`客户${index}`, 'https://hy.example/********']))
  expect((await uploading.stateOf(one.account, one.uploadId)).report?.longest?.text).toContain('查看https://hy.example/********')
  expect((await preview(one)).link).toMatchObject({ linkId: one.linkId, problem: null, unitCount: 3, freeUnits: 100 })
})

test('a link that is foreign, inactive, unfit for the variable or chosen twice is refused', async () => {
  const one = await prepare(1)
  const other = await prepare(1)
  const name = { column: 1 }
  await expect(one.map({ name, page: { linkId: other.linkId } })).rejects.toThrow('这个短链已删除')
  await expect(one.map({ name: { linkId: one.linkId }, page: { linkId: one.linkId } })).rejects.toThrow('一条短信只能有一个短链')
  const long = { shortLinks: { url: `https://${'a'.repeat(30)}.example`, now } }
  await expect(one.map({ name, page: { linkId: one.linkId } }, long)).rejects.toThrow('最多35个字符，放不下短链（55个字符）')
  await expect(one.map({ name, page: { value: 'https://hy.example/abcd2345' } })).rejects.toThrow('不能含网址')
  await setLinkState(uploading.database.platformDb, one.account, one.linkId, 'blocked')
  await expect(one.map({ name, page: { linkId: one.linkId } })).rejects.toThrow('这个短链已封禁')
})

test('each message gets one code of its own, also when its batch is retried; unsent ones return their units', async () => {
  const one = await prepare(5)
  await one.read()
  const { account } = one
  await run(account, tx =>
    sql`insert into blacklist (account_id, blacklist_id, phone, level, scope, source)
        values (${account}, gen_random_uuid(), '13800138001', 'account', 'all', 'manual')`.execute(tx),
  )
  const { broadcastId } = await send(one)
  expect(await unitsLeft(one)).toBe(95)
  await createMessageChunk(uploading.database.db, account, broadcastId, { now, chunkRows: 3 })
  await breakOff(account, () => createMessageChunk(uploading.database.db, account, broadcastId, { now }))
  while ((await createMessageChunk(uploading.database.db, account, broadcastId, { now, chunkRows: 1 })) === 'more');
  const messages = await messagesOf(one)
  const { rows: codes } = await codesOf(one)
  const sent = messages.filter(message => message.state !== 'refused')
  expect([messages.length, sent.length]).toEqual([5, 4])
  expect(new Set(codes.map(row => row.messageId))).toEqual(new Set(sent.map(message => message.messageId)))
  for (const { messageId, content } of sent)
    expect(content).toContain(`查看https://hy.example/${firstOrThrow(codes.filter(row => row.messageId === messageId)).code}`)
  await run(account, tx => cancelBroadcast(tx, account, broadcastId, { now, memberId: one.memberId }))
  expect(await unitsLeft(one)).toBe(96)
  expect(await run(account, tx => verifyLedger(tx, account))).toEqual([])
})

test('a link in review may be chosen but not sent; a link stopped meanwhile stops the broadcast until it is active', async () => {
  const one = await prepare(2)
  const { platformDb, db } = uploading.database
  await setLinkState(platformDb, one.account, one.linkId, 'reviewing')
  await one.read()
  expect((await preview(one)).link?.problem).toBe('reviewing')
  await expect(send(one)).rejects.toThrow('短链审核中，不能随短信发送，请等待审核通过')
  await setLinkState(platformDb, one.account, one.linkId, 'active')
  const { broadcastId } = await send(one)
  await setLinkState(platformDb, one.account, one.linkId, 'disabled')
  expect(await createMessageChunk(db, one.account, broadcastId, { now })).toBe('stopped')
  const resume = () => run(one.account, tx => resumeBroadcast(tx, one.account, broadcastId, now))
  await expect(resume()).rejects.toThrow('短链已停用')
  await setLinkState(platformDb, one.account, one.linkId, 'active')
  await resume()
  expect(await createMessageChunk(db, one.account, broadcastId, { now })).toBe('more')
})

test('a broadcast without units for every recipient sends nothing and consumes nothing', async () => {
  const one = await prepare(3, 2)
  await one.read()
  expect((await preview(one)).link).toMatchObject({ unitCount: 3, freeUnits: 2 })
  await expect(send(one)).rejects.toMatchObject({ code: 'link_units_insufficient' })
  expect(await unitsLeft(one)).toBe(2)
})

test('test messages carry working codes of their own, for a unit each', async () => {
  const one = await prepare(2)
  await one.read()
  const { account, uploadId, memberId } = one
  await run(account, tx => sendTest(tx, account, { uploadId, memberId, phones: ['13800139001', '13800139002'], now }))
  const { rows: codes } = await codesOf(one)
  const messages = await messagesOf(one)
  expect(messages.map(message => message.content.slice(-8)).sort()).toEqual(codes.map(row => row.code).sort())
  expect(new Set(codes.map(row => row.messageId))).toEqual(new Set(messages.map(message => message.messageId)))
  expect(await unitsLeft(one)).toBe(98)
})

test('the funnel, the list of openers, the message filter and a follow-up broadcast agree', async () => {
  const one = await prepare(4)
  await one.read()
  const { account, linkId } = one
  const { broadcastId } = await send(one)
  await createMessageChunk(uploading.database.db, account, broadcastId, { now })
  const messages = await messagesOf(one)
  const ids = messages.map(message => message.messageId)
  await run(account, async tx => {
    const settled = await settleMessages(tx, account, [
      ...[0, 1, 2].map(index => ({ messageId: itemOrThrow(ids, index), state: 'delivered' as const, reason: 'DELIVRD', at: now })),
      { messageId: itemOrThrow(ids, 3), state: 'undelivered' as const, reason: 'MK:0001', at: now },
    ])
    await countMessages(tx, account, settled)
  })
  const visit = (index: number, seconds: number) => ({ messageId: itemOrThrow(ids, index), linkId, atMs: now.getTime() + seconds * 1000 })
  await run(account, tx => recordClicks(tx, account, [visit(0, 1), visit(0, 5), visit(2, 3), visit(3, 2)]))
  const funnel = await run(account, tx => readFunnel(tx, account, { broadcastId, now }))
  expect(funnel).toMatchObject({ recipientCount: 4, deliveredCount: 3, clickedCount: 3, reachedCount: 2, clickCount: 4 })
  const shown = await run(account, tx => readBroadcast(tx, account, broadcastId))
  expect(shown.clicks).toEqual({ clickedCount: 3, clickCount: 4 })
  const first = await run(account, tx => listClicks(tx, account, { broadcastId, pageSize: 2 }))
  const second = await run(account, tx => listClicks(tx, account, { broadcastId, pageSize: 2, cursor: first.nextCursor ?? '' }))
  expect([...first.rows, ...second.rows].map(row => [row.messageId, row.clickCount])).toEqual([
    [ids[2], 1],
    [ids[3], 1],
    [ids[0], 2],
  ])
  expect(second.nextCursor).toBeNull()
  const found = await run(account, tx =>
    listClicks(tx, account, { broadcastId, pageSize: 9, phone: itemOrThrow(messages, 2).phone.slice(-4) }),
  )
  expect(found.rows.map(row => row.phone)).toEqual([`138****${itemOrThrow(messages, 2).phone.slice(-4)}`])
  const clicked = async (answer: 'yes' | 'no') => {
    const { rows } = await run(account, tx => listDeliveries(tx, account, { broadcastId, clicked: answer }, { pageSize: 9 }, now))
    return rows.map(row => [row.messageId, row.clicks?.clickCount ?? 0]).sort()
  }
  expect(await clicked('yes')).toEqual(
    [
      [ids[0], 2],
      [ids[2], 1],
      [ids[3], 1],
    ].sort(),
  )
  expect(await clicked('no')).toEqual([[ids[1], 0]])
  const { db } = uploading.database
  for (const [numbers, indexes] of [
    ['clicked', [0, 2, 3]],
    ['unclicked', [1]],
    ['failed', [3]],
  ] as const) {
    const again = { broadcastId, numbers, codes: [], memberId: one.memberId, shortLinkUrl: shortLinks.url, now }
    const { draftId } = await sendAgain(db, account, uploading.files, again)
    const { content } = await run(account, tx => readDraft(tx, account, draftId))
    await uploading.read(account, content.uploadId ?? '')
    const recipients = await uploading.recipientsOf(account, content.uploadId ?? '')
    expect(recipients.map(row => [row.phone, row.variables])).toEqual(
      indexes.map(index => [itemOrThrow(messages, index).phone, [`客户${index}`, 'https://hy.example/********']]),
    )
  }
})

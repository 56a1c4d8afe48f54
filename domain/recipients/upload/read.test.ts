import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { afterAll, assert, describe, expect, test } from 'vitest'
import { composeContent, renderTemplate } from '#contract/content/template-text.ts'
import { accountRow } from '#db/account-row.ts'
import { asAccount } from '#db/connect.ts'
import { optOut } from '#domain/blacklist/blacklist.ts'
import { previewBroadcast } from '#domain/broadcast/preview.ts'
import { sendBroadcast } from '#domain/broadcast/send.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { Files } from '#domain/platform/files.ts'
import { startUploading, uploadedAt } from '#test/support/upload.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { segmentCount } from '#values/segment.ts'
import { removeOldUploads } from './clean.ts'
import { readRecipients } from './read.ts'
import { cancelUpload } from './upload.ts'

const now = uploadedAt
const uploading = await startUploading()
const { database, files, prepare, receive, map, read, stateOf, recipientsOf, refusedOf, run } = uploading
afterAll(uploading.close)

const columns = { hasHeader: true, variables: { name: { column: 1 }, order: { column: 2 } } }
const list = [
  '手机号,姓名,订单',
  '13800138000,张三,A1',
  '+86 138-0013-8000,张三,A1',
  '13800138000,张三,A2',
  '1380013800,李四,A3',
  '13000130000,,A4',
  '=1+1,王五,A5',
  '19900000000,赵六,A6',
  '1.38E+10,钱七,A7',
  '13300133000,孙八,A8',
  '13000130001,周九,A9',
  '',
].join('\r\n')

const block = (account: AccountId, phone: string) =>
  asAccount(database.db, account, tx =>
    sql`insert into blacklist (account_id, blacklist_id, phone, level, scope, source)
      values (${account}, ${newId()}, ${phone}, 'account', 'all', 'manual')`.execute(tx),
  )

test('every row has one outcome, and excluded rows are listed with line and reason', async () => {
  const prepared = await prepare()
  const { account } = prepared
  await block(account, '13300133000')
  const upload = await run(prepared, list, columns)
  expect(upload).toMatchObject({ state: 'ready', failure: null })
  expect(upload.report).toEqual({
    rowCount: 10,
    validCount: 3,
    duplicateCount: 1,
    repeatCount: 1,
    noConsentCount: 0,
    malformedCount: 5,
    blacklistedCount: 1,
    overFrequencyCount: 0,
    problems: { malformed: 2, value_empty: 1, unassigned: 1, scientific: 1 },
    carriers: { mobile: 2, unicom: 1, telecom: 0, broadnet: 0 },
    segments: { 1: 3 },
    segmentCount: 3,
    shortest: { line: 2, text: '【测试商城】尊敬的张三，您的订单A1已到货', unitCount: 21, segmentCount: 1 },
    longest: { line: 2, text: '【测试商城】尊敬的张三，您的订单A1已到货', unitCount: 21, segmentCount: 1 },
  })
  expect(await recipientsOf(account, upload.uploadId)).toMatchObject([
    { line: 2, phone: '13800138000', carrier: 'mobile', segmentCount: 1, variables: ['张三', 'A1'] },
    { line: 4, phone: '13800138000', carrier: 'mobile', variables: ['张三', 'A2'] },
    { line: 11, phone: '13000130001', carrier: 'unicom', variables: ['周九', 'A9'] },
  ])
  expect(await refusedOf(account, upload.uploadId)).toEqual([
    '\ufeff手机号,姓名,订单,行号,原因,有误的内容',
    "'+86 138-0013-8000,张三,A1,3,与前面的行重复,13800138000",
    '1380013800,李四,A3,5,号码格式错误,1380013800',
    '13000130000,,A4,6,变量“name”为空,',
    "'=1+1,王五,A5,7,号码格式错误,'=1+1",
    '19900000000,赵六,A6,8,号段未启用或不支持短信,19900000000',
    '1.38E+10,钱七,A7,9,号码被表格软件改成了科学计数法，请将该列设为文本,1.38E+10',
    '13300133000,孙八,A8,10,在黑名单中,13300133000',
  ])
})

test('a title above the header is left out, and lines are those of the file', async () => {
  const prepared = await prepare()
  const upload = await run(prepared, `老客户名单,,\r\n\r\n2026年12月导出\r\n${list}`, columns)
  expect(upload.shape).toMatchObject({ titleRows: 2, hasHeader: true, columns: ['手机号', '姓名', '订单'], phoneColumn: 0 })
  expect(upload.report).toMatchObject({ rowCount: 10, validCount: 4, shortest: { line: 5 } })
})

test.each([
  ['of one column', '手机号\n13800138000\n13000130000\n', true],
  ['whose first number is wrong', '1380013800,\n13800138000,张三\n', false],
  ['of addresses', 'https://a.cn/,\nhttps://b.cn/,上新\n', false],
])('no row of a list %s is taken for a title', async (_, content, hasHeader) => {
  const prepared = await prepare()
  const uploadId = await receive(prepared, content)
  expect((await stateOf(prepared.account, uploadId)).shape).toMatchObject({ titleRows: 0, hasHeader })
})

test('rows of one number with other values are all sent, or only the first, and the report counts them', async () => {
  const prepared = await prepare()
  const content = '手机号,姓名,订单\n13800138000,张三,A1\n13800138000,张三,A2\n13800138000,张三,A1\n13000130000,李四,A3\n'
  expect((await run(prepared, content, columns)).report).toMatchObject({ rowCount: 4, validCount: 3, duplicateCount: 1, repeatCount: 1 })
  await block(prepared.account, '13300133000')
  const blocked = `${content}13300133000,孙八,A8\n13300133000,孙八,A9\n`
  expect((await run(prepared, blocked, columns)).report).toMatchObject({ validCount: 3, blacklistedCount: 2, repeatCount: 1 })
  const first = await run(prepared, content, { ...columns, repeats: 'first' })
  expect(first.report).toMatchObject({ rowCount: 4, validCount: 2, duplicateCount: 1, repeatCount: 1 })
  expect(await refusedOf(prepared.account, first.uploadId)).toContain('13800138000,张三,A2,3,同号多条，只发第一条,13800138000')
})

test('marketing counts the rows without a recorded consent, and leaves them out on request; other kinds need none', async () => {
  const prepared = await prepare({ kind: 'marketing', templateText: '本周末全场八折' })
  const { account } = prepared
  await asAccount(database.db, account, async tx => {
    const groupId = newId()
    await tx.insertInto('contactGroup').values({ accountId: account, groupId, name: '老客户' }).execute()
    const contact = { accountId: account, groupId, contactId: newId() }
    await tx
      .insertInto('contact')
      .values({ ...contact, phone: '13800138000', consentKind: 'form' })
      .execute()
    await tx
      .insertInto('contact')
      .values({ ...contact, contactId: newId(), phone: '13800138001' })
      .execute()
  })
  const content = '13800138000\n13800138001\n13000130000\n'
  expect((await run(prepared, content)).report).toMatchObject({ rowCount: 3, validCount: 3, noConsentCount: 2 })
  const { report, uploadId } = await run(prepared, content, { consent: 'recorded' })
  expect(report).toMatchObject({ rowCount: 3, validCount: 1, noConsentCount: 2 })
  expect((await recipientsOf(account, uploadId)).map(one => one.phone)).toEqual(['13800138000'])
  expect(await refusedOf(account, uploadId)).toContain('13000130000,3,没有登记同意接收推广,13000130000')
  const notice = { ...(await prepare({ templateText: '您的订单已到货' })) }
  expect((await run(notice, content)).report).toMatchObject({ validCount: 3, noConsentCount: 0 })
})

test('a mapping without the choice about consent leaves it open', async () => {
  const prepared = await prepare()
  const { account } = prepared
  const { uploadId } = await run(prepared, list, columns)
  await asAccount(database.db, account, tx =>
    sql`update upload set mapping = mapping - 'consent' where account_id = ${account} and upload_id = ${uploadId}`.execute(tx),
  )
  expect((await stateOf(account, uploadId)).mapping).toMatchObject({ repeats: 'all', consent: null })
})

test('a number whose rows differ is left out with all of them', async () => {
  const prepared = await prepare()
  const content =
    '手机号,姓名,订单\n13800138000,张三,A1\n13000130000,李四,A3\n13800138000,张三,A2\n13800138000,张三,A1\n13000130000,李四,A3\n'
  const { report, uploadId } = await run(prepared, content, { ...columns, repeats: 'none' })
  expect(report).toMatchObject({ rowCount: 5, validCount: 1, duplicateCount: 1, repeatCount: 3 })
  expect((await recipientsOf(prepared.account, uploadId)).map(one => one.phone)).toEqual(['13000130000'])
  expect(await refusedOf(prepared.account, uploadId)).toContain('13800138000,张三,A1,2,同号多条，都不发,13800138000')
})

test('the file of refused rows can be corrected and uploaded again as it is', async () => {
  const prepared = await prepare()
  const upload = await run(prepared, list, columns)
  const rows = await refusedOf(prepared.account, upload.uploadId)
  const mended = rows.map(row => row.replace('1380013800,李四', '13800138001,李四')).join('\r\n')
  const again = await run(prepared, mended, columns)
  expect(await recipientsOf(prepared.account, again.uploadId)).toMatchObject([
    { phone: '13800138000', variables: ['张三', 'A1'] },
    { phone: '13800138001', variables: ['李四', 'A3'] },
  ])
})

test('without variables a number counts once; opt-outs and numbers over their frequency limit are left out', async () => {
  const prepared = await prepare({ templateText: '新茶到店', kind: 'marketing' })
  const { account, signatureId, templateId } = prepared
  await asAccount(database.db, account, tx => optOut(tx, account, { phone: '13800138001', signatureId, source: 'reply', now }))
  await sql`insert into message (account_id, message_id, kind, signature_id, template_id, phone, carrier, content, segment_count, hold_id, state)
    select owner.account_id, id, 'marketing', ${signatureId}, ${templateId}, '13800138002', 'mobile', '-', 1, ${newId()}, 'delivered'
    from ${accountRow(account)} cross join unnest(${Array.from({ length: 50 }, () => newId(now.getTime() - 1000))}::uuid[]) as id`.execute(
    database.platformDb,
  )
  const { report } = await run(prepared, '13800138000,a\n13800138001,b\n13800138002,c\n13800138000,d\n')
  assert.exists(report)
  expect(report).toMatchObject({ validCount: 1, duplicateCount: 1, blacklistedCount: 1, overFrequencyCount: 1, segments: { 1: 1 } })
  expect(report.longest?.text).toBe('【测试商城】新茶到店，拒收请回复R')
  const leftOut = await asAccount(database.db, account, tx =>
    tx.selectFrom('leftOutRecipient').select(['phone', 'reason']).where('accountId', '=', account).orderBy('line').execute(),
  )
  expect(leftOut).toEqual([
    { phone: '13800138001', reason: '在黑名单中' },
    { phone: '13800138002', reason: '超过发送频率限制' },
  ])
})

const phone = fc.constantFrom('13800138000', '13000130000', '13300133000', '19200192000', '138 0013 8000', '13800138001', '13800138002')
const row = fc.tuple(
  fc.oneof(phone, fc.constantFrom('', 'x', '+85212345678', '15500000000')),
  fc.constantFrom('', '张', '😀'.repeat(17), '好'.repeat(35)),
)

test("the report's figures add up to the rows, and to what will be sent", async () => {
  const prepared = await prepare({ templateText: `\${name}`.repeat(8) })
  const { account } = prepared
  await asAccount(database.db, account, tx =>
    sql`insert into blacklist (account_id, blacklist_id, phone, level, scope, source)
      values (${account}, ${newId()}, '13800138001', 'account', 'all', 'manual')`.execute(tx),
  )
  await database.platformDb.deleteFrom('rateLimit').execute()
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 50 }), async (rows, batchRows) => {
      await database.platformDb.deleteFrom('rateLimit').execute()
      const content = `13800138009,甲\n${rows.map(([number, name]) => `${number},${name},-`).join('\n')}`
      const { report, uploadId } = await run(prepared, content, { variables: { name: { column: 1 } } }, batchRows)
      assert.exists(report)
      const { rowCount, validCount, duplicateCount, malformedCount, blacklistedCount, overFrequencyCount } = report
      expect(rowCount).toBe(rows.length + 1)
      expect(validCount + duplicateCount + malformedCount + blacklistedCount + overFrequencyCount).toBe(rowCount)
      expect(Object.values(report.problems).reduce((sum, count) => sum + count, 0)).toBe(malformedCount)
      const recipients = await recipientsOf(account, uploadId)
      expect(recipients).toHaveLength(validCount)
      expect(await refusedOf(account, uploadId)).toHaveLength(1 + rowCount - validCount)
      const segments: Record<string, number> = {}
      for (const { segmentCount: counted, variables } of recipients) {
        assert.exists(variables)
        const sent = composeContent('测试商城', renderTemplate(`\${name}`.repeat(8), [{ name: 'name' }], variables), 'transactional')
        expect(counted).toBe(segmentCount(sent.length))
        segments[counted] = (segments[counted] ?? 0) + 1
      }
      expect(report.segments).toEqual(segments)
      expect(new Set(recipients.map(one => `${one.phone} ${one.variables}`)).size).toBe(validCount)
    }),
    { numRuns: 30 },
  )
})

test.each([
  ['utf-8 with a mark', Buffer.from(`\ufeff${list}`)],
  ['gb18030', iconv.encode(list, 'gb18030')],
  ['utf-16', iconv.encode(list, 'utf-16le', { addBOM: true })],
  ['tabs', Buffer.from(list.replaceAll(',', '\t'))],
  ['a workbook', Buffer.from(await writeXlsx({ sheets: [{ name: '名单', rows: list.split('\r\n').map(line => line.split(',')) }] }))],
])('the same list in %s gives the same report', async (_, bytes) => {
  const { report } = await run(await prepare(), bytes, columns)
  expect(report).toMatchObject({ rowCount: 10, validCount: 4, shortest: { text: '【测试商城】尊敬的张三，您的订单A1已到货' } })
})

test('names in GBK behind a long beginning of digits are decoded', async () => {
  const prepared = await prepare({ templateText: `\${name}您好` })
  const content = `${'13800138000,a\n'.repeat(10_000)}13000130000,张三\n`
  const { report } = await run(prepared, iconv.encode(content, 'gb18030'), { variables: { name: { column: 1 } } })
  expect(report).toMatchObject({ validCount: 2, longest: { text: '【测试商城】张三您好' } })
})

test('rows with broken characters are left out, the others are sent', async () => {
  const prepared = await prepare({ templateText: `\${name}您好` })
  const content = Buffer.concat([
    Buffer.from(`13800138000,张三\n${'13300133000,李四\n'.repeat(5_000)}13000130000,`),
    Buffer.from([0xff, 0xfe]),
  ])
  const { report } = await run(prepared, content, { variables: { name: { column: 1 } } })
  expect(report).toMatchObject({ validCount: 2, problems: { garbled: 1 } })
})

test("an upload being sent can't be mapped again, and one being mapped can't be sent", async () => {
  const prepared = await prepare({ templateText: '新茶到店' })
  const { account, memberId } = prepared
  await asAccount(database.db, account, tx => recharge(tx, account, { transferId: newId(), amountHao: 1_000_000 }))
  const outcomes = new Set<string>()
  for (let turn = 0; turn < 10; turn += 1) {
    const { uploadId } = await run(prepared, '13800138000\n13000130000\n')
    const cost = await asAccount(database.db, account, tx => previewBroadcast(tx, account, { uploadId, scheduledAt: null, memberId, now }))
    const send = () =>
      asAccount(database.db, account, tx =>
        sendBroadcast(tx, account, { uploadId, name: '', scheduledAt: null, expected: cost, memberId, now }),
      )
    const acts = [send, () => map(prepared, uploadId)]
    const [first, second] = await Promise.allSettled((turn % 2 ? acts : acts.reverse()).map(act => act()))
    const refusal = [first, second].find(outcome => outcome?.status === 'rejected')?.reason.code
    expect([first, second].filter(outcome => outcome?.status === 'fulfilled')).toHaveLength(1)
    outcomes.add(refusal)
  }
  expect([...outcomes].every(code => code === 'upload_already_sent' || code === 'upload_not_ready')).toBe(true)
})

describe('a reading', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `138${String(index).padStart(8, '0')}`).join('\n')

  test('that was killed half-way restarts, and a superseded one writes nothing more', async () => {
    const prepared = await prepare({ templateText: '新茶到店' })
    const { account } = prepared
    const uploadId = await receive(prepared, lines)
    await map(prepared, uploadId)
    // The first one hangs at its third batch, like a process that was taken for dead.
    let turn = 0
    const still = Promise.withResolvers<void>()
    const waiting = Promise.withResolvers<void>()
    const slowFiles = new Files(files.place)
    slowFiles.open = (...args) => {
      const stream = files.open(...args)
      return Object.assign(
        Readable.from(
          (async function* () {
            for await (const chunk of stream)
              for (const part of String(chunk).split(/(?<=\n)/)) {
                turn += 1
                if (turn === 25) {
                  waiting.resolve()
                  await still.promise
                }
                yield Buffer.from(part)
              }
          })(),
        ),
      ) as ReturnType<Files['open']>
    }
    const first = readRecipients(account, uploadId, { db: database.platformDb, files: slowFiles, now: () => now, batchRows: 5 })
    await waiting.promise
    await read(account, uploadId, 7)
    const ready = await stateOf(account, uploadId)
    still.resolve()
    await first
    expect(ready.report).toMatchObject({ rowCount: 40, validCount: 40, segments: { 1: 40 } })
    expect(await stateOf(account, uploadId)).toEqual(ready)
    expect(await recipientsOf(account, uploadId)).toHaveLength(40)
    expect((await readdir(path.join(files.place, account))).filter(name => name.endsWith('.part'))).toEqual([])
  })

  test('that was canceled leaves nothing', async () => {
    const prepared = await prepare({ templateText: '新茶到店' })
    const { account, uploadId } = { ...prepared, ...(await run(prepared, lines)) }
    expect(await recipientsOf(account, uploadId)).toHaveLength(40)
    await asAccount(database.db, account, tx => cancelUpload(tx, account, uploadId))
    await read(account, uploadId)
    expect(await recipientsOf(account, uploadId)).toEqual([])
    expect(await readdir(path.join(files.place, account))).toEqual([])
    expect(await stateOf(account, uploadId)).toMatchObject({ state: 'canceled' })
  })

  test('by another column replaces the one before', async () => {
    const prepared = await prepare()
    const { uploadId } = await run(prepared, list, columns)
    await map(prepared, uploadId, { phoneColumn: 1, hasHeader: true, variables: { name: { column: 0 }, order: { value: '全部' } } })
    await read(prepared.account, uploadId)
    expect(await stateOf(prepared.account, uploadId)).toMatchObject({
      state: 'failed',
      report: null,
      failure: '所选列中没有可用的手机号，请检查列的对应关系',
    })
    expect(await recipientsOf(prepared.account, uploadId)).toEqual([])
    await map(prepared, uploadId, { hasHeader: true, variables: { name: { column: 1 }, order: { value: '全部' } } })
    await read(prepared.account, uploadId)
    expect(await stateOf(prepared.account, uploadId)).toMatchObject({ state: 'ready', failure: null, report: { validCount: 3 } })
  })
})

test('unsent uploads are purged after their retention, sent ones stay', async () => {
  const prepared = await prepare({ templateText: '新茶到店' })
  const { account, memberId } = prepared
  await asAccount(database.db, account, tx => recharge(tx, account, { transferId: newId(), amountHao: 1_000_000 }))
  const [unsent, sent] = [await run(prepared, '13800138000\n'), await run(prepared, '13800138000\n')]
  const input = { uploadId: sent.uploadId, scheduledAt: null, memberId, now }
  const cost = await asAccount(database.db, account, tx => previewBroadcast(tx, account, input))
  await asAccount(database.db, account, tx => sendBroadcast(tx, account, { ...input, name: '', expected: cost }))
  await writeFile(path.join(files.place, account, 'half.part'), '138')
  await utimes(path.join(files.place, account, 'half.part'), now, now)
  const kept = () => readdir(path.join(files.place, account))
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000)
  await removeOldUploads(database.platformDb, files, at(limits.unsentUploadDays - 1))
  expect(await kept()).toHaveLength(4)
  await removeOldUploads(database.platformDb, files, at(limits.unsentUploadDays + 1))
  expect(await kept()).toHaveLength(2)
  await expect(stateOf(account, unsent.uploadId)).rejects.toMatchObject({ code: 'not_found' })
  expect(await recipientsOf(account, unsent.uploadId)).toEqual([])
  expect(await recipientsOf(account, sent.uploadId)).toHaveLength(1)
})

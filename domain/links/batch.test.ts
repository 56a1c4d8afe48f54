import { expect, test } from 'vitest'
import type { LinkBatchInput } from '#contract/links/link-batch.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { unitsOf } from '#domain/visits/units.ts'
import { createAccount, giveLinkUnits, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { outcomeOf } from '#test/support/sign-in.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, itemOrThrow, takeOrThrow } from '#values/or-throw.ts'
import { cancelBatch, listBatches, resultPiece, resumeBatch, startBatch } from './batch.ts'
import { addToBatch } from './batch-addition.ts'
import { batchRecipients } from './batch-recipient.ts'
import { refusedOfBatch } from './batch-refused.ts'
import { type GivenRow, parseEnd } from './batch-row.ts'
import { runLinkBatch } from './batch-run.ts'
import { listLinks } from './list.ts'

const now = new Date()
const shortLinkUrl = 'https://hy.example'
const database = prepareTestDatabase()
let owner: TestAccount

const run = <Answer>(work: (tx: Tx, account: AccountId) => Promise<Answer>) =>
  asAccount(database.db, owner.account, tx => work(tx, owner.account))
const begin = async (linkUnits: number) => {
  owner = await createAccount(database.db, { linkUnits })
}

const common = { hasHeader: true, domain: '', linkGroupId: null, endsAt: null }
const targets = { ...common, way: 'targets' as const, targetColumn: 0, codeColumn: 1, titleColumn: 2, tagsColumn: 3, endsColumn: 4 }
const recipients = {
  ...common,
  way: 'recipients' as const,
  target: 'https://example.com/sale?r={recipient}',
  title: '周年庆',
  recipientColumn: 0,
}
type Unsent<Batch> = Batch extends LinkBatchInput ? Omit<Batch, 'uploadId'> : never

const fiveColumns = ['目标网址', '自定义后缀', '标题', '标签', '失效时间']
async function upload(columns: readonly string[]): Promise<string> {
  const uploadId = newId()
  const shape = JSON.stringify({ format: 'xlsx', hasHeader: true, columns, sample: [] })
  const file = { fileName: '链接.xlsx', byteCount: 1, state: 'received', shape }
  await run((tx, account) =>
    tx
      .insertInto('upload')
      .values({ accountId: account, uploadId, ...file })
      .execute(),
  )
  return uploadId
}

async function start(batch: Unsent<LinkBatchInput>, columns = fiveColumns) {
  const uploadId = await upload(columns)
  return run(async (tx, account) => {
    const starter = { memberId: owner.memberId, now, shortLinkUrl }
    return (await startBatch(tx, account, { ...batch, uploadId } as LinkBatchInput, starter)).linkBatchId
  })
}
const rowsOf = (lines: readonly string[]): GivenRow[] => lines.map((line, index) => ({ line: index + 1, cells: line.split('|') }))
/** `added`: the lines of files that were added, by their ids. */
const opened = (lines: readonly string[], added: Record<string, readonly string[]> = {}) => ({
  db: database.platformDb,
  openRows: async (_: AccountId, uploadId: string) =>
    (async function* () {
      yield* rowsOf(added[uploadId] ?? lines)
    })(),
})
const work = (batchId: string, lines: readonly string[], db: Db = database.platformDb, added: Record<string, readonly string[]> = {}) =>
  runLinkBatch(owner.account, batchId, { ...opened(lines, added), db, now: () => now, shortLinkUrl, pieceRows: 4 })
const stateOf = async (batchId: string) => firstOrThrow((await run(listBatches)).filter(batch => batch.linkBatchId === batchId))
const resultOf = async (batchId: string) => {
  const piece = await run((tx, account) => resultPiece(tx, account, { batchId, afterLine: 0, shortLinkUrl, masks: false }))
  return (piece?.text ?? '')
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(','))
}
const links = () => run((tx, account) => tx.selectFrom('link').selectAll().where('accountId', '=', account).orderBy('linkId').execute())

test('rows: each becomes a link, or is in the result with its reason', async () => {
  await begin(100)
  await database.platformDb.insertInto('domainRule').values({ domain: 'bad-shop.cn', kind: 'blocked' }).execute()
  const batchId = await start(targets)
  await work(batchId, [
    '目标网址|自定义后缀|标题|标签|失效时间',
    'https://example.com/春|Spring-26|春茶|新品、活动|2099-12-31',
    'https://example.com/b||||30',
    'ftp://example.com/|||| ',
    'https://example.com/c|Spring-26|||',
    'https://login.bad-shop.cn/x||||',
    'https://example.com/d|a b|||',
    'https://example.com/e||||昨天',
    'https://example.com/f|admin|||',
    '||||',
  ])
  expect(await stateOf(batchId)).toMatchObject({ state: 'done', totalCount: 9, doneCount: 9, madeCount: 2, failure: null })
  const result = await resultOf(batchId)
  expect(firstOrThrow(result).slice(0, 4)).toEqual(['2', '', 'https://example.com/%E6%98%A5', 'https://hy.example/Spring-26'])
  expect(itemOrThrow(result, 1)[3]).toMatch(/^https:\/\/hy\.example\/\w{7}$/)
  expect(result.slice(2).map(cells => [cells[1], cells.at(-1)])).toEqual([
    ['ftp://example.com/', '目标网址须以 http:// 或 https:// 开头'],
    ['https://example.com/c', '该后缀已被使用，请换一个'],
    ['https://login.bad-shop.cn/x', '该域名已被平台封禁'],
    ['https://example.com/d', '自定义后缀为4-20位字母、数字、-或_'],
    ['https://example.com/e', '失效时间无法识别，请写成 2026-12-31、2026-12-31 18:00 或天数'],
    ['https://example.com/f', '该后缀由平台保留，请换一个'],
    ['', '目标网址为空'],
  ])
  const { problems } = await stateOf(batchId)
  expect(problems).toHaveLength(limits.linkBatchProblemsShown)
  expect(problems[0]).toEqual({ line: 4, given: 'ftp://example.com/', problem: '目标网址须以 http:// 或 https:// 开头' })
  const seen = { now, shortLinkUrl, pageSize: 20 }
  const ofBatch = await run((tx, account) => listLinks(tx, account, { linkBatchId: batchId }, seen))
  expect(ofBatch.rows.map(row => row.code).includes('Spring-26')).toBe(true)
  expect(ofBatch.rows).toHaveLength(2)
  expect((await run((tx, account) => listLinks(tx, account, { linkBatchId: newId() }, seen))).rows).toEqual([])
  const [first, second] = takeOrThrow(await links(), 2)
  expect(first).toMatchObject({ title: '春茶', tags: ['新品', '活动'], source: 'batch', endsAt: new Date('2099-12-31T16:00:00Z') })
  expect(second.endsAt).toEqual(new Date(now.getTime() + 30 * 86_400_000))
  expect(await run((tx, account) => unitsOf(tx, account, now))).toMatchObject({ used: 2 })
})

test('killed batch: resumes after its last piece, with no duplicate link or unit and every row in the result', async () => {
  await begin(100)
  const batchId = await start(targets)
  const lines = ['目标', ...Array.from({ length: 22 }, (_, index) => `https://example.com/${index}||${index}||`)]
  let pieces = 0
  const dying = new Proxy(database.platformDb, {
    get: (db, name) => {
      if (name === 'transaction') pieces += 1
      if (pieces > 5) throw new Error('killed')
      const found = Reflect.get(db, name)
      return typeof found === 'function' ? found.bind(db) : found
    },
  })
  await expect(work(batchId, lines, dying)).rejects.toThrow('killed')
  const half = await stateOf(batchId)
  expect(half).toMatchObject({ state: 'running', totalCount: 22 })
  expect(half.doneCount).toBeGreaterThan(0)
  expect(half.doneCount).toBeLessThan(22)
  await work(batchId, lines)
  await work(batchId, lines)
  expect(await stateOf(batchId)).toMatchObject({ state: 'done', doneCount: 22, madeCount: 22 })
  expect((await links()).map(link => link.title)).toEqual(Array.from({ length: 22 }, (_, index) => String(index)))
  expect(await resultOf(batchId)).toHaveLength(22)
  expect(await run((tx, account) => unitsOf(tx, account, now))).toMatchObject({ used: 22 })
  expect(await run(verifyLedger)).toEqual([])
})

test('units used up: the batch fails with a sentence, and resumes at the next row after a purchase', async () => {
  await begin(10)
  const batchId = await start(targets)
  const lines = ['目标', ...Array.from({ length: 12 }, (_, index) => `https://example.com/${index}||||`)]
  await work(batchId, lines)
  expect(await stateOf(batchId)).toMatchObject({
    state: 'failed',
    doneCount: 8,
    madeCount: 8,
    failure: '短链套餐余量不足，还差2次，请购买短链套餐',
  })
  await run((tx, account) => giveLinkUnits(tx, account, 10))
  await run((tx, account) => resumeBatch(tx, account, batchId))
  await work(batchId, lines)
  expect(await stateOf(batchId)).toMatchObject({ state: 'done', doneCount: 12, madeCount: 12, failure: null })
  expect(await links()).toHaveLength(12)
})

test('recipient batch: one link, a code for each recipient, none for a repeated name', async () => {
  await begin(100)
  const batchId = await start(recipients)
  const lines = ['会员号', 'U1', 'U2', 'U1', '', 'U3', '13800138000', '13800138000']
  await work(batchId, lines)
  const state = await stateOf(batchId)
  expect(state).toMatchObject({ state: 'done', way: 'recipients', totalCount: 7, madeCount: 4 })
  expect(state.problems.map(one => one.given)).toEqual(['U1', '', '138****8000'])
  const result = await resultOf(batchId)
  expect(result.map(cells => [itemOrThrow(cells, 1).trim(), cells.at(-1)])).toEqual([
    ['U1', ''],
    ['U2', ''],
    ['U1', '与前面的行重复'],
    ['', '收件人为空'],
    ['U3', ''],
    ['13800138000', ''],
    ['13800138000', '与前面的行重复'],
  ])
  expect(firstOrThrow(result)[3]).toMatch(/^https:\/\/hy\.example\/\w{8}$/)
  expect(firstOrThrow(result)[4]).toMatch(/^msg_/)
  const [link, ...others] = await links()
  expect(others).toEqual([])
  expect(link).toMatchObject({ linkId: state.linkId, title: '周年庆' })
  expect(await run((tx, account) => unitsOf(tx, account, now))).toMatchObject({ used: 5 })
  const ids = await run((tx, account) =>
    tx.selectFrom('linkBatchRow').select(['line', 'recipientId']).where('accountId', '=', account).execute(),
  )
  const names = await run((tx, account) => batchRecipients(tx, account, [...ids.map(row => row.recipientId), newId(), null]))
  const nameOf = (line: number) => names.get(ids.find(row => row.line === line)?.recipientId ?? '')
  expect([2, 3, 4, 7].map(nameOf)).toEqual(['U1', 'U2', undefined, '138****8000'])
  const codes = await database.platformDb.selectFrom('shortCode').select('messageId').where('accountId', '=', owner.account).execute()
  expect(codes.filter(code => code.messageId !== null)).toHaveLength(4)
})

async function refusedRows(batchId: string, lines: readonly string[], added: Record<string, readonly string[]> = {}) {
  const { isWorkbook, lines: refused } = await refusedOfBatch(opened(lines, added), owner.account, batchId)
  expect(isWorkbook).toBe(true)
  return (await Array.fromAsync(refused(true))).map(text => text.replace('\ufeff', '').trimEnd())
}

test('a repaired file is added to its batch: its rows take the places of those refused, further ones follow', async () => {
  await begin(100)
  const batchId = await start(targets)
  const lines = [fiveColumns.join('|'), 'ftp://a/|Code-A|甲||', 'https://example.com/b||乙||', 'https://example.com/c|a b|丙||']
  await work(batchId, lines)
  expect(await stateOf(batchId)).toMatchObject({ state: 'done', totalCount: 3, madeCount: 1 })
  expect(await refusedRows(batchId, lines)).toEqual([
    `${fiveColumns.join()},行号,原因,有误的内容`,
    'ftp://a/,Code-A,甲,,,2,目标网址须以 http:// 或 https:// 开头,ftp://a/',
    'https://example.com/c,a b,丙,,,4,自定义后缀为4-20位字母、数字、-或_,https://example.com/c',
  ])
  // Another order of columns, a row that still has its error, one that names a line of the batch twice, and a new one.
  const titles = ['标题', '目标网址', '自定义后缀', '标签', '失效时间', '行号', '原因', '有误的内容']
  const uploadId = await upload(titles)
  const added = {
    [uploadId]: [
      titles.join('|'),
      '甲|https://example.com/a|Code-A|||2||',
      '丙|https://example.com/c|c d|||4||',
      '丁|https://example.com/d||||2||',
      '戊|https://example.com/e||||||',
    ],
  }
  await run((tx, account) => addToBatch(tx, account, { batchId, uploadId }))
  expect(await stateOf(batchId)).toMatchObject({ state: 'waiting', doneCount: 3, totalCount: null })
  await work(batchId, lines, database.platformDb, added)
  await work(batchId, lines, database.platformDb, added)
  expect(await stateOf(batchId)).toMatchObject({ state: 'done', doneCount: 5, totalCount: 5, madeCount: 4 })
  const result = await resultOf(batchId)
  expect(result.map(cells => [cells[0], cells[2], cells.at(-1)])).toEqual([
    ['2', 'https://example.com/a', ''],
    ['3', 'https://example.com/b', ''],
    ['4', '', '自定义后缀为4-20位字母、数字、-或_'],
    ['8', 'https://example.com/d', ''],
    ['9', 'https://example.com/e', ''],
  ])
  expect((await links()).map(link => link.title).sort()).toEqual(['丁', '乙', '戊', '甲'])
  expect((await refusedRows(batchId, lines, added)).slice(1)).toEqual([
    'https://example.com/c,c d,丙,,,4,自定义后缀为4-20位字母、数字、-或_,https://example.com/c',
  ])
  expect(await run((tx, account) => unitsOf(tx, account, now))).toMatchObject({ used: 4 })
})

test('recipients of an added file get codes of the same link; a file without the column is refused', async () => {
  await begin(100)
  const batchId = await start(recipients, ['会员号'])
  const lines = ['会员号', 'U1', '', 'U2']
  await work(batchId, lines)
  const { linkId } = await stateOf(batchId)
  const wrong = await upload(['编号'])
  expect(await outcomeOf(run((tx, account) => addToBatch(tx, account, { batchId, uploadId: wrong })))).toBe('file_columns_differ')
  const uploadId = await upload(['会员号', '行号', '原因', '有误的内容'])
  await run((tx, account) => addToBatch(tx, account, { batchId, uploadId }))
  expect(await outcomeOf(run((tx, account) => addToBatch(tx, account, { batchId, uploadId })))).toBe('state_forbids')
  await work(batchId, lines, database.platformDb, { [uploadId]: ['会员号|行号|原因|有误的内容', 'U3|3||', 'U1|||'] })
  expect(await stateOf(batchId)).toMatchObject({ state: 'done', linkId, totalCount: 4, madeCount: 3 })
  expect((await resultOf(batchId)).map(cells => [cells[1], cells.at(-1)])).toEqual([
    ['U1', ''],
    ['U3', ''],
    ['U2', ''],
    ['U1', '与前面的行重复'],
  ])
  expect(await links()).toHaveLength(1)
})

test('stopped batch: creates nothing more; the number of running batches is limited', async () => {
  await begin(100)
  const batchId = await start(targets)
  await run((tx, account) => cancelBatch(tx, account, batchId, now))
  await work(batchId, ['目标', 'https://example.com/||||'])
  expect(await stateOf(batchId)).toMatchObject({ state: 'canceled', doneCount: 0 })
  expect(await outcomeOf(run((tx, account) => cancelBatch(tx, account, batchId, now)))).toBe('state_forbids')
  for (let count = 0; count < 3; count += 1) await start(targets)
  expect(await outcomeOf(start(targets))).toBe('link_batches_busy')
  expect(await outcomeOf(run((tx, account) => resumeBatch(tx, account, batchId)))).toBe('link_batches_busy')
})

test('refused start: missing or ambiguous columns, a foreign file, a blocked target', async () => {
  await begin(100)
  expect(await outcomeOf(start({ ...targets, endsColumn: 5 }))).toBe('input_invalid')
  expect(await outcomeOf(start({ ...targets, endsColumn: 0 }))).toBe('input_invalid')
  expect(await outcomeOf(start({ ...targets, domain: 'other.example' }))).toBe('link_domain_unusable')
  expect(await outcomeOf(start({ ...recipients, target: 'https://login.bad-shop.cn/' }))).toBe('target_refused')
  const starter = { memberId: owner.memberId, now, shortLinkUrl }
  expect(await outcomeOf(run((tx, account) => startBatch(tx, account, { ...targets, uploadId: newId() }, starter)))).toBe('not_found')
  expect(
    await outcomeOf(run((tx, account) => resultPiece(tx, account, { batchId: newId(), afterLine: 0, shortLinkUrl, masks: false }))),
  ).toBe('not_found')
})

test.each([
  ['2026-12-31', '2026-12-31T16:00:00.000Z'],
  ['2026/12/31 18:05', '2026-12-31T10:05:00.000Z'],
  ['2026年1月2日', '2026-01-02T16:00:00.000Z'],
  ['2026-02-30', undefined],
  ['7', '2026-11-28T00:00:00.000Z'],
  ['0', undefined],
  ['明天', undefined],
])('expiry %s', (text, end) => expect(parseEnd(text, new Date('2026-11-21T00:00:00Z'))?.toISOString()).toBe(end))

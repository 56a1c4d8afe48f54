import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeTerm, explain, glossary, type TermKey, terms } from '#contract/terms.ts'
import { openDocument } from '#http/open/document.ts'
import { matchOrThrow } from '#values/or-throw.ts'
import { layerFiles, readLayerFile } from './layers.ts'
import { writtenTerms } from './terms.ts'

const root = path.join(import.meta.dirname, '../..')
const files = layerFiles(root).filter(file => !file.endsWith('.test.ts') && file !== 'contract/terms.ts')

/** The same words for something else, by file. */
const others: Readonly<Record<string, readonly string[]>> = {
  // When and by whom something was handed in.
  'admin/bank/ClaimDrawer.tsx': ['提交'],
  'admin/link-reviews/LinkTable.tsx': ['提交'],
  // A bank's statement, and the heads of its files.
  'admin/bank/ReceiptFileDialog.tsx': ['余额'],
  'admin/reconciliation/BankStatements.tsx': ['期初余额', '收入', '支出', '期末余额'],
  'domain/payments/admin-bank-file.ts': ['收入', '支出', '余额'],
  // Outcomes of rows, requests and acts.
  'admin/sender-registration/ImportDialog.tsx': ['成功', '失败'],
  'domain/sender-registration/sender-registration-import.ts': ['失败原因', '成功', '失败'],
  'console/sms/app-config/webhook/Attempts.tsx': ['失败', '成功'],
  'console/sms/app-manage/RequestDetail.tsx': ['成功'],
  'console/system/uaccount/ulog/Page.tsx': ['成功'],
  'domain/account/audit-log-export.ts': ['成功'],
  // What the platform earns.
  'admin/statistics/Page.tsx': ['收入'],
  // The way of one message, in a picture.
  'console/home/Page.tsx': ['已提交', '已送达'],
  // Requests of one connection.
  'console/sms/app-config/esme/Section.tsx': ['提交'],
  // What an order was paid with.
  'console/system/finance/order/OrderDetail.tsx': ['其中余额'],
  // What a coupon offers.
  'admin/packages/CouponPage.tsx': ['优惠'],
  // A marketing word, and a group of report codes.
  'contract/content/content-words.ts': ['优惠'],
  'contract/messages/admin-code.ts': ['已送达'],
}

test('columns, figures, series, facts and panels of results and money take their names from the dictionary', () => {
  const written = new Map(files.map(file => [file, writtenTerms(file, readLayerFile(root, file))]))
  const isOther = (file: string, found: string) => others[file]?.includes(found.split(' →')[0] ?? '') ?? false
  const wrong = [...written].flatMap(([file, found]) => found.filter(one => !isOther(file, one)).map(one => `${file}: ${one}`))
  expect(wrong).toEqual([])
  const unused = Object.entries(others).flatMap(([file, words]) =>
    words.filter(word => !written.get(file)?.some(one => one.startsWith(`${word} →`))).map(word => `${file}: ${word}`),
  )
  expect(unused).toEqual([])
})

test.each([
  ["const columns = [{ title: '送达', isNumber: true }]", '送达 → terms.delivered (成功)'],
  ["const columns = [moneyColumn(row => row.hao, { id: 'cash', title: '现金支付', width: 90 })]", '现金支付 → terms.cash (现金)'],
  ["const figure = { label: '今日扣费条数', value: null }", '今日扣费条数 → terms.charged (扣费条数)'],
  ["const series = { name: '到达率', values: [] }", '到达率 → terms.rate (到达率)'],
  ["const column = { key: 'cost', title: '余额扣费（元）', kind: 'money' }", '余额扣费（元） → terms.balancePaid (余额支付)'],
  ["const facts = [['冻结金额', 1]]", '冻结金额 → terms.held (冻结)'],
  ["fact(isPaid ? '实付' : '待付', 1)", '实付 → terms.paid (实付)'],
  ['const sums = { 原价: 1 }', '原价 → terms.list (原价)'],
  ['const head = <th scope="col">可开</th>', '可开 → terms.invoiceable (可开票)'],
  ['const line = <Line name="预扣" />', '预扣 → terms.held (冻结)'],
  ['const panel = <Panel title="近7天失败原因" />', '近7天失败原因 → terms.causes (没有成功的原因)'],
])('%s is caught', (code, found) => expect(writtenTerms('a.tsx', code)).toEqual([found]))

test('a state, a button and a name from the dictionary are no written term', () => {
  const code =
    "const tag = { name: '成功', tone: 'good' }; const act = { label: '取消', onClick }; const column = { title: terms.delivered }"
  expect(writtenTerms('a.tsx', code)).toEqual([])
})

/** Fields of results and money in answers of the open API. */
const openFields: Readonly<Record<string, TermKey>> = {
  acceptedCount: 'accepted',
  deliveredCount: 'delivered',
  failedCount: 'failed',
  unknownCount: 'unknown',
  refusedCount: 'refused',
  segmentCount: 'segments',
  chargedSegmentCount: 'charged',
  costHao: 'balancePaid',
  p50Ms: 'latencyP50',
  p95Ms: 'latencyP95',
  availableHao: 'available',
  heldHao: 'held',
  clickCount: 'clicks',
  clickedCount: 'clickers',
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** Fields whose own description, or that of the object around them, does not say the term. */
function undescribed(node: unknown, around = ''): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { description, properties = {} } = Object.fromEntries(Object.entries(node))
  const said = `${around}${textIn(description)}`
  const own = Object.entries<{ description?: unknown }>(properties).flatMap(([field, facts]) => {
    const key = openFields[field]
    return key && !`${said}${textIn(facts.description)}`.includes(describeTerm(key)) ? [field] : []
  })
  return [...own, ...Object.values(node).flatMap(inner => undescribed(inner, said))]
}

test('the API reference describes fields of results and money by the dictionary', () => {
  expect(undescribed(openDocument('https://example.com'))).toEqual([])
  const totals = { description: 'deliveredCount 送达', properties: { deliveredCount: { type: 'integer' } } }
  expect(undescribed({ schema: totals })).toEqual(['deliveredCount'])
})

test('a term has one name, and its explanation is found behind a period and before a unit', () => {
  expect(new Set(glossary.map(({ name }) => name)).size).toBe(glossary.length)
  for (const name of Object.values(terms)) expect(explain(name)).not.toBeNull()
  expect(explain('今日到达率')).toBe(explain('到达率'))
  expect(explain('余额支付（元）')).toBe(explain('余额支付'))
  expect(explain('签名')).toBeNull()
})

/** Words that no text may say, and rates whose denominator omits messages without a report. */
const forbidden: readonly [RegExp, string][] = [
  [/计费条数|收费条数/, '条数 (all) or 扣费条数 (those that are paid for)'],
  [/成功率|送达率/, '到达率'],
  [/预扣/, '冻结'],
  [/余额扣费|余额计费/, '余额支付'],
  [/含未知/, '失败 without 未知'],
  [/whole=\{[^}]*delivered(?:Count)? \+ [^}]*failed(?:Count)?\}/, 'endedCount of contract/messages/statistics.ts'],
]
const otherWords = (file: string, text: string) =>
  forbidden.flatMap(([pattern, better]) => (pattern.test(text) ? [`${file}: ${matchOrThrow(pattern, text)[0]} → ${better}`] : []))

test('sentences of screens, exports and documents say no other word, and rates have one formula', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(file => otherWords(file, readLayerFile(root, file)))).toEqual([])
  const docs = readdirSync(path.join(root, 'docs')).filter(name => name.endsWith('.md'))
  expect(docs.flatMap(name => otherWords(name, readFileSync(path.join(root, 'docs', name), 'utf8')))).toEqual([])
})

test.each(["title: '计费条数'", "label: '成功率'", '`含未知 ${count}`', 'whole={row.deliveredCount + row.failedCount}'])(
  '%s is a word that no text may say',
  text => expect(otherWords('a.tsx', text)).toHaveLength(1),
)

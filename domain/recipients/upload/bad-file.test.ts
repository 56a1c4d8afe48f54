import fc from 'fast-check'
import iconv from 'iconv-lite'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { startUploading } from '#test/support/upload.ts'
import { limits } from '#values/limits.ts'

const uploading = await startUploading()
const { database, prepare, recipientsOf, run } = uploading
afterAll(uploading.close)
beforeEach(() => database.platformDb.deleteFrom('rateLimit').execute())

test.each([
  ['文件已损坏或无法读取，请重新保存后再上传', `13800138000\n${'13800138001,a\n'.repeat(20_000)}13\u00008\n`],
  ['文件超过100列，请只保留手机号和变量列', `13800138000\n${'13800138001,a\n'.repeat(20_000)}${'1,'.repeat(1_000_000)}\n`],
])('%s: what is found late in a file fails it in its own words, and none of it counts', async (failure, content) => {
  const prepared = await prepare({ templateText: '新茶到店' })
  const upload = await run(prepared, content)
  expect(upload).toMatchObject({ state: 'failed', failure, report: null })
  expect(await recipientsOf(prepared.account, upload.uploadId)).toEqual([])
})

// Half a minute of a processor.
test.runIf(process.env.HONGYAN_PROOF === 'long')(
  'a million rows are accepted and one more is refused, not counting a header',
  async () => {
    const prepared = await prepare({ templateText: '新茶到店' })
    const content = `手机号\n${'13800138000\n'.repeat(limits.uploadRows)}`
    expect(await run(prepared, content, { hasHeader: true }, 50_000)).toMatchObject({
      state: 'ready',
      report: { rowCount: limits.uploadRows, validCount: 1, duplicateCount: limits.uploadRows - 1 },
    })
    expect(await run(prepared, `${content}13800138000\n`, { hasHeader: true }, 50_000)).toMatchObject({
      state: 'failed',
      failure: '文件超过1,000,000行，请拆分后再上传',
    })
  },
  120_000,
)

const junk = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes)),
  fc
    .constantFrom('13800138000,张三\n', '13000130000,"李\n四"\n', '"', ',', '\r', '\ufeff', '😀', '\u0000', '=cmd()', '\ud83d')
    .map(text => Buffer.from(text)),
  fc.constantFrom('13800138000,张三\n', '李四').map(text => iconv.encode(text, 'gb18030')),
  fc.constantFrom('13800138000,张三\n', '\ud83d\n').map(text => Buffer.from(text, 'utf16le')),
)
const marks = fc.constantFrom(
  Buffer.alloc(0),
  Buffer.from([0xff, 0xfe]),
  Buffer.from([0xfe, 0xff]),
  Buffer.from('PK\u0003\u0004xl/', 'latin1'),
  Buffer.from('13800138000,a\n'),
)

test('any bytes lead to a report, a failure with its sentence or a refusal, never to another error', async () => {
  const prepared = await prepare({ templateText: `\${name}您好` })
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(marks, fc.array(junk, { maxLength: 12 }), async (mark, pieces) => {
      await database.platformDb.deleteFrom('rateLimit').execute()
      const columns = { variables: { name: { column: 0 } } }
      const outcome = await run(prepared, Buffer.concat([mark, ...pieces]), columns).catch((error: unknown) => {
        if (error instanceof Refusal) return { state: 'refused', report: null, failure: error.message }
        throw error
      })
      outcomes.add(outcome.state)
      expect(outcome.state === 'ready' ? outcome.report : outcome.failure).not.toBeNull()
      expect(['ready', 'failed', 'refused']).toContain(outcome.state)
    }),
    { numRuns: 150 },
  )
  expect([...outcomes].sort()).toEqual(['failed', 'ready', 'refused'])
}, 120_000)

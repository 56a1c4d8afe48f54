import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import type { Program } from '#test/support/open.ts'
import { startVendorServer, type VendorServer } from '#test/support/vendor.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { Sample, SampleFacts } from './facts.ts'
import { samples } from './samples.ts'

const run = promisify(execFile)
const patienceMs = 60_000
const isThere = (program: string) =>
  run(program, [program === 'go' ? 'version' : '--version']).then(
    () => true,
    () => false,
  )

/** Interpreters of samples; those that this machine lacks are skipped. */
const runners: Record<string, string> = { curl: 'bash', node: process.execPath, python: 'python3', java: 'java', php: 'php', go: 'go' }
const runnerOf = (sample: Sample) => runners[sample.key] ?? (/\.cjs$/.test(sample.file) ? process.execPath : null)
const wanted = await Promise.all(
  samples.map(async sample => {
    const runner = runnerOf(sample)
    const needed = sample.key === 'curl' ? 'curl' : runner
    return { sample, runner, isThere: needed !== null && (await isThere(needed)) }
  }),
)
const runnable = wanted.filter(one => one.isThere).map(one => [one.sample.label, one.sample, one.runner!] as const)

let server: VendorServer
let folder: string
let program: Program
let facts: SampleFacts
beforeAll(async () => {
  server = await startVendorServer()
  program = await server.program()
  const { number } = await asAccount(server.db, program.account, tx =>
    tx.selectFrom('app').select('number').where('accountId', '=', program.account).executeTakeFirstOrThrow(),
  )
  facts = {
    openUrl: server.url,
    accessKeyId: program.accessKeyId,
    secret: program.secret,
    sdkAppId: number,
    signature: '云栈',
    templateCode: 'SMS_2',
    parameters: [{ name: 'no', value: 'A1' }],
    phone: '13912345678',
  }
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-sample-'))
  await symlink(path.join(import.meta.dirname, '../../../../node_modules'), path.join(folder, 'node_modules'))
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const runSample = async (sample: Sample, runner: string, change: Partial<SampleFacts> = {}) => {
  const place = path.join(folder, sample.key)
  await mkdir(place, { recursive: true })
  await writeFile(path.join(place, sample.file), sample.codeOf({ ...facts, ...change }))
  return run(runner, [...(runner === 'go' ? ['run'] : []), sample.file], { cwd: place, timeout: patienceMs })
}

test('at least the samples for Node are run', () => {
  expect(runnable.map(([label]) => label)).toEqual(expect.arrayContaining(['Node.js', '阿里云SDK', '腾讯云SDK']))
})

test.each(runnable)(
  'the sample of %s sends unchanged',
  async (_, sample, runner) => {
    const before = (await server.rowsOf(program)).length
    const { stdout } = await runSample(sample, runner)
    const rows = await server.rowsOf(program)
    expect(rows).toHaveLength(before + 1)
    expect(rows.at(-1)).toMatchObject({ phone: '13912345678', content: '【云栈】您的订单A1已发货' })
    expect(stdout).toMatch(/msg_|"messageId"|\bOK\b|\bOk\b/)
  },
  patienceMs,
)

test.each(runnable)(
  'the sample of %s says why it was refused',
  async (_, sample, runner) => {
    const output = await runSample(sample, runner, { templateCode: 'SMS_99999' }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    )
    expect(output).toMatch(/template_unknown|isv\.SMS_TEMPLATE_ILLEGAL|TemplateIncorrectOrUnapproved/)
  },
  patienceMs,
)

test('texts with quotes and backslashes don’t break a sample', () => {
  const awkward = { parameters: [{ name: 'no', value: `a"b'c\\d\`e"""` }] }
  const codeOf = (key: string) => firstOrThrow(samples.filter(sample => sample.key === key)).codeOf({ ...facts, ...awkward })
  expect(codeOf('php')).toContain(`'no' => 'a"b\\'c\\\\d\`e"""'`)
  expect(codeOf('go').split('`')).toHaveLength(3)
  expect(codeOf('java').split('"""')).toHaveLength(3)
})

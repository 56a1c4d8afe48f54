/**
 * All checks and tests in one run, each step reported as it runs; ends with `N passed, N failed` and status 1 when
 * anything failed or nothing ran.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** The tests of one file in vitest's report; a file that could not be loaded has failed without tests. */
interface TestFile {
  name: string
  status: string
  assertionResults: { status: string }[]
}

/** A slow machine or its hiccup fails a few files; more failures are real. */
const maxRunAgain = 8

const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<boolean>(resolve => {
    console.log(`\n▶ ${command} ${args.join(' ')}`)
    spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).once('exit', code => resolve(code === 0))
  })

/**
 * Runs test files one after the other, or all of them, a few at once, and returns their results; a failed run without
 * any failed file gets one, so that it counts.
 */
async function runTests(...files: string[]): Promise<TestFile[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-run-'))
  const report = path.join(folder, 'vitest.json')
  const isOk = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files], {
    ...(files.length > 0 ? { MAX_WORKERS: '1' } : {}),
  })
  const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}')
  await rm(folder, { recursive: true })
  const { testResults } = JSON.parse(text) as { testResults: TestFile[] }
  return isOk || testResults.some(hasFailed) ? testResults : [...testResults, { name: 'vitest', status: 'failed', assertionResults: [] }]
}

const hasFailed = (file: TestFile) => file.status === 'failed'

const count = (files: TestFile[], status: string) =>
  files.flatMap(file => file.assertionResults).filter(test => test.status === status).length

// Types take one processor for most of the time, the build the other.
const steps = await Promise.all([run('npm', ['run', '--silent', 'check']), run('npm', ['run', '--silent', 'build'])])
let files = await runTests()

// A port may be taken, or the machine may stall or be slow: a failed file runs once more, alone and on a database of its
// own, and the end of the log says so. A real error fails again.
const failed = files.filter(hasFailed).map(file => file.name)
const again = failed.length <= maxRunAgain ? failed : []
if (again.length > 0) files = [...files.filter(file => !hasFailed(file)), ...(await runTests(...again))]

const failedSteps = steps.filter(isOk => !isOk).length
const passedTests = count(files, 'passed')
const passedCount = passedTests + steps.length - failedSteps
const failedCount = failedSteps + count(files, 'failed') + files.filter(file => hasFailed(file) && count([file], 'failed') === 0).length
for (const file of files.filter(({ name }) => again.includes(name)))
  console.log(`\nRun twice: ${path.relative('.', file.name)}, which ${hasFailed(file) ? 'failed again' : 'passed then'}`)
console.log(`\n${passedCount} passed, ${failedCount} failed`)
process.exit(failedCount > 0 || passedTests === 0 ? 1 : 0)

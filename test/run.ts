/** All checks and tests in one run, each step told as it goes; ends with `N passed, N failed` and status 1 when anything failed or nothing ran. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-run-'))
const report = path.join(folder, 'vitest.json')

const run = (command: string, args: string[]) =>
  new Promise<boolean>(resolve => {
    console.log(`\n▶ ${command} ${args.join(' ')}`)
    spawn(command, args, { stdio: 'inherit' }).once('exit', code => resolve(code === 0))
  })

const steps = [await run('npm', ['run', '--silent', 'check']), await run('npm', ['run', '--silent', 'build'])]
const testsPassed = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])

const none = { numPassedTests: 0, numFailedTests: 0 }
const result = await readFile(report, 'utf8').then(
  text => JSON.parse(text) as typeof none,
  () => none,
)
await rm(folder, { recursive: true })
const failedSteps = steps.filter(isOk => !isOk).length
const passed = result.numPassedTests + steps.length - failedSteps
// A file that could not be loaded, or a set-up that failed, has no failed test of its own.
const failed = failedSteps + Math.max(result.numFailedTests, testsPassed ? 0 : 1)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 || result.numPassedTests === 0 ? 1 : 0)

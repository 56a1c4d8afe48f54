import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { deployFolder, readAlerts, readDashboard } from '#test/support/monitoring.ts'

const run = promisify(execFile)
const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
)
const promtool = (...args: string[]) => run('promtool', args, { cwd: path.join(deployFolder, 'prometheus') })

test('each alert has its part of the page of incidents, under its own name', async () => {
  const page = await readFile(path.join(deployFolder, '../docs/operating/incidents.md'), 'utf8')
  const alerts = readAlerts()
  expect(alerts.length).toBeGreaterThan(20)
  for (const { alert, heading } of alerts) expect(heading).toBe(alert.toLowerCase())
  const headings = [...page.matchAll(/^### (\w+)$/gm)].map(match => match[1])
  expect(headings.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted())
})

test.runIf(process.env.HONGYAN_PROOF === 'long')('promtool of the package prometheus is installed', () => expect(hasPromtool).toBe(true))

test.runIf(hasPromtool)('the alert rules do what their tests say', async () => {
  await promtool('check', 'config', '--syntax-only', 'prometheus.yml')
  await promtool('test', 'rules', 'alerts.test.yml')
})

test.runIf(hasPromtool)('Prometheus understands each query of the dashboard', async () => {
  const rules = readDashboard().map(({ query }, index) => ({
    record: `dashboard:query${index}`,
    expr: query.replaceAll('$__rate_interval', '1m'),
  }))
  expect(rules.length).toBeGreaterThan(50)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-rules-'))
  // JSON is YAML.
  await writeFile(path.join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  await promtool('check', 'rules', path.join(folder, 'rules.yml'))
  await rm(folder, { recursive: true })
})

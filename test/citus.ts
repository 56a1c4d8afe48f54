/**
 * Runs the tests that use a database on a Citus cluster of a coordinator and two workers that it starts:
 * `npm run test:citus`, or with the files that are wanted after `--`. Needs a PostgreSQL of Debian with the extension.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { citusEnvironment, findCitus, startCitus } from './support/citus-cluster.ts'

const withDatabase = ['db', 'dispatch', 'domain', 'esme', 'http', 'jobs', 'redirect']
const integration = ['cluster', 'engine', 'export', 'kill-switch', 'link-broadcast', 'phonebook', 'redirect', 'upload', 'webhook-killed']

const bin = await findCitus()
if (bin === null) {
  console.error('no PostgreSQL of Debian (/usr/lib/postgresql) has the extension citus: docs/operating/scale.md says how to build it')
  process.exit(1)
}
const cluster = await startCitus(bin)
try {
  const given = process.argv.slice(2)
  const files =
    given.length > 0 ? given : [...withDatabase.map(layer => `${layer}/`), ...integration.map(name => `test/integration/${name}`)]
  const args = ['run', '--project', 'unit', '--project', 'unit-isolated', '--project', 'integration', '--project', 'e2e', ...files]
  const tests = spawn('vitest', args, { stdio: 'inherit', env: { ...process.env, ...citusEnvironment(cluster) } })
  const [status] = await once(tests, 'exit')
  process.exitCode = Number(status ?? 1)
} finally {
  await cluster.close()
}

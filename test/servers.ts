/**
 * Runs the tests that use a database on another than the bundled one, which it starts: `node test/servers.ts <kind>
 * [files]`. Needs Debian's packages.
 *
 * - `postgres`: Debian's newest PostgreSQL.
 * - `pgbouncer`: the same, with the programs behind PgBouncer in transaction mode.
 * - `citus`: a cluster of a coordinator and two workers, where Debian's PostgreSQL has the extension.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { citusEnvironment, findCitus, findPlain, startCitus, startPlain } from './support/citus-cluster.ts'
import { hasPooler, startPooler } from './support/own-server.ts'

interface Servers {
  env: Record<string, string>
  close: () => Promise<void>
}

const withDatabase = ['db', 'dispatch', 'domain', 'esme', 'http', 'jobs', 'redirect']
const integration = ['cluster', 'engine', 'export', 'kill-switch', 'link-broadcast', 'phonebook', 'redirect', 'upload', 'webhook-killed']

async function openPostgres(): Promise<Servers & { url: string; socketDir: string }> {
  const bin = findPlain() ?? missing('Debian’s PostgreSQL (/usr/lib/postgresql) is not installed')
  const { url, socketDir, close } = await startPlain(bin)
  return { url, socketDir, env: { TEST_DATABASE_URL: url }, close }
}

async function openPgBouncer(): Promise<Servers> {
  if (!(await hasPooler())) missing('PgBouncer is not installed')
  const { url, socketDir, env, close } = await openPostgres()
  const passwords = { hongyan_app: 'hongyan_app', hongyan_platform: 'hongyan_platform' }
  const pooler = await startPooler(socketDir, passwords, `* = host=${socketDir} port=${new URL(url).port}`, 20)
  return {
    env: { ...env, TEST_POOLER_URL: pooler.url('postgres') },
    close: async () => {
      await pooler.stop()
      await close()
    },
  }
}

async function openCitus(): Promise<Servers> {
  const bin = findCitus() ?? missing('no PostgreSQL of Debian has the extension citus: docs/operating/scale.md says how to build it')
  const cluster = await startCitus(bin)
  return { env: citusEnvironment(cluster), close: cluster.close }
}

function missing(what: string): never {
  console.error(what)
  process.exit(1)
}

const kinds: Record<string, () => Promise<Servers>> = { postgres: openPostgres, pgbouncer: openPgBouncer, citus: openCitus }
const [kind = '', ...given] = process.argv.slice(2)
const servers = await (kinds[kind] ?? missing(`one of ${Object.keys(kinds).join(', ')}`))()
try {
  const files =
    given.length > 0 ? given : [...withDatabase.map(layer => `${layer}/`), ...integration.map(name => `test/integration/${name}`)]
  const args = ['run', '--project', 'unit', '--project', 'unit-isolated', '--project', 'integration', '--project', 'e2e', ...files]
  const tests = spawn('vitest', args, { stdio: 'inherit', env: { ...process.env, ...servers.env } })
  const [status] = await once(tests, 'exit')
  process.exitCode = Number(status ?? 1)
} finally {
  await servers.close()
}

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#bin/free-port.ts'
import { openClusterHome } from '#db/embedded.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { runOn } from './citus.ts'
import { makeDataFolder } from './folder.ts'

const run = promisify(execFile)
const majors = [18, 17, 16, 15]

export interface CitusCluster {
  /** Addresses of the nodes as a superuser, the coordinator's first. */
  urls: string[]
  stop: () => Promise<void>
}

/** The programs of the newest PostgreSQL of Debian with the extension citus; null: there is none. */
export async function findCitus(): Promise<string | null> {
  for (const major of majors) {
    const home = `/usr/lib/postgresql/${major}`
    const isThere = await access(`${home}/lib/citus.so`).then(
      () => true,
      () => false,
    )
    if (isThere) return `${home}/bin`
  }
  return null
}

const settings = `
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
max_connections = 300
max_prepared_transactions = 300
max_worker_processes = 60
wal_level = logical
citus.propagate_set_commands = 'local'
citus.shard_count = 8
fsync = off
full_page_writes = off
synchronous_commit = off
`

interface Node {
  url: string
  server: ChildProcess
  folder: string
}

/** A coordinator and two workers on this machine, whose data are not durable. `bin`: of `findCitus`. */
export async function startCitus(bin: string): Promise<CitusCluster> {
  const nodes = await Promise.all([1, 2, 3].map(() => startNode(bin)))
  return {
    urls: nodes.map(node => node.url),
    stop: async () => {
      for (const { server } of nodes) server.kill('SIGINT')
      await Promise.all(nodes.map(({ server }) => (server.exitCode === null ? once(server, 'exit') : null)))
      for (const { folder } of nodes) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startNode(bin: string): Promise<Node> {
  const folder = await makeDataFolder('hongyan-citus-')
  const { home, user } = await openClusterHome(folder)
  const data = path.join(home, 'cluster')
  const port = await freePort()
  const as = user ? { uid: user.uid, gid: user.gid } : {}
  await run(`${bin}/initdb`, ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-locale', '-E', 'UTF8'], { ...as, cwd: home })
  await appendFile(path.join(data, 'postgresql.conf'), `${settings}port = ${port}\nunix_socket_directories = '${home}'\n`)
  // Nodes connect to each other, and look for certificates at home.
  const server = spawn(`${bin}/postgres`, ['-D', data], { ...as, cwd: home, env: { ...process.env, HOME: home }, stdio: 'ignore' })
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres?application_name=test`
  while (!(await isReady(url))) {
    if (server.exitCode !== null) throw new Error(`a node of the cluster ended with status ${server.exitCode}`)
    await pause(50)
  }
  return { url, server, folder }
}

const isReady = (url: string) =>
  runOn(url, ['select']).then(
    () => true,
    () => false,
  )

/** The variables by which tests use a cluster. */
export const citusEnvironment = ({ urls }: CitusCluster) => ({
  TEST_DATABASE_URL: firstOrThrow(urls),
  TEST_WORKER_URLS: urls.slice(1).join(' '),
})

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#bin/run/free-port.ts'
import { openClusterHome } from '#db/embedded.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { runOn } from './citus.ts'
import { makeDataFolder } from './folder.ts'

const run = promisify(execFile)
const majors = [18, 17, 16, 15]
/** Of Debian's package faketime. */
const fakeTime = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`
export const hasFakeTime = existsSync(fakeTime)

export interface CitusNode {
  /** Its address as a superuser. */
  url: string
  /** `clockAheadS`: its clock is ahead of this machine's, as libfaketime makes it. */
  start: (clockAheadS?: number) => Promise<void>
  /** Of the running server. */
  readonly pid: number
  /** At once, as after a loss of power; its files stay. */
  stop: () => Promise<void>
}

export interface CitusCluster {
  /** The coordinator first. */
  nodes: CitusNode[]
  close: () => Promise<void>
}

/** The programs of the newest PostgreSQL of Debian that has a file; null: there is none. */
function findPostgres(file: string): string | null {
  const home = majors.map(major => `/usr/lib/postgresql/${major}`).find(one => existsSync(`${one}/${file}`))
  return home === undefined ? null : `${home}/bin`
}
export const findPlain = () => findPostgres('bin/postgres')
export const findCitus = () => findPostgres('lib/citus.so')

const settings = `
listen_addresses = '127.0.0.1'
max_connections = 300
`
const ofCitus = `
shared_preload_libraries = 'citus'
max_prepared_transactions = 300
max_worker_processes = 60
wal_level = logical
citus.propagate_set_commands = 'local'
citus.shard_count = 8
`
const notDurable = `fsync = off
full_page_writes = off
synchronous_commit = off
`

/** A server without the extension on this machine. `socketDir`: of its socket. */
export async function startPlain(bin: string): Promise<Pick<CitusNode, 'url'> & { socketDir: string; close: () => Promise<void> }> {
  const { url, folder, socketDir, stop } = await makeNode(bin, notDurable)
  const close = async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url, socketDir, close }
}

/** A coordinator and workers on this machine. `bin`: of `findCitus`; `isDurable`: their data survive its crash. */
export async function startCitus(bin: string, workerCount = 2, isDurable = false): Promise<CitusCluster> {
  const own = isDurable ? ofCitus : `${ofCitus}${notDurable}`
  const nodes = await Promise.all(Array.from({ length: workerCount + 1 }, () => makeNode(bin, own)))
  return {
    nodes,
    close: async () => {
      await Promise.all(nodes.map(node => node.stop()))
      for (const { folder } of nodes) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeNode(bin: string, own: string): Promise<CitusNode & { folder: string; socketDir: string }> {
  const folder = await makeDataFolder('hongyan-citus-')
  const { home, user } = await openClusterHome(folder)
  const data = path.join(home, 'cluster')
  const port = await freePort()
  const as = user ? { uid: user.uid, gid: user.gid } : {}
  await run(`${bin}/initdb`, ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-locale', '-E', 'UTF8'], { ...as, cwd: home })
  await appendFile(path.join(data, 'postgresql.conf'), `${settings}${own}port = ${port}\nunix_socket_directories = '${home}'\n`)
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres?application_name=test`
  let server: ChildProcess | null = null
  const start = async (clockAheadS = 0) => {
    const clock =
      clockAheadS === 0
        ? {}
        : { LD_PRELOAD: fakeTime, FAKETIME: `${clockAheadS < 0 ? '' : '+'}${clockAheadS}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
    // Nodes connect to each other, and look for certificates at home.
    const started = spawn(`${bin}/postgres`, ['-D', data], {
      ...as,
      cwd: home,
      env: { ...process.env, HOME: home, ...clock },
      stdio: 'ignore',
    })
    server = started
    while (!(await isReady(url))) {
      if (started.exitCode !== null) throw new Error(`a node of the cluster ended with status ${started.exitCode}`)
      await pause(50)
    }
  }
  const stop = async () => {
    const stopped = server
    if (stopped === null || stopped.exitCode !== null) return
    stopped.kill('SIGQUIT')
    await once(stopped, 'exit')
  }
  await start()
  return {
    url,
    folder,
    socketDir: home,
    start,
    stop,
    get pid() {
      return server?.pid ?? 0
    },
  }
}

const isReady = (url: string) =>
  runOn(url, ['select']).then(
    () => true,
    () => false,
  )

/** The variables by which tests use a cluster. */
export const citusEnvironment = ({ nodes }: CitusCluster) => ({
  TEST_DATABASE_URL: firstOrThrow(nodes).url,
  TEST_WORKER_URLS: nodes
    .slice(1)
    .map(node => node.url)
    .join(' '),
})

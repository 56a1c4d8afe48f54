import { spawn } from 'node:child_process'
import { access, chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { urlAs } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { itemOrThrow, matchOrThrow } from '#values/or-throw.ts'
import { makeDataFolder } from './folder.ts'

/**
 * A PostgreSQL server as others run it: passwords for everybody but its superuser, and a database owner without
 * superuser rights.
 */
export interface OwnServer {
  /** With superuser rights, without a password. */
  superUrl: string
  /** As the owner of an empty database `shop`. */
  ownerUrl: string
  /** The folder of the server's socket, and the user who is admitted there. */
  socketDir: string
  query: <Row extends pg.QueryResultRow>(url: string, text: string) => Promise<Row[]>
  stop: () => Promise<void>
}

export async function startOwnServer(): Promise<OwnServer> {
  const folder = await makeDataFolder('hongyan-own-server-')
  const server = await startEmbeddedPostgres({ dataDir: folder, isDurable: false })
  const query: OwnServer['query'] = async (url, text) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const hba = path.join(folder, 'postgres/cluster/pg_hba.conf')
  await writeFile(hba, 'local all hongyan trust\nlocal all all scram-sha-256\n')
  await query(server.url, 'select pg_reload_conf()')
  await query(server.url, `create role shop_owner login createrole password 'of the owner'`)
  await query(server.url, 'create database shop owner shop_owner')
  const superUrl = server.url.replace('/postgres?', '/shop?')
  return {
    superUrl,
    ownerUrl: urlAs(superUrl, 'shop_owner', 'of the owner'),
    socketDir: decodeURIComponent(itemOrThrow(matchOrThrow(/host=([^&]+)/, superUrl), 1)),
    query,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const program = '/usr/sbin/pgbouncer'
export const hasPooler = () =>
  access(program).then(
    () => true,
    () => false,
  )

/**
 * PgBouncer in transaction mode in front of databases, which are lines of its section of that name. `passwords`: by
 * login. With few connections all share them.
 */
export async function startPooler(
  socketDir: string,
  passwords: Record<string, string>,
  databases: string,
  poolSize = 4,
): Promise<{ url: (name: string) => string; stop: () => Promise<void> }> {
  // The server's socket is accessible only to its own user, and the pooler refuses to run as root.
  const { uid, gid } = await stat(socketDir)
  const folder = await mkdtemp('/tmp/hongyan-pooler-')
  await chown(folder, uid, gid)
  const users = Object.entries(passwords).map(([login, password]) => `"${login}" "${password}"\n`)
  await writeFile(path.join(folder, 'userlist.txt'), users.join(''))
  await writeFile(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
${databases}
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
listen_port = 6432
auth_type = scram-sha-256
auth_file = ${folder}/userlist.txt
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
ignore_startup_parameters = options,extra_float_digits
log_connections = 0
log_disconnections = 0
`,
  )
  await chmod(folder, 0o755)
  const child = spawn(program, ['-q', path.join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const url = (name: string) => `postgresql://nobody@/${name}?host=${encodeURIComponent(folder)}&port=6432`
  while (
    !(await access(path.join(folder, '.s.PGSQL.6432')).then(
      () => true,
      () => child.exitCode !== null,
    ))
  )
    await new Promise(resolve => setTimeout(resolve, 50))
  return {
    url,
    stop: async () => {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

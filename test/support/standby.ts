import { execFile } from 'node:child_process'
import { appendFile, chown, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type EmbeddedPostgres, openClusterHome, startEmbeddedPostgres } from '#db/embedded.ts'
import { matchOrThrow } from '#values/or-throw.ts'
import { makeDataFolder } from './folder.ts'

const run = promisify(execFile)

export interface Standby {
  /** Both servers, as `DATABASE_URL` names them. */
  url: string
  /** Makes it the primary. */
  promote: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * A synchronous standby of an embedded server whose data are in `folder`: its commits wait until they are on both.
 * `own`: its settings.
 */
export async function startStandby(primary: EmbeddedPostgres, folder: string, own: Record<string, string> = {}): Promise<Standby> {
  const copy = await makeDataFolder('hongyan-standby-')
  const { home, user } = await openClusterHome(copy)
  const cluster = path.join(home, 'cluster')
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  // The cluster's home is as private as the original.
  await run('cp', ['-a', path.join((await openClusterHome(folder)).home, 'cluster'), cluster])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  const wal = path.join(cluster, 'pg_wal')
  for (const name of await readdir(wal)) if (/^[0-9A-F]{24}$/.test(name)) await rm(path.join(wal, name))
  await rm(path.join(cluster, 'postmaster.pid'), { force: true })
  const [, socketDir] = matchOrThrow(/host=([^&]+)/, primary.url)
  const settings = `primary_conninfo = 'host=${decodeURIComponent(socketDir ?? '')} user=hongyan application_name=standby'\n`
  await appendFile(path.join(cluster, 'postgresql.auto.conf'), settings)
  for (const [name, text] of Object.entries({ backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' })) {
    await writeFile(path.join(cluster, name), text)
    if (user) await chown(path.join(cluster, name), user.uid, user.gid)
  }
  const server = await startEmbeddedPostgres({ dataDir: copy, settings: own })
  await client.query(`alter system set synchronous_standby_names = 'standby'`)
  await client.query('select pg_reload_conf()')
  const isSynchronous = async () => (await client.query(`select from pg_stat_replication where sync_state = 'sync'`)).rowCount === 1
  while (!(await isSynchronous())) await new Promise(resolve => setTimeout(resolve, 50))
  await client.end()
  const [, standbySocket] = matchOrThrow(/host=([^&]+)/, server.url)
  return {
    url: `${primary.url}${encodeURIComponent(',')}${standbySocket}`,
    promote: async () => {
      const standby = new pg.Client({ connectionString: server.url })
      await standby.connect()
      await standby.query('select pg_promote()')
      await standby.end()
    },
    stop: async () => {
      await server.stop()
      await rm(copy, { recursive: true, force: true })
    },
  }
}

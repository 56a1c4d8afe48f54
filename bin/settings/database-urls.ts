import { type DatabaseRole, LoginRefused, openPool, urlAs } from '#db/connect.ts'
import { PrimaryClient } from '#db/primary.ts'
import type { RolePasswords } from '#db/roles.ts'
import { hmac, passingKeyFor } from '#domain/platform/index.ts'
import { errorCode, toError } from '#values/error.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { Config } from './config.ts'

/** Connection strings of the programs, each with a role of its own. */
export interface DatabaseUrls {
  app: string
  platform: string
  /** With the platform's role and never through a pooler: for LISTEN, and for the job queue. */
  direct: string
  /** Of a standby, with the platform's role, for reads that may be heavy; null: there is none. */
  replica: string | null
}

type Given = Pick<Config, 'databaseAppUrl' | 'databasePlatformUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl'>

const passwordOf = (secret: string, role: DatabaseRole) => hmac(passingKeyFor(secret, 'database role'), role).toString('base64url')

/** The configured URLs, else the owner's with another role and a password that is derived from the master secret. */
export function databaseUrls(ownerUrl: string | undefined, given: Given, secret: string): DatabaseUrls {
  const own = (role: DatabaseRole) => {
    if (!ownerUrl)
      throw new Error('请设置 DATABASE_URL，或同时设置 DATABASE_APP_URL 和 DATABASE_PLATFORM_URL，或使用 npm start 启动内置数据库')
    return urlAs(ownerUrl, role, passwordOf(secret, role))
  }
  const platform = given.databasePlatformUrl ?? own('hongyan_platform')
  const { databaseReplicaUrl: standby } = given
  // Where our own password opens the primary, it opens its copy.
  const replica =
    standby && !given.databasePlatformUrl ? urlAs(standby, 'hongyan_platform', passwordOf(secret, 'hongyan_platform')) : standby
  return {
    app: given.databaseAppUrl ?? own('hongyan_app'),
    platform,
    direct: given.databaseDirectUrl ?? platform,
    replica: replica ?? null,
  }
}

/** The passwords of the programs' roles, where they are ours to set: not with configured URLs. */
export const ownPasswords = (given: Given, secret: string): RolePasswords | null =>
  given.databaseAppUrl || given.databasePlatformUrl
    ? null
    : { hongyan_app: passwordOf(secret, 'hongyan_app'), hongyan_platform: passwordOf(secret, 'hongyan_platform') }

/**
 * Why programs must not use these logins, in one line; null where they may, or where the database does not answer now.
 */
export async function loginProblem({ app, platform, direct }: Omit<DatabaseUrls, 'replica'>): Promise<string | null> {
  const logins = [
    { url: app, role: 'hongyan_app' },
    { url: platform, role: 'hongyan_platform' },
    ...(direct === platform ? [] : [{ url: direct, role: 'hongyan_platform' } as const]),
  ] as const
  for (const login of logins) {
    const pool = openPool({ ...login, max: 1 })
    try {
      await pool.query('select')
    } catch (error) {
      if (error instanceof LoginRefused) return error.message
      if (errorCode(error)?.startsWith('28'))
        return `数据库不让 ${login.role} 登录：${toError(error).message}（docs/operating/database.md）`
    } finally {
      await pool.end()
    }
  }
  return null
}

/**
 * Why the owner's login must not be used in production, in one line: a superuser's password opens every database of the
 * server and the machine. Null where it may.
 */
export async function ownerProblem(ownerUrl: string): Promise<string | null> {
  const client = new PrimaryClient({ connectionString: ownerUrl })
  // A broken connection rejects the query that runs on it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ user: string; isSuper: boolean }>(
      'select rolname::text as user, rolsuper as "isSuper" from pg_roles where rolname = current_user',
    )
    const { user, isSuper } = firstOrThrow(rows)
    if (!isSuper) return null
    return `DATABASE_URL 的用户 ${user} 是数据库的超级用户，生产环境请改用只拥有这个数据库的用户（docs/operating/database.md）`
  } finally {
    await client.end()
  }
}

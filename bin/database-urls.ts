import { type DatabaseRole, LoginRefused, openPool, urlAs } from '#db/connect.ts'
import type { RolePasswords } from '#db/roles.ts'
import { hmac, keyFor } from '#domain/platform/index.ts'
import type { Config } from './config.ts'

/** How programs reach the database, each in a role of its own. */
export interface DatabaseUrls {
  app: string
  platform: string
  /** In the platform's role and never through a pooler: for what listens, and for the queue of jobs. */
  direct: string
}

type Given = Pick<Config, 'databaseAppUrl' | 'databasePlatformUrl' | 'databaseDirectUrl'>

const passwordOf = (secret: string, role: DatabaseRole) => hmac(keyFor(secret, 'database role'), role).toString('base64url')

/** The URLs that are set, else the owner's with the role in place of its user and a password that follows from the master secret. */
export function databaseUrls(ownerUrl: string | undefined, given: Given, secret: string): DatabaseUrls {
  const own = (role: DatabaseRole) => {
    if (!ownerUrl)
      throw new Error('请设置 DATABASE_URL，或同时设置 DATABASE_APP_URL 和 DATABASE_PLATFORM_URL，或使用 npm start 启动内置数据库')
    return urlAs(ownerUrl, role, passwordOf(secret, role))
  }
  const platform = given.databasePlatformUrl ?? own('hongyan_platform')
  return { app: given.databaseAppUrl ?? own('hongyan_app'), platform, direct: given.databaseDirectUrl ?? platform }
}

/** The passwords of the programs' roles, as far as they are ours to set: with URLs of their own they are somebody else's. */
export const ownPasswords = (given: Given, secret: string): RolePasswords | null =>
  given.databaseAppUrl || given.databasePlatformUrl
    ? null
    : { hongyan_app: passwordOf(secret, 'hongyan_app'), hongyan_platform: passwordOf(secret, 'hongyan_platform') }

/** Why programs must not work with these logins, in one line; null where they may, or where the database does not answer now. */
export async function loginProblem({ app, platform, direct }: DatabaseUrls): Promise<string | null> {
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
      if ((error as { code?: string }).code?.startsWith('28'))
        return `数据库不让 ${login.role} 登录：${(error as Error).message}（docs/operating/database.md）`
    } finally {
      await pool.end()
    }
  }
  return null
}

import type pg from 'pg'
import { errorCode } from '#values/error.ts'
import { type DatabaseRole, urlAs } from './connect.ts'
import { PrimaryClient } from './primary.ts'

export type RolePasswords = Record<DatabaseRole, string>

const page = 'docs/operating/database.md'
const roles: readonly DatabaseRole[] = ['hongyan_app', 'hongyan_platform']
const insufficientPrivilege = '42501'
const wrongPassword = '28P01'
/** Another database of the same server created the role at the same moment. */
const madeMeanwhile = ['42710', '23505']

const codeOf = (error: unknown) => errorCode(error) ?? ''

/**
 * Creates missing roles that programs log in as, and sets their passwords; without `passwords` these are managed
 * elsewhere. `owner` is connected by `url`. Throws one line that says what to do when the owner lacks the right.
 */
export async function ensureRoles(owner: pg.Client, url: string, passwords: RolePasswords | null): Promise<void> {
  for (const role of roles) {
    const { rows } = await owner.query<{ canLogin: boolean }>('select rolcanlogin as "canLogin" from pg_roles where rolname = $1', [role])
    const password = passwords ? ` password ${owner.escapeLiteral(passwords[role])}` : ''
    if (!rows[0]) await define(owner, role, `create role ${role} login${password}`)
    else if (!rows[0].canLogin) await define(owner, role, `alter role ${role} login${password}`)
    else if (passwords && (await isRefused(urlAs(url, role, passwords[role])))) await define(owner, role, `alter role ${role}${password}`)
  }
}

async function define(owner: pg.Client, role: DatabaseRole, statement: string): Promise<void> {
  try {
    await owner.query(statement)
  } catch (error) {
    if (madeMeanwhile.includes(codeOf(error))) return
    if (codeOf(error) !== insufficientPrivilege) throw error
    throw new Error(
      `DATABASE_URL 的用户不能建立或修改数据库角色 ${role}，请让数据库管理员按 ${page} 建立角色，或设置 DATABASE_APP_URL 和 DATABASE_PLATFORM_URL`,
    )
  }
}

/** Whether the server refuses a login's password. */
async function isRefused(url: string): Promise<boolean> {
  const client = new PrimaryClient({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return false
  } catch (error) {
    if (codeOf(error) === wrongPassword) return true
    throw error
  } finally {
    await client.end()
  }
}

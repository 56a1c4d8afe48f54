import { sql } from 'kysely'
import { parseTarget } from '#contract/links/link-target.ts'
import type { Executor } from '#db/connect.ts'
import { codesMeant } from '#domain/visits/index.ts'
import type { AccountId } from '#values/id.ts'

/**
 * The account's link of a short address, with or without scheme; null: none. `shortLinkUrl`: the start of the
 * platform's.
 */
export async function ownLinkAt(executor: Executor, account: AccountId, address: string, shortLinkUrl: string): Promise<string | null> {
  const [, host = '', code = ''] = /^(?:https?:\/\/)?([^/?#]+)\/([\w-]+)$/i.exec(address.trim()) ?? []
  const isPlatform = host.toLowerCase() === new URL(shortLinkUrl).host
  const row = await executor
    .selectFrom('shortCode')
    .select('linkId')
    .where('accountId', '=', account)
    .where('domain', '=', isPlatform ? '' : host.toLowerCase())
    .where(codesMeant(code))
    .orderBy(sql`code = ${code}`, 'desc')
    .executeTakeFirst()
  return row?.linkId ?? null
}

/** The newest link to a target created by the account's programs; null: none. */
export async function newestLinkTo(executor: Executor, account: AccountId, written: string): Promise<string | null> {
  const parsed = parseTarget(written)
  if ('problem' in parsed) return null
  const { target } = parsed
  const { rows } = await sql<{ linkId: string }>`
    select link_id from link
    where account_id = ${account} and md5(target) = md5(${target}) and target = ${target} and source = 'api' and deleted_at is null
    order by link_id desc limit 1`.execute(executor)
  return rows[0]?.linkId ?? null
}

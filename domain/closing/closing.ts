import { sql } from 'kysely'
import { type Blocker, blockers } from '#contract/closing/closing.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { leave } from '#domain/account/index.ts'
import { recordAccountChange } from '#domain/links/index.ts'
import { stopAccount } from '#domain/messages/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { findBlockers } from './blocker.ts'

const dayMs = 86_400_000
const link = '/system/uaccount/userinfo?tab=closing'

/** The pending closing, or null. */
export async function readClosing(tx: Tx, account: AccountId): Promise<{ closingId: string; dueAt: Date } | null> {
  const row = await tx
    .selectFrom('accountClosing')
    .select(['closingId', 'dueAt'])
    .where('accountId', '=', account)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row ?? null
}

/** What is lost with the account: packages with units left, active links, members other than the owner. */
export async function readLosses(tx: Tx, account: AccountId, now: Date) {
  const { rows } = await sql<{ segments: number; linkUnits: number; bonusHao: number; links: number; members: number }>`
    select
      (select coalesce(sum(p.credits - p.debits) filter (where p.asset = 'segment'), 0)::bigint from ledger_account p
        join credit_grant g on g.account_id = p.account_id and g.grant_id = p.grant_id
        where p.account_id = ${account} and p.purpose = 'available' and g.expires_at > ${now}) as segments,
      (select coalesce(sum(p.credits - p.debits) filter (where p.asset = 'link'), 0)::bigint from ledger_account p
        join credit_grant g on g.account_id = p.account_id and g.grant_id = p.grant_id
        where p.account_id = ${account} and p.purpose = 'available' and g.expires_at > ${now}) as "linkUnits",
      (select coalesce(sum(p.credits - p.debits), 0)::bigint from ledger_account p
        where p.account_id = ${account} and p.asset = 'bonus' and p.purpose = 'available') as "bonusHao",
      (select count(*) from link where account_id = ${account} and state = 'active') as links,
      (select count(*) from member where account_id = ${account} and state = 'active' and role <> 'owner') as members`.execute(tx)
  return firstOrThrow(rows)
}

const reasonOf = (found: readonly Blocker[]) => found.map(blocker => blockers[blocker].name).join('、')

/**
 * Requests closing an account, by its owner: nothing changes during the cooling-off period, after which it is closed.
 * Refuses `closing_hindered` with the blockers, `state_forbids` if already requested.
 */
export async function requestClosing(
  tx: Tx,
  account: AccountId,
  { memberId, reason, now }: { memberId: string; reason: string; now: Date },
): Promise<{ dueAt: Date }> {
  await tx.selectFrom('account').select('accountId').where('accountId', '=', account).forUpdate().executeTakeFirstOrThrow()
  if (await readClosing(tx, account)) refuse('state_forbids', { state: '注销冷静期', action: '再次申请' })
  const found = await findBlockers(tx, account)
  if (found.length > 0) refuse('closing_hindered', { reason: reasonOf(found) })
  const dueAt = new Date(now.getTime() + limits.closingDays * dayMs)
  await tx
    .insertInto('accountClosing')
    .values({ accountId: account, closingId: newId(), memberId, reason, state: 'waiting', askedAt: now, dueAt })
    .execute()
  return { dueAt }
}

/** Withdraws the request. Refuses `not_found` if it isn't pending any more. */
export async function undoClosing(tx: Tx, account: AccountId, { closingId, now }: { closingId: string; now: Date }): Promise<void> {
  const undone = await tx
    .updateTable('accountClosing')
    .set({ state: 'cancelled', endedAt: now })
    .where('accountId', '=', account)
    .where('closingId', '=', closingId)
    .where('state', '=', 'waiting')
    .returning('closingId')
    .executeTakeFirst()
  if (!undone) refuse('not_found')
}

/** Accounts whose cooling-off period is over. */
export async function dueClosings(db: Db, now: Date): Promise<AccountId[]> {
  const { rows } = await sql<{ accountId: AccountId }>`
    -- across accounts: accounts due for closing
    select account_id from account_closing where state = 'waiting' and due_at <= ${now} order by due_at limit 100`.execute(db)
  return rows.map(row => row.accountId)
}

/**
 * Closes an account whose cooling-off period is over: ends sessions and blocks sign-in, stops unsent messages, disables
 * its links, frees its login names. Ledger, bills and messages stay, as the law requires. With a new blocker it cancels
 * the closing and notifies the account instead. Returns whether it was closed.
 */
export async function closeAccount(db: Db, account: AccountId, now: Date): Promise<boolean> {
  return asAccount(db, account, async tx => {
    await tx.selectFrom('account').select('accountId').where('accountId', '=', account).forUpdate().executeTakeFirstOrThrow()
    const closing = await readClosing(tx, account)
    if (!closing || closing.dueAt > now) return false
    const found = await findBlockers(tx, account)
    await tx
      .updateTable('accountClosing')
      .set({ state: found.length > 0 ? 'cancelled' : 'closed', endedAt: now, blocker: found.length > 0 ? reasonOf(found) : null })
      .where('accountId', '=', account)
      .where('closingId', '=', closing.closingId)
      .execute()
    if (found.length > 0) {
      const body = `注销冷静期内账户有了新的变动：${reasonOf(found)}。注销申请已自动撤回，处理后可以重新申请。`
      await notifyAccount(tx, account, { kind: 'security', title: '账户没有注销', body, link, now })
      return false
    }
    await end(tx, account, now)
    return true
  })
}

async function end(tx: Tx, account: AccountId, now: Date): Promise<void> {
  await tx.updateTable('account').set({ state: 'closed' }).where('accountId', '=', account).execute()
  await stopAccount(tx, account, { reason: 'account_frozen', now })
  await recordAccountChange(tx, account)
  await tx.deleteFrom('session').where('accountId', '=', account).execute()
  await tx
    .updateTable('invitation')
    .set({ state: 'cancelled', endedAt: now })
    .where('accountId', '=', account)
    .where('state', '=', 'waiting')
    .execute()
  const members = await tx.selectFrom('member').select('memberId').where('accountId', '=', account).where('state', '=', 'active').execute()
  for (const { memberId } of members) await leave(tx, account, memberId, now)
}

import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Db, Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'
import type { SmppAccount } from './smpp-account.ts'

export type BindKind = 'transmitter' | 'receiver' | 'transceiver'

export interface SmppBind {
  bindId: string
  kind: BindKind
  address: string
  boundAt: Date
  submittedCount: number
  deliveredCount: number
}

const livesMs = limits.smppBindExpiresSeconds * 1_000

/**
 * Records a session bound to the process `program`. Refuses `smpp_binds_full` at the app's maximum over all processes.
 */
export async function openBind(tx: Tx, owner: SmppAccount, bind: SmppBind, program: string): Promise<void> {
  const { account, appId, systemId, bindLimit } = owner
  await sql`select from smpp_account where account_id = ${account} and system_id = ${systemId} for no key update`.execute(tx)
  const live = await liveBinds(tx, account, appId, bind.boundAt)
  if (live.length >= bindLimit) refuse('smpp_binds_full', { limit: bindLimit })
  await tx
    .insertInto('smppBind')
    .values({ accountId: account, ...pick(bind, 'bindId', 'kind', 'address', 'boundAt'), appId, program, seenAt: bind.boundAt })
    .execute()
}

/** Live sessions of an app, the oldest first. */
export async function liveBinds(executor: Executor, account: AccountId, appId: string, now: Date): Promise<SmppBind[]> {
  const rows = await executor
    .selectFrom('smppBind')
    .select(['bindId', 'kind', 'address', 'boundAt', 'submittedCount', 'deliveredCount'])
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('seenAt', '>', new Date(now.getTime() - livesMs))
    .orderBy('boundAt')
    .orderBy('bindId')
    .execute()
  return rows
}

/** Deletes the sessions that a process had before its restart. */
export async function deleteBinds(db: Db, program: string): Promise<void> {
  await sql`
    -- across accounts: the sessions of one process
    delete from smpp_bind where program = ${program}`.execute(db)
}

export async function closeBind(db: Db, account: AccountId, bindId: string): Promise<void> {
  await sql`delete from smpp_bind where account_id = ${account} and bind_id = ${bindId}`.execute(db)
}

/** Heartbeat: marks sessions of this process as live, with their counters, and deletes those of killed processes. */
export async function touchBinds(
  db: Db,
  binds: readonly Pick<SmppBind, 'bindId' | 'submittedCount' | 'deliveredCount'>[],
  now: Date,
): Promise<void> {
  if (binds.length > 0)
    await sql`
      -- across accounts: the sessions of one process
      update smpp_bind set seen_at = ${now}, submitted_count = own.submitted, delivered_count = own.delivered
      from unnest(${binds.map(one => one.bindId)}::uuid[], ${binds.map(one => one.submittedCount)}::integer[],
        ${binds.map(one => one.deliveredCount)}::integer[]) as own (id, submitted, delivered)
      where bind_id = own.id`.execute(db)
  await sql`
    -- across accounts: sessions whose process is gone
    delete from smpp_bind where seen_at < ${new Date(now.getTime() - 4 * livesMs)}`.execute(db)
}

/**
 * Of the given SMPP accounts, those whose sessions may continue, with their permissions: app enabled, SMPP open,
 * password unchanged.
 */
export async function activeSystems(db: Db, systems: readonly SmppAccount[]): Promise<Map<string, SmppAccount>> {
  if (systems.length === 0) return new Map()
  const { rows } = await sql<{
    systemId: string
    windowSize: number
    ratePerSecond: number
    bindLimit: number
    allowsFreeText: boolean
    passwordChangedAt: Date
  }>`
    -- across accounts: the sessions of one process
    select system_id, window_size, rate_per_second, bind_limit, allows_free_text, password_changed_at
    from smpp_account join app using (account_id, app_id)
    where system_id = any(${systems.map(one => one.systemId)}::text[]) and app.state = 'enabled' and (app.settings -> 'ingresses' ->> 'smpp')::boolean`.execute(
    db,
  )
  const now = new Map(rows.map(row => [row.systemId, row]))
  return new Map(
    systems.flatMap(system => {
      const row = now.get(system.systemId)
      if (!row || row.passwordChangedAt.getTime() !== system.passwordChangedAt.getTime()) return []
      const { windowSize, ratePerSecond, bindLimit, allowsFreeText } = row
      return [[system.systemId, { ...system, windowSize, ratePerSecond, bindLimit, allowsFreeText }]]
    }),
  )
}

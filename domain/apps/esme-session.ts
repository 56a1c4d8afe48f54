import { sql } from 'kysely'
import { type EsmeProtocol, ingressNames } from '#contract/apps/app-labels.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db, Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'
import type { EsmeAccount } from './esme-account.ts'

export type SessionKind = 'transmitter' | 'receiver' | 'transceiver'

export interface EsmeSession {
  sessionId: string
  kind: SessionKind
  address: string
  startedAt: Date
  submittedCount: number
  deliveredCount: number
}

const livesMs = limits.esmeSessionExpiresSeconds * 1_000

/**
 * Records a session with the process `program`. Refuses `esme_sessions_full` at the account's maximum over all
 * processes.
 */
export async function openSession(tx: Tx, owner: EsmeAccount, session: EsmeSession, program: string): Promise<void> {
  const { account, appId, protocol, loginName, sessionLimit } = owner
  await sql`select from esme_account where account_id = ${account} and protocol = ${protocol} and login_name = ${loginName} for no key update`.execute(
    tx,
  )
  const live = await liveSessions(tx, account, { appId, protocol, now: session.startedAt })
  if (live.length >= sessionLimit) refuse('esme_sessions_full', { protocol: ingressNames[protocol], limit: sessionLimit })
  await tx
    .insertInto('esmeSession')
    .values({
      accountId: account,
      ...pick(session, 'sessionId', 'kind', 'address', 'startedAt'),
      appId,
      protocol,
      program,
      seenAt: session.startedAt,
    })
    .execute()
}

/** Live sessions of an app by a protocol, the oldest first. */
export function liveSessions(
  executor: Executor,
  account: AccountId,
  { appId, protocol, now }: { appId: string; protocol: EsmeProtocol; now: Date },
): Promise<EsmeSession[]> {
  return executor
    .selectFrom('esmeSession')
    .select(['sessionId', 'kind', 'address', 'startedAt', 'submittedCount', 'deliveredCount'])
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('protocol', '=', protocol)
    .where('seenAt', '>', new Date(now.getTime() - livesMs))
    .orderBy('startedAt')
    .orderBy('sessionId')
    .execute()
}

/** Deletes the sessions that a process had before its restart. */
export async function deleteSessions(db: Db, program: string): Promise<void> {
  await sql`
    -- across accounts: the sessions of one process
    delete from esme_session where program = ${program}`.execute(db)
}

export async function closeSession(db: Db, account: AccountId, sessionId: string): Promise<void> {
  await sql`delete from esme_session where account_id = ${account} and session_id = ${sessionId}`.execute(db)
}

/** Heartbeat: marks sessions of this process as live, with their counters, and deletes those of killed processes. */
export async function touchSessions(
  db: Db,
  sessions: readonly Pick<EsmeSession, 'sessionId' | 'submittedCount' | 'deliveredCount'>[],
  now: Date,
): Promise<void> {
  if (sessions.length > 0)
    await sql`
      -- across accounts: the sessions of one process
      update esme_session set seen_at = ${now}, submitted_count = own.submitted, delivered_count = own.delivered
      from unnest(${sessions.map(one => one.sessionId)}::uuid[], ${sessions.map(one => one.submittedCount)}::integer[],
        ${sessions.map(one => one.deliveredCount)}::integer[]) as own (id, submitted, delivered)
      where session_id = own.id`.execute(db)
  await sql`
    -- across accounts: sessions whose process is gone
    delete from esme_session where seen_at < ${new Date(now.getTime() - 4 * livesMs)}`.execute(db)
}

/**
 * Of the given accounts of a protocol, those whose sessions may continue, with their permissions, by login name: app
 * enabled, protocol open, password unchanged.
 */
export async function activeAccounts(db: Db, protocol: EsmeProtocol, accounts: readonly EsmeAccount[]): Promise<Map<string, EsmeAccount>> {
  if (accounts.length === 0) return new Map()
  const { rows } = await sql<Omit<EsmeAccount, 'account' | 'appId' | 'protocol'>>`
    -- across accounts: the sessions of one process
    select login_name, window_size, rate_per_second, session_limit, allows_free_text, password_changed_at
    from esme_account join app using (account_id, app_id)
    where protocol = ${protocol} and login_name = any(${accounts.map(one => one.loginName)}::text[]) and app.state = 'enabled'
      and (app.settings -> 'ingresses' ->> ${protocol})::boolean`.execute(db)
  const now = new Map(rows.map(row => [row.loginName, row]))
  return new Map(
    accounts.flatMap(account => {
      const row = now.get(account.loginName)
      if (!row || row.passwordChangedAt.getTime() !== account.passwordChangedAt.getTime()) return []
      return [[account.loginName, { ...account, ...row }]]
    }),
  )
}

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import type { RefusalEvidence } from '#db/json.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { type AccountId, newId } from '#values/id.ts'

export interface BlacklistCheck {
  phones: readonly string[]
  kind: MessageKind
  signatureId: string
  now: Date
}

/** The account's active entries that block messages of this kind and signature to the numbers. */
const holding = (account: AccountId, { phones, kind, signatureId, now }: BlacklistCheck) => sql`
  account_id = ${account} and phone = any(${phones}::text[]) and removed_at is null
  and (expires_at is null or expires_at > ${now}) and (signature_id is null or signature_id = ${signatureId})
  and (${kind} = 'marketing' or ${kind} = 'transactional' and scope = 'all')`

/**
 * Blacklist check: which of the numbers may not get a message of this kind and signature. The platform's level blocks
 * every kind; an account's entry blocks marketing, and transactional messages if its scope says so, never OTP.
 */
export async function blockedPhones(tx: Tx, account: AccountId, check: BlacklistCheck): Promise<Set<string>> {
  const { rows } = await sql<{ phone: string }>`
    select phone from platform_blacklist where phone = any(${check.phones}::text[])
    union select phone from blacklist where ${holding(account, check)}`.execute(tx)
  return new Set(rows.map(row => row.phone))
}

/** Counts one blocked message on each of the account's entries for `phones`, the result of `blockedPhones`. */
export async function countHits(tx: Tx, account: AccountId, check: BlacklistCheck): Promise<void> {
  if (check.phones.length === 0) return
  // Locks rows in a fixed order to avoid deadlocks between senders with common numbers.
  await sql`
    with hit as (select blacklist_id from blacklist where ${holding(account, check)} order by blacklist_id for no key update)
    update blacklist set hit_count = hit_count + 1 from hit
    where blacklist.account_id = ${account} and blacklist.blacklist_id = hit.blacklist_id`.execute(tx)
}

/** An entry that may block messages to a number. */
export interface BlockingEntry {
  phone: string
  /** Null: the platform's level, which blocks everything. */
  blacklistId: string | null
  /** Null: applies to every signature. */
  signatureId: string | null
  scope: string
}

/**
 * Whether an entry blocks a message: the platform's blocks every kind; the account's blocks marketing, and
 * transactional messages if its scope or the app (`bindsTransactional`) says so; never OTP.
 */
export function isBlocking(
  entry: BlockingEntry,
  { kind, signatureId, bindsTransactional }: { kind: MessageKind; signatureId: string; bindsTransactional: boolean },
): boolean {
  if (entry.blacklistId === null) return true
  if (entry.signatureId !== null && entry.signatureId !== signatureId) return false
  return kind === 'marketing' || (kind === 'transactional' && (entry.scope === 'all' || bindsTransactional))
}

/** The statement that adds blocked messages to the hit counters of entries, by id. `hits` must not be empty. */
export function countedHits(account: AccountId, hits: ReadonlyMap<string, number>): RawBuilder<unknown> {
  // Locks rows in a fixed order to avoid deadlocks between senders with common numbers.
  return sql`
    with hit as (
      select blacklist_id, hits from blacklist join unnest(${[...hits.keys()]}::uuid[], ${[...hits.values()]}::integer[]) as hit (id, hits) on id = blacklist_id
      where account_id = ${account} order by blacklist_id for no key update of blacklist)
    update blacklist set hit_count = hit_count + hit.hits from hit
    where blacklist.account_id = ${account} and blacklist.blacklist_id = hit.blacklist_id`
}

export interface OptOut {
  phone: string
  signatureId: string | null
  source: 'reply' | 'opt_out_page' | 'complaint'
  reason?: string
  evidence?: RefusalEvidence
  now: Date
}

/**
 * Opt-out: records that the phone's owner refuses messages, for one signature or, without one, the whole account. An
 * entry of the account becomes an opt-out: it never expires and needs consent to be removed; a complaint ranks above
 * it. True if the number was not on the list.
 */
export async function optOut(tx: Tx, account: AccountId, refusal: OptOut): Promise<boolean> {
  const { phone, signatureId, source, reason = '', now } = refusal
  const blacklistId = newId()
  const lapsed = sql`blacklist.expires_at <= ${now}`
  const { rows } = await sql<{ blacklistId: string }>`
    insert into blacklist (account_id, blacklist_id, phone, level, signature_id, scope, source, reason, evidence, created_at)
    values (${account}, ${blacklistId}, ${phone}, ${signatureId === null ? 'account' : 'signature'}, ${signatureId}, 'marketing', ${source}, ${reason},
      ${JSON.stringify(refusal.evidence ?? {})}, ${now})
    on conflict (account_id, phone, signature_id) where removed_at is null do update set
      blacklist_id = case when ${lapsed} then excluded.blacklist_id else blacklist.blacklist_id end,
      created_at = case when ${lapsed} then excluded.created_at else blacklist.created_at end,
      source = excluded.source, reason = coalesce(nullif(excluded.reason, ''), blacklist.reason), evidence = excluded.evidence, expires_at = null
      where blacklist.source in ('manual', 'import') or (excluded.source = 'complaint' and blacklist.source <> 'complaint')
    returning blacklist_id`.execute(tx)
  return rows[0]?.blacklistId === blacklistId
}

/**
 * Lifts an opt-out at the person's own request, for the signature and the whole account. The sender's own entries stay.
 * True if there was one.
 */
export async function liftOptOut(
  tx: Tx,
  account: AccountId,
  { phone, signatureId, now }: { phone: string; signatureId: string | null; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('blacklist')
    .set({ removedAt: now, removalReason: '本人在退订页面恢复接收' })
    .where('accountId', '=', account)
    .where('phone', '=', phone)
    .where('source', 'in', ['reply', 'opt_out_page', 'complaint'])
    .where('removedAt', 'is', null)
    .$if(signatureId !== null, query => query.where(row => row.or([row('signatureId', 'is', null), row('signatureId', '=', signatureId)])))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

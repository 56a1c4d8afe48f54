import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { type AccountId, newId } from '#values/id.ts'

export interface BlacklistCheck {
  phones: readonly string[]
  kind: MessageKind
  signatureId: string
  now: Date
}

/** Entries of the account that keep a message of this kind under this signature from the numbers: for all its signatures or for this one, not run out. */
const holding = (account: AccountId, { phones, kind, signatureId, now }: BlacklistCheck) => sql`
  account_id = ${account} and phone = any(${phones}::text[]) and removed_at is null
  and (expires_at is null or expires_at > ${now}) and (signature_id is null or signature_id = ${signatureId})
  and case ${kind} when 'marketing' then true when 'notice' then scope = 'all' else false end`

/**
 * Those of the numbers that may not get a message of this kind under this signature. The platform's own level blocks every kind, an entry of the account
 * blocks marketing, and notices too where its scope says so; never codes (spec/sms.md, "blacklist").
 */
export async function blockedPhones(tx: Tx, account: AccountId, check: BlacklistCheck): Promise<Set<string>> {
  const { rows } = await sql<{ phone: string }>`
    select phone from platform_blacklist where phone = any(${check.phones}::text[])
    union select phone from blacklist where ${holding(account, check)}`.execute(tx)
  return new Set(rows.map(row => row.phone))
}

/** Counts on the account's entries one more message each that they kept back. `phones` are those that `blockedPhones` gave. */
export async function countHits(tx: Tx, account: AccountId, check: BlacklistCheck): Promise<void> {
  if (check.phones.length === 0) return
  // Taken in one order, so that two senders who meet the same numbers don't wait for each other in a circle.
  await sql`
    with hit as (select blacklist_id from blacklist where ${holding(account, check)} order by blacklist_id for no key update)
    update blacklist set hit_count = hit_count + 1 from hit
    where blacklist.account_id = ${account} and blacklist.blacklist_id = hit.blacklist_id`.execute(tx)
}

/** An entry that may keep messages from a number. */
export interface BlockingEntry {
  phone: string
  /** Null: the platform's own level, which keeps everything back. */
  blacklistId: string | null
  /** Null: it holds for every signature. */
  signatureId: string | null
  scope: string
}

/**
 * Whether an entry keeps a message back: the platform's every kind, the account's marketing, and notices where its scope or the app (`bindsNotices`) says so;
 * never codes.
 */
export function isBlocking(
  entry: BlockingEntry,
  { kind, signatureId, bindsNotices }: { kind: MessageKind; signatureId: string; bindsNotices: boolean },
): boolean {
  if (entry.blacklistId === null) return true
  if (entry.signatureId !== null && entry.signatureId !== signatureId) return false
  return kind === 'marketing' || (kind === 'notice' && (entry.scope === 'all' || bindsNotices))
}

/** The statement that counts on entries the messages that each kept back, by id: at least one. */
export function countedHits(account: AccountId, hits: ReadonlyMap<string, number>): RawBuilder<unknown> {
  // Taken in one order, so that two senders who meet the same numbers don't wait for each other in a circle.
  return sql`
    with hit as (
      select blacklist_id, hits from blacklist join unnest(${[...hits.keys()]}::uuid[], ${[...hits.values()]}::integer[]) as hit (id, hits) on id = blacklist_id
      where account_id = ${account} order by blacklist_id for no key update of blacklist)
    update blacklist set hit_count = hit_count + hit.hits from hit
    where blacklist.account_id = ${account} and blacklist.blacklist_id = hit.blacklist_id`
}

/** What stood behind a refusal of the person's own. */
export interface RefusalEvidence {
  address?: string
  agent?: string
  messageId?: string | null
  contentHash?: string | null
  /** What the person wrote: the reply, or the words of a complaint. */
  words?: string
  /** Whoever of the platform's staff took the complaint. */
  staffId?: string
}

export interface OwnRefusal {
  phone: string
  signatureId: string | null
  source: 'reply' | 'landing' | 'complaint'
  reason?: string
  evidence?: RefusalEvidence
  now: Date
}

/**
 * Keeps a refusal that came from the phone itself. Without a signature it holds for the whole account. Where the account had put the number there already, the
 * entry becomes the person's own and never runs out, so that it isn't lifted without their consent; a complaint stands above all. True when the number was
 * not on the list.
 */
export async function optOut(tx: Tx, account: AccountId, refusal: OwnRefusal): Promise<boolean> {
  const { phone, signatureId, source, reason = '', now } = refusal
  const blacklistId = newId()
  const lapsed = sql`blacklist.expires_at <= ${now}`
  const { rows } = await sql<{ blacklist_id: string }>`
    insert into blacklist (account_id, blacklist_id, phone, level, signature_id, scope, source, reason, evidence, created_at)
    values (${account}, ${blacklistId}, ${phone}, ${signatureId === null ? 'account' : 'signature'}, ${signatureId}, 'marketing', ${source}, ${reason},
      ${JSON.stringify(refusal.evidence ?? {})}, ${now})
    on conflict (account_id, phone, signature_id) where removed_at is null do update set
      blacklist_id = case when ${lapsed} then excluded.blacklist_id else blacklist.blacklist_id end,
      created_at = case when ${lapsed} then excluded.created_at else blacklist.created_at end,
      source = excluded.source, reason = coalesce(nullif(excluded.reason, ''), blacklist.reason), evidence = excluded.evidence, expires_at = null
      where blacklist.source in ('manual', 'import') or (excluded.source = 'complaint' and blacklist.source <> 'complaint')
    returning blacklist_id`.execute(tx)
  return rows[0]?.blacklist_id === blacklistId
}

/** Lifts what a person refused by themselves, at their own wish: of one signature, and of the whole account. Entries of the sender's own stay. True when there was one. */
export async function liftOwnRefusal(
  tx: Tx,
  account: AccountId,
  { phone, signatureId, now }: { phone: string; signatureId: string | null; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('blacklist')
    .set({ removed_at: now, removal_reason: '本人在退订页面恢复接收' })
    .where('account_id', '=', account)
    .where('phone', '=', phone)
    .where('source', 'in', ['reply', 'landing', 'complaint'])
    .where('removed_at', 'is', null)
    .$if(signatureId !== null, query =>
      query.where(row => row.or([row('signature_id', 'is', null), row('signature_id', '=', signatureId)])),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

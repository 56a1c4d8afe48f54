import { sql } from 'kysely'
import type { DraftContent } from '#contract/broadcast/broadcast-draft.ts'
import type { UploadState } from '#contract/recipients/upload.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db, Executor, Tx } from '#db/connect.ts'
import { containing } from '#db/like.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'

const dayMs = 86_400_000

interface Saved {
  draftId: string
  /** The version that the form started with: 0 for a new draft. */
  version: number
  content: DraftContent
  memberId: string
  now: Date
}

/**
 * Saves a draft (optimistic locking). Refuses `draft_changed` if somebody has saved another version since the form was
 * opened, `draft_sent`, `not_found` for a deleted one, and `too_many` unsent ones.
 */
export async function saveDraft(tx: Tx, account: AccountId, draft: Saved): Promise<{ version: number; changedAt: Date }> {
  const { draftId, version, content, memberId, now } = draft
  const values = { name: content.name, content: JSON.stringify(content), uploadId: content.uploadId, changedAt: now }
  const { rows } = await sql<{ version: number; broadcastId: string | null }>`
    select version, broadcast_id from broadcast_draft where account_id = ${account} and draft_id = ${draftId} for no key update`.execute(tx)
  const kept = rows[0]
  if (!kept) {
    if (version > 0) refuse('not_found')
    await requireRoom(tx, account)
    await tx
      .insertInto('broadcastDraft')
      .values({ accountId: account, draftId, memberId, version: 1, createdAt: now, ...values })
      .execute()
    return { version: 1, changedAt: now }
  }
  if (kept.broadcastId) refuse('draft_sent')
  if (kept.version !== version) refuse('draft_changed')
  await tx
    .updateTable('broadcastDraft')
    .set({ ...values, version: version + 1 })
    .where('accountId', '=', account)
    .where('draftId', '=', draftId)
    .execute()
  return { version: version + 1, changedAt: now }
}

async function requireRoom(tx: Tx, account: AccountId): Promise<void> {
  if ((await countDrafts(tx, account)) >= limits.broadcastDrafts) refuse('too_many', { limit: limits.broadcastDrafts, noun: '群发草稿' })
}

/** The number of unsent drafts. */
export async function countDrafts(executor: Executor, account: AccountId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from broadcast_draft where account_id = ${account} and broadcast_id is null`.execute(executor)
  return firstOrThrow(rows).count
}

/** A draft with its contents, also after it was sent. Refuses `not_found`. */
export async function readDraft(executor: Executor, account: AccountId, draftId: string) {
  const row = await executor
    .selectFrom('broadcastDraft')
    .selectAll()
    .where('accountId', '=', account)
    .where('draftId', '=', draftId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const { version, changedAt, broadcastId } = row
  return { draftId, version, content: row.content, changedAt, broadcastId }
}

interface DraftList {
  search?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

interface Row {
  draftId: string
  name: string
  signatureText: string | null
  text: string | null
  memberName: string | null
  changedAt: Date
  uploadState: UploadState | null
  validCount: number | null
}

/** Unsent drafts of an account, newest first, and their number. */
export async function listDrafts(executor: Executor, account: AccountId, { search, cursor, pageSize }: DraftList) {
  const part = search ? sql`and draft.name ilike ${containing(search)}` : sql``
  const { rows: found } = await sql<Row>`
    select draft.draft_id, draft.name, signature.text as "signatureText", coalesce(draft.content->>'ownText', template.text) as text,
      member.name as "memberName", draft.changed_at, upload.state as "uploadState",
      (upload.report->>'validCount')::integer as "validCount"
    from broadcast_draft as draft
    left join signature on signature.account_id = ${account} and signature.signature_id = (draft.content->>'signatureId')::uuid
    left join template on template.account_id = ${account} and template.template_id = (draft.content->>'templateId')::uuid
    left join member on member.account_id = ${account} and member.member_id = draft.member_id
    left join upload on upload.account_id = ${account} and upload.upload_id = draft.upload_id and upload.state <> 'canceled'
    where draft.account_id = ${account} and draft.broadcast_id is null ${part} ${cursor ? sql`and draft.draft_id < ${cursor}` : sql``}
    order by draft.draft_id desc limit ${pageSize + 1}`.execute(executor)
  const { rows, nextCursor } = pageOf(found, pageSize, row => row.draftId)
  return { rows: rows.map(present), nextCursor, count: await countDrafts(executor, account) }
}

const present = ({ uploadState, validCount, ...row }: Row) => ({
  ...row,
  signatureText: row.signatureText ?? '',
  text: row.text ?? '',
  memberName: row.memberName ?? '',
  upload: uploadState === null ? null : { state: uploadState, validCount },
})

/** Deletes unsent drafts; sent ones stay. Returns the number deleted. */
export async function removeDrafts(tx: Tx, account: AccountId, draftIds: readonly string[]): Promise<number> {
  const { rows } = await sql`
    delete from broadcast_draft where account_id = ${account} and draft_id = any(${draftIds}::uuid[]) and broadcast_id is null
    returning draft_id`.execute(tx)
  return rows.length
}

/** Links the draft to its broadcast. Refuses `draft_sent` and `not_found`. */
export async function markDraftSent(
  tx: Tx,
  account: AccountId,
  { draftId, broadcastId, now }: { draftId: string; broadcastId: string; now: Date },
): Promise<void> {
  const { rows } = await sql`
    update broadcast_draft set broadcast_id = ${broadcastId}, changed_at = ${now}
    where account_id = ${account} and draft_id = ${draftId} and broadcast_id is null returning draft_id`.execute(tx)
  if (rows.length > 0) return
  const { rows: kept } = await sql`select from broadcast_draft where account_id = ${account} and draft_id = ${draftId}`.execute(tx)
  refuse(kept.length > 0 ? 'draft_sent' : 'not_found')
}

/** Purges untouched drafts, sent ones sooner, and texts that were written for a draft and never submitted. */
export async function removeOldDrafts(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  await sql`
    delete from broadcast_draft -- across accounts: retention of drafts
    where changed_at < ${before(limits.broadcastDraftDays)} or (broadcast_id is not null and changed_at < ${before(limits.sentDraftDays)})`.execute(
    db,
  )
  await sql`
    update template set state = 'deleted' -- across accounts: retention of texts never submitted
    where state = 'unsent' and created_at < ${before(limits.broadcastDraftDays)}`.execute(db)
}

import { type RawBuilder, sql } from 'kysely'
import type { UploadMapping } from '#contract/recipients/upload.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import { readSendableLink } from '#domain/links/index.ts'
import { clickedIs } from '#domain/message-records/index.ts'
import { withoutCode } from '#domain/messages/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { generateUpload, mapUpload } from '#domain/recipients/index.ts'
import { type AccountId, idFloor, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, itemOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { contentFor } from './content.ts'
import { saveDraft } from './draft.ts'
import { countUploads } from './upload-count.ts'

/**
 * Which recipients to send to again: all; failed ones, for one of `codes` if there are any; those who clicked; those
 * delivered who didn't click; or none.
 */
export interface ResendSelection {
  numbers: 'all' | 'failed' | 'clicked' | 'unclicked' | 'none'
  codes: readonly string[]
}

interface Again extends ResendSelection {
  broadcastId: string
  memberId: string
  /** The start of short link addresses; required if the old broadcast carries a link. */
  shortLinkUrl?: string
  now: Date
}

const numbersNames = { all: '全部号码', failed: '失败的号码', clicked: '点击了链接的号码', unclicked: '没有点击链接的号码' }

/**
 * Copies recipients of a broadcast to a new upload, for `draftResend`; null: none are wanted. Refuses `not_found`,
 * `no_recipient`, `too_many_requests`.
 */
export async function copyNumbers(
  db: Db,
  account: AccountId,
  files: Files,
  { memberId, now, ...again }: Again,
): Promise<{ uploadId: string; rowCount: number } | null> {
  const { numbers } = again
  if (numbers === 'none') return null
  const old = await asAccount(db, account, async tx => {
    await countUploads(tx, account, now)
    return readOld(tx, account, again.broadcastId)
  })
  return generateUpload(db, account, files, {
    origin: 'broadcast',
    fileName: `${old.name}：${numbersNames[numbers]}`,
    columns: ['手机号', ...namesOfColumns(old)],
    rows: numbersOf(db, account, old, again),
    memberId,
    now,
  })
}

/**
 * Starts a new broadcast from an old one: a draft with its texts and the upload of `copyNumbers`, whose numbers are
 * checked again. Refuses `not_found`, `too_many` drafts.
 */
export async function draftResend(
  tx: Tx,
  account: AccountId,
  again: Again,
  copied: { uploadId: string; rowCount: number } | null,
): Promise<{ draftId: string; recipientCount: number }> {
  const { memberId, now } = again
  const old = await readOld(tx, account, again.broadcastId)
  const usable = await usableTexts(tx, account, old)
  const uploadId = copied?.uploadId ?? null
  if (uploadId !== null) {
    const names = namesOfColumns(old)
    const columns: UploadMapping['variables'] = Object.fromEntries(names.map((name, index) => [name, { column: index + 1 }]))
    const link = await usableLink(tx, account, old, now)
    if (link) columns[link.name] = { linkId: link.linkId }
    if (usable.signatureId && usable.templateId && (link || old.linkId === null))
      await mapUpload(tx, account, {
        uploadId,
        signatureId: usable.signatureId,
        templateId: usable.templateId,
        phoneColumn: 0,
        hasHeader: true,
        repeats: 'all',
        // Whoever is written to again was written to before.
        consent: 'declared',
        variables: columns,
        ...(again.shortLinkUrl ? { shortLinks: { url: again.shortLinkUrl, now } } : {}),
      })
  }
  const draftId = newId()
  const content = {
    ...blankTiming,
    ...usable,
    // A marketing text that isn't approved can be corrected.
    ownText: usable.templateId === null && old.kind === 'marketing' ? old.templateText : null,
    name: old.name.slice(0, limits.broadcastNameCharacters),
    uploadId,
    atNight: old.atNight,
  }
  await saveDraft(tx, account, { draftId, version: 0, content, memberId, now })
  return { draftId, recipientCount: copied?.rowCount ?? 0 }
}

export const blankTiming = {
  isScheduled: false,
  scheduledAt: '',
  isSpread: false,
  perMinute: 0,
  fromMinute: limits.marketingFromMinute,
  untilMinute: limits.marketingUntilMinute,
}

type Old = Awaited<ReturnType<typeof readOld>>

async function readOld(executor: Executor, account: AccountId, broadcastId: string) {
  const row = await executor
    .selectFrom('broadcast')
    .selectAll()
    .where('accountId', '=', account)
    .where('broadcastId', '=', broadcastId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return { ...row, variables: row.variables }
}

/** The old texts, as far as they may be sent today and are unchanged. */
async function usableTexts(
  executor: Executor,
  account: AccountId,
  old: Old,
): Promise<{ signatureId: string | null; templateId: string | null }> {
  const { rows } = await sql<{ signatureId: string | null; templateId: string | null }>`
    select (select signature_id from signature where account_id = ${account} and signature_id = ${old.signatureId} and state = 'approved') as signature_id,
      (select template_id from template where account_id = ${account} and template_id = ${old.templateId} and state = 'approved') as template_id`.execute(
    executor,
  )
  return { signatureId: firstOrThrow(rows).signatureId, templateId: firstOrThrow(rows).templateId }
}

/** Variables with values from the file's columns; link addresses are created anew. */
const namesOfColumns = (old: Old) => old.variables.filter((_, place) => place !== old.linkPlace).map(variable => variable.name)

/** The old link if it is still valid, and the variable that it fills. */
async function usableLink(executor: Executor, account: AccountId, old: Old, now: Date): Promise<{ linkId: string; name: string } | null> {
  if (old.linkId === null || old.linkPlace === null) return null
  const { problem } = await readSendableLink(executor, account, old.linkId, now)
  return problem ? null : { linkId: old.linkId, name: itemOrThrow(old.variables, old.linkPlace).name }
}

/** Recipients per query. */
const chunkRows = 5_000

/** Rows of a number and its values, in the order of the old upload. */
async function* numbersOf(db: Db, account: AccountId, old: Old, { numbers, codes }: ResendSelection): AsyncGenerator<string[]> {
  let line = -1
  for (;;) {
    const { recipients, wanted } = await asAccount(db, account, async tx => {
      const chunk = await tx
        .selectFrom('recipient')
        .select(['line', 'phone', 'variables'])
        .where('accountId', '=', account)
        .where('uploadId', '=', old.uploadId)
        .where('line', '>', line)
        .orderBy('line')
        .limit(chunkRows)
        .execute()
      const phones = chunk.map(recipient => recipient.phone)
      return { recipients: chunk, wanted: numbers === 'all' ? null : await textsOf(tx, account, old, { phones, numbers, codes }) }
    })
    for (const { phone, variables } of recipients)
      if (wanted === null || wanted.get(phone)?.has(contentFor(old, variables)))
        yield [phone, ...(variables ?? []).filter((_, place) => place !== old.linkPlace)]
    if (recipients.length < chunkRows) return
    line = lastOrThrow(recipients).line
  }
}

/**
 * The texts sent to each number with the given outcome; one number may have been sent several. Texts are without the
 * recipient's link code.
 */
async function textsOf(
  tx: Tx,
  account: AccountId,
  old: Old,
  { phones, ...wanted }: ResendSelection & { phones: readonly string[] },
): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ phone: string; content: string }>`
    select message.phone, message.content from unnest(${[...new Set(phones)]}::text[]) as wanted (phone)
    join message on message.account_id = ${account} and message.phone = wanted.phone and message.message_id >= ${idFloor(old.createdAt)}
    where message.broadcast_id = ${old.broadcastId} and ${endedAs(account, wanted)}`.execute(tx)
  const texts = new Map<string, Set<string>>()
  for (const { phone, content } of rows) texts.set(phone, (texts.get(phone) ?? new Set()).add(withoutCode(old, content)))
  return texts
}

/** Blacklisted numbers are left out, since they would be blocked again. */
function endedAs(account: AccountId, { numbers, codes }: ResendSelection): RawBuilder<boolean> {
  const isClicked = clickedIs(account)
  if (numbers === 'clicked') return isClicked
  if (numbers === 'unclicked') return sql<boolean>`message.state = 'delivered' and not ${isClicked}`
  const ofCodes = codes.length > 0 ? sql`and coalesce(message.reason, '') = any(${codes}::text[])` : sql``
  return sql<boolean>`message.state in ('undelivered', 'expired', 'rejected', 'unknown', 'refused')
    and message.reason is distinct from 'blacklisted' ${ofCodes}`
}

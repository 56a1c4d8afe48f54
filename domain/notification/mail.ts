import type { Executor, Tx } from '#db/connect.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'

export interface MailAttachment {
  fileName: string
  /** `application/pdf`. */
  mediaType: string
  bytes: Buffer
}

export interface MailInput {
  /** The customer on whose behalf it is sent. */
  account: AccountId
  /** One address, validated by the caller. */
  to: string
  subject: string
  /** Plain text; mail programs turn addresses in it into links. */
  text: string
  attachments?: readonly MailAttachment[]
  now: Date
}

/**
 * Queues a mail, which is sent once this transaction has committed, with retries (jobs/send-mail.ts). Returns its id.
 */
export async function queueMail(tx: Tx, mail: MailInput): Promise<string> {
  const mailId = newId()
  await tx
    .insertInto('mail')
    .values({
      accountId: mail.account,
      mailId,
      toAddress: mail.to,
      subject: mail.subject,
      body: mail.text,
      state: 'queued',
      queuedAt: mail.now,
    })
    .execute()
  const attachments = (mail.attachments ?? []).map(({ fileName, mediaType, bytes }, position) => ({
    accountId: mail.account,
    mailId,
    position,
    fileName,
    mediaType,
    bytes,
  }))
  if (attachments.length > 0) await tx.insertInto('mailAttachment').values(attachments).execute()
  await enqueueJob(tx, 'send_mail', { account: mail.account, mailId })
  return mailId
}

/** A queued mail with its number of attempts; null when there is none. */
export async function readMail(executor: Executor, account: AccountId, mailId: string) {
  const row = await executor.selectFrom('mail').selectAll().where('accountId', '=', account).where('mailId', '=', mailId).executeTakeFirst()
  return row ? { to: row.toAddress, subject: row.subject, text: row.body, state: row.state, tryCount: row.tryCount } : null
}

export async function attachmentsOf(executor: Executor, account: AccountId, mailId: string): Promise<MailAttachment[]> {
  const rows = await executor
    .selectFrom('mailAttachment')
    .selectAll()
    .where('accountId', '=', account)
    .where('mailId', '=', mailId)
    .orderBy('position')
    .execute()
  return rows.map(row => ({ fileName: row.fileName, mediaType: row.mediaType, bytes: row.bytes }))
}

/** Records an attempt and its outcome. */
export async function recordMailAttempt(
  executor: Executor,
  account: AccountId,
  mailId: string,
  { state, failure, now }: { state: 'queued' | 'sent' | 'failed'; failure: string | null; now: Date },
): Promise<void> {
  await executor
    .updateTable('mail')
    .set(row => ({ state, failure, tryCount: row('tryCount', '+', 1), endedAt: state === 'queued' ? null : now }))
    .where('accountId', '=', account)
    .where('mailId', '=', mailId)
    .execute()
}

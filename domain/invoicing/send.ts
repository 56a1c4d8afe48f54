import { sql } from 'kysely'
import { privateFileKinds } from '#contract/account/private-file.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { readPrivateFileBytes } from '#domain/documents/index.ts'
import { queueMail } from '#domain/notification/index.ts'
import type { Files } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import { filesOf } from './detail.ts'
import { lockInvoice, recordStep, type StepBy } from './step.ts'

/**
 * Mails an invoice with its files to the chosen mailboxes: when issued, and again on request of a member, at most five
 * times a day. Refuses `not_found`, `state_forbids`, `invoice_no_mailbox`, `invoice_sent_often`.
 */
export async function mailInvoice(tx: Tx, files: Files, account: AccountId, requestId: string, by: StepBy): Promise<string[]> {
  const invoice = await lockInvoice(tx, account, requestId, 'resend')
  const { emails, title } = await readMailing(tx, account, requestId)
  if (emails.length === 0) refuse('invoice_no_mailbox')
  if (by.memberId) await requireFew(tx, account, requestId, by.now)
  const attachments = await Promise.all(
    (await filesOf(tx, account, requestId))
      .filter(file => !file.isCreditNote)
      .map(async file => ({
        fileName: `${invoice.invoiceNumber}.${file.kind}`,
        mediaType: privateFileKinds[file.kind].mediaType,
        bytes: await readPrivateFileBytes(files, account, file.fileId),
      })),
  )
  const text = `您好，\n\n${title} 的发票已开具：\n发票号码 ${invoice.invoiceNumber}\n价税合计 ${formatYuan(invoice.grossHao)}\n申请号 ${invoice.requestNumber}\n\n发票文件见附件，也可以登录控制台，在“财务 > 发票管理”中下载。\n`
  for (const to of emails)
    await queueMail(tx, {
      account,
      to,
      subject: `电子发票 ${invoice.invoiceNumber}（${formatYuan(invoice.grossHao)}）`,
      text,
      attachments,
      now: by.now,
    })
  await recordStep(tx, account, requestId, { step: 'sent', note: emails.join('、'), by })
  return emails
}

async function readMailing(tx: Tx, account: AccountId, requestId: string) {
  return tx
    .selectFrom('invoiceRequest as request')
    .innerJoin('invoiceTitleVersion as version', join =>
      join.onRef('version.accountId', '=', 'request.accountId').onRef('version.versionId', '=', 'request.titleVersionId'),
    )
    .select(['request.emails', 'version.name as title'])
    .where('request.accountId', '=', account)
    .where('request.requestId', '=', requestId)
    .executeTakeFirstOrThrow()
}

async function requireFew(tx: Tx, account: AccountId, requestId: string, now: Date): Promise<void> {
  const { count } = await tx
    .selectFrom('invoiceEvent')
    .select(sql<number>`count(*)`.as('count'))
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .where('step', '=', 'sent')
    .where('memberId', 'is not', null)
    .where('at', '>', new Date(now.getTime() - 86_400_000))
    .executeTakeFirstOrThrow()
  if (count >= limits.invoiceSendsPerDay) refuse('invoice_sent_often', { limit: limits.invoiceSendsPerDay })
}

import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import { queueMail } from '#domain/notification/index.ts'
import { type AccountId, decodeId, encodeId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { openRequestWith } from './delivery-use.ts'

export interface InvoiceEmail {
  emailId: string
  address: string
  remark: string
  isDefault: boolean
  verifiedAt: Date | null
  sentAt: Date | null
  linkExpiresAt: Date | null
}

const emailsOf = (executor: Executor, account: AccountId) =>
  executor
    .selectFrom('invoiceEmail')
    .select(['emailId', 'address', 'remark', 'isDefault', 'verifiedAt', 'sentAt', 'tokenExpiresAt'])
    .where('accountId', '=', account)
    .where('deletedAt', 'is', null)

/** Mailboxes for electronic invoices, the default first, then the newest. */
export async function listEmails(executor: Executor, account: AccountId): Promise<InvoiceEmail[]> {
  const rows = await emailsOf(executor, account).orderBy('isDefault', 'desc').orderBy('emailId', 'desc').execute()
  return rows.map(row => ({
    ...pick(row, 'emailId', 'address', 'remark', 'isDefault', 'verifiedAt', 'sentAt'),
    linkExpiresAt: row.tokenExpiresAt,
  }))
}

async function readEmail(executor: Executor, account: AccountId, emailId: string): Promise<InvoiceEmail> {
  return (await listEmails(executor, account)).find(one => one.emailId === emailId) ?? refuse('not_found')
}

/** Where the links in mails lead. */
export interface LinkPlace {
  /** The start of the console's address. */
  base: string
  now: Date
}

const minuteMs = 60_000
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * Adds a mailbox and sends a verification mail; no invoice goes there before it is verified. A deleted mailbox is
 * restored with its mail counter. Refuses `too_many`, `invoice_email_taken` and `invoice_email_limited`.
 */
export async function addEmail(
  tx: Tx,
  account: AccountId,
  input: LinkPlace & { address: string; remark: string },
): Promise<{ emailId: string }> {
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
  const others = await listEmails(tx, account)
  if (others.length >= limits.invoiceEmails) refuse('too_many', { limit: limits.invoiceEmails, noun: '收票邮箱' })
  const { address, remark } = input
  if (others.some(other => other.address === address)) refuse('invoice_email_taken', { address }, { address: '这个邮箱已经添加' })
  const old = await tx
    .selectFrom('invoiceEmail')
    .select('emailId')
    .where('accountId', '=', account)
    .where('address', '=', address)
    .orderBy('emailId', 'desc')
    .executeTakeFirst()
  const emailId = old?.emailId ?? newId()
  if (old)
    await tx
      .updateTable('invoiceEmail')
      .set({ deletedAt: null, remark, verifiedAt: null })
      .where('accountId', '=', account)
      .where('emailId', '=', emailId)
      .execute()
  else await tx.insertInto('invoiceEmail').values({ accountId: account, emailId, address, remark, createdAt: input.now }).execute()
  await sendLink(tx, account, emailId, input)
  return { emailId }
}

/**
 * Sends another verification mail with a new link; the old one becomes void. Refuses `not_found`, `state_forbids` for a
 * verified mailbox, `invoice_email_limited`.
 */
export async function resendLink(tx: Tx, account: AccountId, input: LinkPlace & { emailId: string }): Promise<{ emailId: string }> {
  const { verifiedAt } = await readEmail(tx, account, input.emailId)
  if (verifiedAt) refuse('state_forbids', { state: '已验证', action: '重新验证' })
  await sendLink(tx, account, input.emailId, input)
  return { emailId: input.emailId }
}

async function sendLink(tx: Tx, account: AccountId, emailId: string, { base, now }: LinkPlace): Promise<void> {
  await refuseTooManyLetters(tx, account, emailId, now)
  const secret = randomBytes(24).toString('base64url')
  const { rows } = await sql<{ address: string }>`
    update invoice_email set token_hash = ${hashOf(secret)}, token_expires_at = ${new Date(now.getTime() + limits.invoiceEmailLinkHours * 60 * minuteMs)},
      sent_at = ${now}, sent_count = sent_count + 1
    where account_id = ${account} and email_id = ${emailId} returning address`.execute(tx)
  const { name } = await tx.selectFrom('account').select('name').where('accountId', '=', account).executeTakeFirstOrThrow()
  const link = `${base}${emailLinkPath}?token=${encodeId('account', account)}.${encodeId('invoiceEmail', emailId)}.${secret}`
  await queueMail(tx, {
    account,
    to: firstOrThrow(rows).address,
    subject: '请确认接收鸿雁的电子发票',
    text: [
      '您好，',
      `“${name}”把这个邮箱登记为电子发票的收票邮箱。如果您同意接收，请打开下面的链接并点“确认”：`,
      link,
      `链接${limits.invoiceEmailLinkHours}小时内有效，只能使用一次。如果您不认识对方，请忽略这封邮件，您不会再收到任何内容。`,
      '鸿雁',
    ].join('\n\n'),
    now,
  })
}

/** The page on which a mailbox is verified. */
export const emailLinkPath = '/invoice-email'

async function refuseTooManyLetters(tx: Tx, account: AccountId, emailId: string, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * minuteMs)
  const { rows } = await sql<{ sentAt: Date | null; sentCount: number; isThis: boolean }>`
    select sent_at, sent_count, email_id = ${emailId} as is_this from invoice_email
    where account_id = ${account} and (email_id = ${emailId} or sent_at > ${dayAgo})`.execute(tx)
  const mine = rows.find(row => row.isThis)
  const secondsLeft = mine?.sentAt ? Math.ceil(limits.invoiceEmailLetterSeconds - (now.getTime() - mine.sentAt.getTime()) / 1000) : 0
  if (secondsLeft > 0) refuse('invoice_email_limited', { wait: `${secondsLeft}秒` })
  const isDaySpent = rows.filter(row => row.sentAt && row.sentAt > dayAgo).length >= limits.invoiceEmailLettersPerDay
  const isSpent = (mine?.sentCount ?? 0) >= limits.invoiceEmailLetters && mine?.sentAt && mine.sentAt > dayAgo
  if (isDaySpent || isSpent) refuse('invoice_email_limited', { wait: '24小时' })
}

/** The account and mailbox of a valid link. Refuses `invoice_email_link_invalid`. */
export async function readEmailLink(db: Db, token: string, now: Date): Promise<{ accountName: string; address: string }> {
  return withLink(db, token, now, async (tx, account, found) => {
    const { name } = await tx.selectFrom('account').select('name').where('accountId', '=', account).executeTakeFirstOrThrow()
    return { accountName: name, address: found.address }
  })
}

/**
 * Verifies a mailbox and consumes the link; the first verified mailbox becomes the default. Refuses
 * `invoice_email_link_invalid`.
 */
export async function confirmEmail(db: Db, token: string, now: Date): Promise<{ address: string }> {
  return withLink(db, token, now, async (tx, account, { emailId, address }) => {
    await sql`
      update invoice_email set verified_at = ${now}, token_hash = null, token_expires_at = null, sent_count = 0,
        is_default = not exists (select from invoice_email as other where other.account_id = ${account} and other.is_default)
      where account_id = ${account} and email_id = ${emailId}`.execute(tx)
    return { address }
  })
}

type LinkUse<T> = (tx: Tx, account: AccountId, found: { emailId: string; address: string }) => Promise<T>
async function withLink<T>(db: Db, token: string, now: Date, use: LinkUse<T>): Promise<T> {
  const [accountText = '', emailText = '', secret = ''] = token.split('.')
  const account = decodeId('account', accountText)
  const emailId = decodeId('invoiceEmail', emailText)
  if (!account || !emailId) refuse('invoice_email_link_invalid')
  return asAccount(db, account, async tx => {
    const found = await tx
      .selectFrom('invoiceEmail')
      .select(['emailId', 'address'])
      .where('accountId', '=', account)
      .where('emailId', '=', emailId)
      .where('deletedAt', 'is', null)
      .where('tokenHash', '=', hashOf(secret))
      .where('tokenExpiresAt', '>', now)
      .forUpdate()
      .executeTakeFirst()
    if (!found) refuse('invoice_email_link_invalid')
    return use(tx, account, { emailId, address: found.address })
  })
}

/** Makes a verified mailbox the preselected one of forms. Refuses `not_found` and `state_forbids`. */
export async function makeDefaultEmail(tx: Tx, account: AccountId, { emailId }: { emailId: string }): Promise<{ emailId: string }> {
  const { verifiedAt } = await readEmail(tx, account, emailId)
  if (!verifiedAt) refuse('state_forbids', { state: '待验证', action: '设为默认' })
  await tx.updateTable('invoiceEmail').set({ isDefault: false }).where('accountId', '=', account).where('isDefault', '=', true).execute()
  await tx.updateTable('invoiceEmail').set({ isDefault: true }).where('accountId', '=', account).where('emailId', '=', emailId).execute()
  return { emailId }
}

/** Deletes a mailbox from all lists. Refuses `not_found`, and `in_use` while an invoice is still to be sent there. */
export async function deleteEmail(
  tx: Tx,
  account: AccountId,
  { emailId, now }: { emailId: string; now: Date },
): Promise<{ emailId: string }> {
  const { address } = await readEmail(tx, account, emailId)
  const user = await openRequestWith(tx, account, { email: address })
  if (user !== null) refuse('in_use', { user: `发票申请${user}`, action: '删除' })
  await tx
    .updateTable('invoiceEmail')
    .set({ deletedAt: now, isDefault: false, tokenHash: null, tokenExpiresAt: null })
    .where('accountId', '=', account)
    .where('emailId', '=', emailId)
    .execute()
  return { emailId }
}

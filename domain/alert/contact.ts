import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { issueCode, proveBySms } from '#domain/identity/index.ts'
import { queueMail } from '#domain/notification/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { maskPhone } from '#values/phone.ts'

export interface ContactInput {
  /** Null: a new contact. */
  alertContactId: string | null
  name: string
  phone: string | null
  phoneCode: string | null
  email: string | null
  emailCode: string | null
  now: Date
}

/** Alert contacts (receivers) with the number of rules that name each. */
export async function listContacts(executor: Executor, account: AccountId) {
  const { rows } = await sql<{ alertContactId: string; name: string; phone: string | null; email: string | null; ruleCount: number }>`
    select contact_id as "alertContactId", name, phone, email,
      (select count(*) from alert_rule where account_id = ${account} and contact_id = any(contact_ids)) as "ruleCount"
    from alert_contact where account_id = ${account} order by contact_id`.execute(executor)
  return rows
}

/** Creates a one-time code for a phone that will receive alerts; the caller sends it. Refuses `code_limited`. */
export const requestContactPhone = (tx: Tx, secret: string, input: { phone: string; address: string; now: Date }): Promise<string> =>
  issueCode(tx, secret, { ...input, purpose: 'alert-contact' })

/**
 * Sends a one-time code to a mailbox that will receive alerts; mailboxes have the limits of phones. Refuses
 * `code_limited`.
 */
export async function requestContactEmail(
  tx: Tx,
  secret: string,
  account: AccountId,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<void> {
  const code = await issueCode(tx, secret, { phone: email.toLowerCase(), purpose: 'alert-contact', address, now })
  const text = `您正在鸿雁把这个邮箱设为预警接收人，验证码 ${code}，${limits.oneTimeCodeMinutes}分钟内有效。如非本人操作，请忽略这封邮件。`
  await queueMail(tx, { account, to: email, subject: '【鸿雁】预警接收人验证码', text, now })
}

/**
 * Adds or changes an alert contact. A new phone or mailbox needs the one-time code that was sent there; an unproven one
 * is returned, not refused, because a refusal would roll back the counted attempt. Refuses `not_found`,
 * `alert_contacts_full`, and `input_invalid` without phone and mailbox.
 */
export async function saveContact(
  tx: Tx,
  secret: string,
  account: AccountId,
  input: ContactInput,
): Promise<{ alertContactId: string | null; unproven: 'phone' | 'email' | null }> {
  const { name, email, now } = input
  if (!input.phone && !email) refuse('input_invalid', {}, { phone: '手机号和邮箱至少填一个' })
  const known = input.alertContactId ? await contactOf(tx, account, input.alertContactId) : null
  // A member who sees the phone masked sends it back masked.
  const phone = known?.phone && input.phone === maskPhone(known.phone) ? known.phone : input.phone
  const isProven = (target: string, code: string | null) =>
    code === null ? false : proveBySms(tx, secret, { phone: target.toLowerCase(), purpose: 'alert-contact', code, now })
  if (phone && phone !== known?.phone && !(await isProven(phone, input.phoneCode))) return { alertContactId: null, unproven: 'phone' }
  if (email && email !== known?.email && !(await isProven(email, input.emailCode))) return { alertContactId: null, unproven: 'email' }
  if (known) {
    await tx
      .updateTable('alertContact')
      .set({ name, phone, email })
      .where('accountId', '=', account)
      .where('contactId', '=', known.alertContactId)
      .execute()
    return { alertContactId: known.alertContactId, unproven: null }
  }
  if ((await listContacts(tx, account)).length >= limits.alertContacts) refuse('alert_contacts_full', { limit: limits.alertContacts })
  const contactId = newId()
  await tx.insertInto('alertContact').values({ accountId: account, contactId, name, phone, email, createdAt: now }).execute()
  return { alertContactId: contactId, unproven: null }
}

async function contactOf(tx: Tx, account: AccountId, contactId: string) {
  return (await listContacts(tx, account)).find(one => one.alertContactId === contactId) ?? refuse('not_found')
}

/** Deletes a contact and removes it from rules. Returns its name. Refuses `not_found`. */
export async function removeContact(tx: Tx, account: AccountId, contactId: string): Promise<string> {
  const { name } = await contactOf(tx, account, contactId)
  await sql`update alert_rule set contact_ids = array_remove(contact_ids, ${contactId}::uuid)
    where account_id = ${account} and ${contactId}::uuid = any(contact_ids)`.execute(tx)
  await tx.deleteFrom('alertContact').where('accountId', '=', account).where('contactId', '=', contactId).execute()
  return name
}

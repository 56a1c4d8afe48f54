import type { Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { canary, canaryPhone, hourMs, laterBy, type Owner } from './owner.ts'

/** A signed-in device, an invited person, a contact person, and the account's notifications. */
export async function addPeople(tx: Tx, owner: Owner) {
  const { account, memberId, now } = owner
  const [sessionId, invitationId, contactPersonId, auditId, notificationId] = [newId(), newId(), newId(), newId(), newId()]
  await tx
    .insertInto('session')
    .values({
      token_hash: Buffer.from(sessionId),
      session_id: sessionId,
      account_id: account,
      member_id: memberId,
      expires_at: laterBy(now, hourMs),
      address: '127.0.0.1',
      agent: canary,
    })
    .execute()
  const invited = { role: 'viewer', state: 'waiting', token_hash: Buffer.from(invitationId), invited_by: memberId, invited_at: now }
  await tx
    .insertInto('invitation')
    .values({
      ...invited,
      account_id: account,
      invitation_id: invitationId,
      phone: canaryPhone,
      name: canary,
      expires_at: laterBy(now, hourMs),
    })
    .execute()
  await tx
    .insertInto('account_contact')
    .values({ account_id: account, contact_id: contactPersonId, role: 'finance', name: canary, phone: canaryPhone })
    .execute()
  await tx.insertInto('audit_log').values({ account_id: account, audit_id: auditId, action: canary, object: canary }).execute()
  await tx
    .insertInto('notification')
    .values({ account_id: account, message_id: notificationId, kind: 'account', title: canary, body: canary, notified_at: now })
    .execute()
  return { sessionId, invitationId, contactPersonId, auditId, notificationId, ...(await addAsked(tx, owner)) }
}

/** Requests to staff: to close the account, and to change the phone. */
async function addAsked(tx: Tx, { account, memberId, now }: Owner) {
  const [closingId, changeId] = [newId(), newId()]
  const asked = { account_id: account, member_id: memberId, reason: canary, state: 'waiting', asked_at: now }
  await tx
    .insertInto('account_closing')
    .values({ ...asked, closing_id: closingId, due_at: now })
    .execute()
  await tx
    .insertInto('phone_change')
    .values({ ...asked, change_id: changeId, old_phone: canaryPhone, new_phone: canaryPhone, file_ids: [] })
    .execute()
  return { closingId, changeId }
}

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
      tokenHash: Buffer.from(sessionId),
      sessionId,
      accountId: account,
      memberId,
      expiresAt: laterBy(now, hourMs),
      address: '127.0.0.1',
      agent: canary,
    })
    .execute()
  const invited = { role: 'viewer', state: 'waiting', tokenHash: Buffer.from(invitationId), invitedBy: memberId, invitedAt: now }
  await tx
    .insertInto('invitation')
    .values({ ...invited, accountId: account, invitationId, phone: canaryPhone, name: canary, expiresAt: laterBy(now, hourMs) })
    .execute()
  await tx
    .insertInto('accountContact')
    .values({ accountId: account, contactId: contactPersonId, role: 'finance', name: canary, phone: canaryPhone })
    .execute()
  await tx.insertInto('auditLog').values({ accountId: account, auditId, action: canary, object: canary }).execute()
  await tx
    .insertInto('notification')
    .values({ accountId: account, messageId: notificationId, kind: 'account', title: canary, body: canary, notifiedAt: now })
    .execute()
  return { sessionId, invitationId, contactPersonId, auditId, notificationId, ...(await addAsked(tx, owner)) }
}

/** Requests to staff: to close the account, and to change the phone. */
async function addAsked(tx: Tx, { account, memberId, now }: Owner) {
  const [closingId, changeId] = [newId(), newId()]
  const asked = { accountId: account, memberId, reason: canary, state: 'waiting', askedAt: now }
  await tx
    .insertInto('accountClosing')
    .values({ ...asked, closingId, dueAt: now })
    .execute()
  await tx
    .insertInto('phoneChange')
    .values({ ...asked, changeId, oldPhone: canaryPhone, newPhone: canaryPhone, fileIds: [] })
    .execute()
  return { closingId, changeId }
}

import type { Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { canary, canaryPhone, type Owner } from './owner.ts'

/** A group with a contact, a tag, a field, a waiting task, and an act that can be undone. */
export async function addPhonebook(tx: Tx, { account }: Owner) {
  const [groupId, contactId, tagId, taskId, undoId] = [newId(), newId(), newId(), newId(), newId()]
  await tx.insertInto('contactGroup').values({ accountId: account, groupId, name: canary, contactCount: 1 }).execute()
  await tx.insertInto('contactTag').values({ accountId: account, tagId, name: canary }).execute()
  await tx.insertInto('contactField').values({ accountId: account, fieldKey: 1, name: canary }).execute()
  await tx
    .insertInto('task')
    .values({
      accountId: account,
      taskId,
      kind: 'contact_task',
      state: 'waiting',
      input: JSON.stringify({ kind: 'delete', subject: canary }),
    })
    .execute()
  await tx.insertInto('contact').values({ accountId: account, contactId, groupId, phone: canaryPhone, name: canary }).execute()
  const expiresAt = new Date(Date.now() + 86_400_000)
  await tx.insertInto('undo').values({ accountId: account, undoId, subject: 'contact', createdAt: new Date(), expiresAt }).execute()
  return { groupId, parentId: groupId, contactId, tagId, taskId, undoId }
}

import type { Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { canary, canaryPhone, type Owner } from './owner.ts'

/** A group with a contact, a tag, a field, and a waiting task. */
export async function addPhonebook(tx: Tx, { account }: Owner) {
  const [groupId, contactId, tagId, taskId] = [newId(), newId(), newId(), newId()]
  await tx.insertInto('contact_group').values({ account_id: account, group_id: groupId, name: canary, contact_count: 1 }).execute()
  await tx.insertInto('contact_tag').values({ account_id: account, tag_id: tagId, name: canary }).execute()
  await tx.insertInto('contact_field').values({ account_id: account, field_key: 1, name: canary }).execute()
  await tx
    .insertInto('task')
    .values({
      account_id: account,
      task_id: taskId,
      kind: 'contact_task',
      state: 'waiting',
      input: JSON.stringify({ kind: 'delete', subject: canary }),
    })
    .execute()
  await tx
    .insertInto('contact')
    .values({ account_id: account, contact_id: contactId, group_id: groupId, phone: canaryPhone, name: canary })
    .execute()
  return { groupId, parentId: groupId, contactId, tagId, taskId }
}

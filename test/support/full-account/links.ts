import type { Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { canary, type Owner } from './owner.ts'

/** A link with a visit from a message, in a group, with a batch. */
export async function addLinks(tx: Tx, { account }: Owner, of: { broadcastId: string; messageId: string }) {
  const [linkId, linkGroupId, linkBatchId] = [newId(), newId(), newId()]
  const batch = { kind: 'make_links', state: 'canceled', input: JSON.stringify({ way: 'targets', fileName: canary }) }
  await tx
    .insertInto('task')
    .values({ accountId: account, taskId: linkBatchId, ...batch })
    .execute()
  await tx.insertInto('linkGroup').values({ accountId: account, groupId: linkGroupId, name: canary }).execute()
  await tx
    .insertInto('link')
    .values({
      accountId: account,
      linkId,
      groupId: linkGroupId,
      broadcastId: of.broadcastId,
      code: `t${linkId.slice(-10)}`,
      title: canary,
      target: 'https://example.com/',
      state: 'active',
    })
    .execute()
  await tx
    .insertInto('visit')
    .values({
      accountId: account,
      visitId: newId(),
      linkId,
      messageId: of.messageId,
      visitorKind: 'person',
      visitorHash: Buffer.alloc(12),
      address: '113.87.160.9',
      city: canary,
    })
    .execute()
  return { linkId, linkGroupId, linkBatchId }
}

import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { ReversibleAct } from '#domain/undo-record/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { requireGroup } from './link.ts'
import { changeLinks } from './many.ts'
import { dropGroupReversibly, startGroupDeletion } from './task.ts'

/** Link groups of an account by name, with their number of links. */
export async function listLinkGroups(executor: Executor, account: AccountId) {
  const { rows } = await sql<{ linkGroupId: string; name: string; linkCount: number }>`
    select link_group.group_id as "linkGroupId", name, coalesce(counted.links, 0) as "linkCount"
    from link_group left join (
      select group_id, count(*) as links from link where account_id = ${account} and group_id is not null and deleted_at is null group by group_id
    ) as counted on counted.group_id = link_group.group_id
    where link_group.account_id = ${account} order by name`.execute(executor)
  return rows
}

/** Creates an empty group. Refuses `group_taken` and `too_many`. */
export async function createLinkGroup(tx: Tx, account: AccountId, { name, now }: { name: string; now: Date }) {
  const groups = await tx.selectFrom('linkGroup').select('groupId').where('accountId', '=', account).execute()
  if (groups.length >= limits.linkGroups) refuse('too_many', { limit: limits.linkGroups, noun: '分组' })
  const linkGroupId = newId()
  const made = await tx
    .insertInto('linkGroup')
    .values({ accountId: account, groupId: linkGroupId, name, createdAt: now })
    .onConflict(conflict => conflict.columns(['accountId', 'name']).doNothing())
    .returning('groupId')
    .executeTakeFirst()
  if (!made) refuseTaken(name)
  return { linkGroupId }
}

/** Refuses `not_found` and `group_taken`. */
export async function renameLinkGroup(
  tx: Tx,
  account: AccountId,
  { linkGroupId, name }: { linkGroupId: string; name: string },
): Promise<void> {
  const other = await tx
    .selectFrom('linkGroup')
    .select('groupId')
    .where('accountId', '=', account)
    .where('name', '=', name)
    .where('groupId', '<>', linkGroupId)
    .executeTakeFirst()
  if (other) refuseTaken(name)
  const renamed = await tx
    .updateTable('linkGroup')
    .set({ name })
    .where('accountId', '=', account)
    .where('groupId', '=', linkGroupId)
    .returning('groupId')
    .executeTakeFirst()
  if (!renamed) refuse('not_found')
}

const refuseTaken = (name: string): never => refuse('group_taken', { name }, { name: `分组“${name}”已存在` })

/**
 * Deletes a group; its links stay, without a group. For many links a task does it (`taskId`). Refuses `not_found` and
 * `link_tasks_busy`.
 */
export async function deleteLinkGroup(
  tx: Tx,
  account: AccountId,
  { linkGroupId, undoId, ...acting }: ReversibleAct & { linkGroupId: string; memberId: string; shortLinkUrl: string },
): Promise<{ taskId: string | null; undoId: string | null }> {
  await requireGroup(tx, account, linkGroupId)
  const rows = await tx
    .selectFrom('link')
    .select('linkId')
    .where('accountId', '=', account)
    .where('groupId', '=', linkGroupId)
    .where('deletedAt', 'is', null)
    .limit(limits.linkActRows + 1)
    .execute()
  if (rows.length > limits.linkActRows) {
    const { taskId } = await startGroupDeletion(tx, account, { linkGroupId, ...acting })
    return { taskId, undoId: taskId }
  }
  const linkIds = rows.map(row => row.linkId)
  const empty = () => changeLinks(tx, account, linkIds, { kind: 'move', linkGroupId: null }, acting)
  return { taskId: null, ...(await dropGroupReversibly(tx, account, { linkGroupId, linkIds, undoId, ...acting }, empty)) }
}

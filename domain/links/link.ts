import type { LinkChanges } from '#contract/links/link.ts'
import { parseTarget, targetProblemNames } from '#contract/links/link-target.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'

/** Settings of a link that a person sets and reads, by column. A password is stored as a hash and never read. */
export const linkColumns = {
  target: 'target',
  title: 'title',
  tags: 'tags',
  linkGroupId: 'group_id',
  startsAt: 'starts_at',
  endsAt: 'ends_at',
  endedTarget: 'ended_target',
  visitLimit: 'visit_limit',
  activeFromMinute: 'active_from_minute',
  activeUntilMinute: 'active_until_minute',
  rules: 'rules',
  passesQuery: 'passes_query',
  referrerPolicy: 'referrer_policy',
} as const satisfies Record<Exclude<keyof LinkChanges, 'password'>, string>
export type LinkField = keyof typeof linkColumns
export const linkFieldNames = keysOf(linkColumns)

/**
 * Normalizes given settings for storage: targets in URL parser form, tags without duplicates. Refuses `target_refused`.
 */
export function normalLink<Given extends LinkChanges>(given: Given): Given {
  const normal: LinkChanges = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (given.target !== undefined) normal.target = parsed(given.target, 'target')
  if (given.endedTarget) normal.endedTarget = parsed(given.endedTarget, 'endedTarget')
  if (given.tags) normal.tags = [...new Set(given.tags)]
  if (given.rules)
    normal.rules = given.rules.map(rule => ({
      ...rule,
      targets: rule.targets.map(one => ({ ...one, target: parsed(one.target, 'rules') })),
    }))
  return normal as Given
}

function parsed(target: string, field: string): string {
  const result = parseTarget(target)
  if ('target' in result) return result.target
  const reason = targetProblemNames[result.problem]
  return refuse('target_refused', { reason }, { [field]: reason })
}

/** Refuses `not_found` for a group of another account. */
export async function requireGroup(tx: Tx, account: AccountId, groupId: string): Promise<void> {
  const group = await tx
    .selectFrom('linkGroup')
    .select('groupId')
    .where('accountId', '=', account)
    .where('groupId', '=', groupId)
    .executeTakeFirst()
  if (!group) refuse('not_found')
}

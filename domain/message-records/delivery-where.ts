import { type RawBuilder, sql } from 'kysely'
import { type DeliveryFilter, periodProblem, type StateGroup, stateGroups } from '#contract/messages/delivery.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import { refuse } from '#contract/refusals.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { isKeyOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { unknownProvince } from '#values/province.ts'
import { clickedIs } from './link-click.ts'

/**
 * Conditions on `message`, or on a subquery of that name. A statement about messages has `keys`, and `rowFilter` where
 * there is one.
 */
export interface MessageWhere {
  /**
   * Condition that the table's indexes serve: a range of ids is a range of time; number, broadcast and custom id have
   * an index each.
   */
  keys: RawBuilder<boolean>
  /**
   * Condition that is checked row by row: columns that change (an index would defeat HOT updates) or are rarely
   * filtered by. Null: none.
   */
  rowFilter: RawBuilder<boolean> | null
}

/**
 * The condition of a filter, for every list, count and export of an account's messages. Without a period, an id or a
 * whole number: the last seven days.
 */
export function messageWhere(account: AccountId, filter: DeliveryFilter, now: Date): MessageWhere {
  const rowFilter = allOf([
    filter.phone?.length === 4 && sql`right(message.phone, 4) = ${filter.phone}`,
    filter.appId && isOrNone(sql`message.app_id`, filter.appId),
    filter.signatureId && sql`message.signature_id = ${filter.signatureId}`,
    filter.templateId && isOrNone(sql`message.template_id`, filter.templateId),
    filter.kind && sql`message.kind = ${filter.kind}`,
    filter.state && sql`message.state = any(${statesOf(filter.state)}::text[])`,
    filter.code && sql`coalesce(message.reason, '') = any(${filter.code}::text[])`,
    filter.carrier && sql`message.carrier = ${filter.carrier}`,
    filter.province &&
      (filter.province === unknownProvince ? sql`coalesce(message.province, '') = ''` : sql`message.province = ${filter.province}`),
    filter.hour !== undefined && sql`(message_hour(message.message_id) + 8) % 24 = ${filter.hour}`,
    filter.weekday !== undefined && sql`((message_hour(message.message_id) + 8) / 24 + 3) % 7 + 1 = ${filter.weekday}`,
    filter.clicked && (filter.clicked === 'yes' ? clickedIs(account) : sql`${hasLink(account)} and not ${clickedIs(account)}`),
  ])
  return { keys: keysOf(account, filter, now), rowFilter }
}

const isOrNone = (column: RawBuilder<unknown>, id: string) => (id === 'none' ? sql`${column} is null` : sql`${column} = ${id}`)

/** Whether a message belongs to a broadcast that carries a link. */
const hasLink = (account: AccountId) => sql`exists (select from broadcast
  where broadcast.account_id = ${account} and broadcast.broadcast_id = message.broadcast_id and broadcast.link_id is not null)`

function keysOf(account: AccountId, filter: DeliveryFilter, now: Date): RawBuilder<boolean> {
  const from = fromOf(filter, now)
  const ofAccount = sql<boolean>`message.account_id = ${account}`
  const narrowed = allOf([
    from && sql`message.message_id >= ${idFloor(from)}`,
    filter.until && sql`message.message_id < ${idFloor(filter.until)}`,
    filter.messageId && sql`message.message_id = ${filter.messageId}`,
    filter.ids && sql`message.message_id = any(${filter.ids}::uuid[])`,
    filter.phone?.length === 11 && sql`message.phone = ${filter.phone}`,
    filter.broadcastId && sql`message.broadcast_id = ${filter.broadcastId}`,
    filter.customId && sql`message.custom_id = ${filter.customId}`,
  ])
  return narrowed ? sql`${ofAccount} and ${narrowed}` : ofAccount
}

/** Refuses `input_invalid` for a period that a list of messages or replies does not offer. */
export function requirePeriod(period: Pick<DeliveryFilter, 'from' | 'until'>, now: Date): void {
  const problem = periodProblem(period, now)
  if (problem) refuse('input_invalid', {}, { from: problem })
}

/** Start of the range of messages; null: all that are stored. */
export function fromOf(filter: DeliveryFilter, now: Date): Date | null {
  if (filter.from) return filter.from
  return namesMessages(filter) ? null : chinaDayStart(filter.until ?? now, 1 - limits.deliveryDefaultDays)
}
const namesMessages = ({ messageId, ids, customId, phone, broadcastId }: DeliveryFilter) =>
  messageId || ids || customId || broadcastId || phone?.length === 11

export const statesOf = (state: MessageState | StateGroup): readonly MessageState[] =>
  isKeyOf(stateGroups, state) ? stateGroups[state].states : [state]

function allOf(conditions: readonly (RawBuilder<unknown> | false | '' | null | undefined)[]): RawBuilder<boolean> | null {
  const set = conditions.filter(condition => condition instanceof Object)
  return set.length > 0 ? sql<boolean>`(${sql.join(set, sql` and `)})` : null
}

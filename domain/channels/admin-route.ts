import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { portedCarriers, provinceOf } from '#domain/numbering/index.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { type AccountId, newId, platformAccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { type Carrier, carrierNames } from '#values/phone.ts'
import { pick } from '#values/pick.ts'
import type { Province } from '#values/province.ts'
import { listChannels } from './admin-channel.ts'
import { chooseChannel, loadRoutes, type RouteStep, traceRoute } from './route.ts'

export interface RouteFacts {
  kind: MessageKind
  carrier: Carrier
  /** Null: every province. */
  province: Province | null
  /** Null: every customer. */
  accountId: AccountId | null
}

/** All routes: general ones first, then by customer. */
export async function listRoutes(executor: Executor) {
  const { rows } = await sql<RouteFacts & { routeId: string; accountName: string | null; channelIds: string[] }>`
    -- across accounts: the names of customers with routes of their own
    select route_id, route.kind, carrier, province, route.account_id, ${shownAccountName} as "accountName", channel_ids
    from route left join account on account.account_id = route.account_id
    order by route.account_id is not null, account.name, route.kind, carrier, province is not null, province`.execute(executor)
  return rows
}

const kindNames = { otp: '验证码', transactional: '通知', marketing: '推广' } as const

/** The name of a route in the audit log: 通知 · 中国移动 · 广东. */
export const routeName = ({ kind, carrier, province }: Omit<RouteFacts, 'accountId'>) =>
  [kindNames[kind], carrierNames[carrier], ...(province ? [province] : [])].join(' · ')

/**
 * Sets the channels of a route, in order of preference. Refuses `not_found`, `changed_meanwhile`, and `channel_unfit`
 * for a channel that can't carry such messages.
 */
export async function setRoute(
  tx: Tx,
  { channelIds, seen, ...facts }: RouteFacts & { channelIds: readonly string[]; seen: readonly string[] | null },
): Promise<{ before: string; after: string }> {
  await sql`lock table route in share row exclusive mode`.execute(tx)
  if (facts.accountId) await requireCustomer(tx, facts.accountId)
  const channels = new Map((await listChannels(tx)).map(one => [one.channelId, one]))
  for (const channelId of channelIds) {
    const channel = channels.get(channelId)
    if (!channel) refuse('not_found')
    if (!channel.kinds.includes(facts.kind) || !channel.carriers.includes(facts.carrier))
      refuse('channel_unfit', { name: channel.name, kind: kindNames[facts.kind], carrier: carrierNames[facts.carrier] })
  }
  const known = (await listRoutes(tx)).find(
    one => one.kind === facts.kind && one.carrier === facts.carrier && one.province === facts.province && one.accountId === facts.accountId,
  )
  if (JSON.stringify(known?.channelIds ?? null) !== JSON.stringify(seen)) refuse('changed_meanwhile')
  const distinct = [...new Set(channelIds)]
  if (known) await tx.updateTable('route').set({ channelIds: distinct }).where('routeId', '=', known.routeId).execute()
  else
    await tx
      .insertInto('route')
      .values({ routeId: newId(), ...pick(facts, 'kind', 'carrier', 'province', 'accountId'), channelIds: distinct })
      .execute()
  const channelNames = (ids: readonly string[] | undefined) => ids?.map(id => channels.get(id)?.name ?? '（已删除）').join('、') ?? '无'
  return { before: channelNames(known?.channelIds), after: channelNames(distinct) }
}

/** Deletes a route, so that more general ones apply. Returns the deleted one. Refuses `not_found`. */
export async function removeRoute(tx: Tx, routeId: string): Promise<RouteFacts & { before: string }> {
  const route = (await listRoutes(tx)).find(one => one.routeId === routeId)
  if (!route) refuse('not_found')
  const gone = await tx.deleteFrom('route').where('routeId', '=', routeId).returning('routeId').execute()
  if (gone.length === 0) refuse('not_found')
  const names = new Map((await listChannels(tx)).map(one => [one.channelId, one.name]))
  return { ...route, before: route.channelIds.map(id => names.get(id) ?? '（已删除）').join('、') }
}

/** The name of a customer. Refuses `not_found`. */
async function requireCustomer(executor: Executor, account: AccountId): Promise<string> {
  const row = await executor
    .selectFrom('account')
    .select(shownAccountName.as('name'))
    .where('accountId', '=', account)
    .where('kind', '=', 'customer')
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return row.name
}

/**
 * Explains how a message to a number would be routed now. Without a customer: as for one without routes of its own.
 * Refuses `not_found`.
 */
export async function traceNumber(executor: Executor, asked: { phone: string; kind: MessageKind; accountId?: AccountId | undefined }) {
  const accountName = asked.accountId ? await requireCustomer(executor, asked.accountId) : null
  const account = asked.accountId ?? platformAccountId
  const { phone, kind } = asked
  const ported = (await portedCarriers(executor, [phone])).get(phone) ?? null
  const segment = await segmentOf(executor, phone)
  const carrier = ported ?? segment?.carrier ?? null
  const province = provinceOf(phone)
  const facts = {
    carrier,
    province,
    by: carrier === null ? null : ported ? 'ported' : 'segment',
    segment: segment?.prefix ?? null,
    accountName,
  } as const
  if (carrier === null) return { ...facts, steps: [], chosenId: null }
  const channels = await listChannels(executor)
  const ways = new Map(channels.map(one => [one.channelId, { ...one, isUp: one.state === 'up' && one.isHeld }]))
  const routing = { ways, routes: await loadRoutes(executor, account) }
  const destination = { account, kind, carrier, province }
  return {
    ...facts,
    steps: traceRoute(routing, destination).map(({ skip, ...step }: RouteStep) => {
      const way = getOrThrow(ways, step.channelId)
      return { ...step, name: way.name, skip: skip ?? (way.isUp ? null : ('down' as const)) }
    }),
    chosenId: chooseChannel(routing, destination),
  }
}

/** The number segment of a phone: the longest matching prefix. */
export async function segmentOf(executor: Executor, phone: string): Promise<{ prefix: string; carrier: Carrier } | null> {
  const { rows } = await sql<{ prefix: string; carrier: Carrier }>`
    select prefix, carrier from number_segment where ${phone} like prefix || '%' order by length(prefix) desc limit 1`.execute(executor)
  return rows[0] ?? null
}
